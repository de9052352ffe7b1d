'use client';

import { Checkbox, SegmentedControl, Stack, Tabs } from '@mantine/core';
import type { FormEvent } from 'react';
import type { z } from 'zod';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { allOf } from '@/lib/base/text/lists';
import type { ResponseOf } from '@/lib/contract/operation';
import type { runSummary } from '@/lib/contract/runs/history';
import type { listCommandPeople } from '@/lib/contract/sharing/sharing';
import { downloadFormats } from '@/lib/runs/download-formats';
import styles from '../panel/share-form.module.css';
import type { Viewer } from '../panel/use-viewer';
import { NoteField } from '../recipients/note-field';
import { RecipientField } from '../recipients/recipient-field';
import { NOBODY_CHOSEN, nameOf, type Recipient } from '../recipients/recipients';
import { useRecipientInput } from '../recipients/use-recipient-input';
import { useResultDraft } from './result-draft';
import { useSendResults } from './use-send-results';

const FORM = 'send-result-form';

interface EmailResultsProps {
  viewer: Viewer & { org: NonNullable<Viewer['org']> };
  run: z.output<typeof runSummary>;
  access: ResponseOf<typeof listCommandPeople>;
}

/** The form: recipients, what they get, and a note. */
export function EmailResults({ viewer, run, access }: EmailResultsProps) {
  const panels = useSidePanels();
  const { draft, options, change, choose, clear } = useResultDraft(run.orgId, run.runId);
  const input = useRecipientInput(viewer, draft, change, true);
  const send = useSendResults(run, (failed) => {
    // Failed recipients stay, with the reason.
    if (failed.length > 0) return change({ recipients: failed });
    clear();
    panels.pop();
  });
  const { attaches, format, isOneChain } = options;
  const mayShare =
    access.visibility !== 'justme' &&
    access.people.some(({ userId, role }) => userId === viewer.userId && role === 'admin');
  const invitesToCommand = mayShare && options.invitesToCommand;
  const invitesToOrg = viewer.org.isAdmin && invitesToCommand && options.invitesToOrg;
  const offered = offeredFor(run);
  const isTable = offered.includes('csv') && offered.includes('xlsx');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (input.isLookingUp) return;
    const typed = await input.take();
    if (typed === null || send.isPending) return;
    const recipients = typed.filter(hasAddress);
    if (recipients.length === 0) return input.setProblem(NOBODY_CHOSEN);
    const lacking = recipients.filter(
      (one) =>
        !access.people.some(
          ({ userId, email, isPending }) => !isPending && (userId === one.id || email === one.id),
        ),
    );
    if (lacking.length > 0 && !attaches && !invitesToCommand && !(await isMeant(lacking))) return;
    send.mutate({ recipients, note: draft.note, ...options, invitesToCommand, invitesToOrg });
  }

  return (
    <SidePanel
      title={run.name}
      context={`Run ${run.runId}`}
      footer={
        <FormFooter form={FORM} label="Email results" isPending={send.isPending || input.isLookingUp} />
      }
    >
      <Tabs value="email" mb="lg">
        <Tabs.List>
          <Tabs.Tab value="email">Email results</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <form id={FORM} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <RecipientField
          viewer={viewer}
          recipients={draft.recipients}
          onChange={(recipients) => change({ recipients })}
          input={input}
          role={draft.role}
          isInvited={invitesToOrg}
          groups={[]}
          isForResults
        />
        <Stack gap="xs">
          {offered.length > 0 && (
            <div className={styles.role}>
              <Checkbox
                label="Attach the result"
                checked={attaches}
                onChange={(event) => choose({ attaches: event.currentTarget.checked })}
              />
              {attaches && isTable && (
                <SegmentedControl
                  aria-label="Format of the attachment"
                  size="xs"
                  value={format}
                  onChange={(value) => choose({ format: value === 'xlsx' ? 'xlsx' : 'csv' })}
                  data={[
                    { value: 'csv', label: 'CSV' },
                    { value: 'xlsx', label: 'Excel' },
                  ]}
                />
              )}
            </div>
          )}
          {mayShare && (
            <Checkbox
              label="Make people without access runners of the command"
              checked={options.invitesToCommand}
              onChange={(event) => choose({ invitesToCommand: event.currentTarget.checked })}
            />
          )}
          {mayShare && viewer.org.isAdmin && (
            <Checkbox
              label={`Invite people who are not in ${viewer.org.name} to it`}
              disabled={!options.invitesToCommand}
              checked={invitesToOrg}
              onChange={(event) => choose({ invitesToOrg: event.currentTarget.checked })}
            />
          )}
          <Checkbox
            label="One message to all, who see each other's addresses"
            checked={isOneChain}
            onChange={(event) => choose({ isOneChain: event.currentTarget.checked })}
          />
        </Stack>
        <NoteField note={draft.note} onChange={(note) => change({ note })} />
        <p className={styles.explained}>
          Masked values stay masked in the attachment. A result that is too large to attach is sent as a link.
        </p>
      </form>
    </SidePanel>
  );
}

/** Of a bulk run, a table of its rows. */
function offeredFor({ isBulkParent, payloadFormat, extensions }: EmailResultsProps['run']) {
  if (isBulkParent) return downloadFormats['json.table.rowwise'];
  return payloadFormat === null || extensions === null ? [] : downloadFormats[payloadFormat];
}

/** Recipients without an address get nothing. */
const hasAddress = (one: Recipient): boolean =>
  one.kind === 'address' || (one.kind === 'person' && one.email !== null);

const isMeant = (lacking: readonly Recipient[]): Promise<boolean> =>
  confirm({
    title: "Some recipients can't open the result",
    body: `${allOf(lacking.map(nameOf))} can't run this command, and nothing is attached.`,
    confirmLabel: 'Send without sharing or attaching',
    cancelLabel: 'Go back',
    isCancelUsual: true,
  });
