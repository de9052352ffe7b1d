'use client';

import { Checkbox, SegmentedControl } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { NotInOrg } from '../recipients/not-in-org';
import { NoteField } from '../recipients/note-field';
import { RecipientField } from '../recipients/recipient-field';
import { NOBODY_CHOSEN } from '../recipients/recipients';
import type { RecipientInput } from '../recipients/use-recipient-input';
import { ApprovalFirst } from './approval-first';
import type { ShareDraft } from './share-draft';
import styles from './share-form.module.css';
import type { Shared } from './sharing';
import { useNeedsApproval } from './use-needs-approval';
import type { Viewer } from './use-viewer';
import { WhatChanges } from './what-changes';

export const SHARE_FORM = 'share-form';

interface ShareFormProps {
  shared: Shared;
  viewer: Viewer & { org: NonNullable<Viewer['org']> };
  draft: ShareDraft;
  onChange: (changes: Partial<ShareDraft>) => void;
  input: RecipientInput;
  onShare: (recipients: ShareDraft['recipients']) => void;
  /** What else can be shared with them. */
  children: ReactNode;
}

const explained = {
  command: 'Runners run it. Engineers also configure and share it.',
  guarded: 'Runners run it. Engineers also configure and share it, and answer its requests for approval.',
  folder:
    'Runners run the commands in the folder. Engineers also configure, move and share them. Only admins connect sources and add commands.',
};

const COPY_EXPLAINED = 'A copy is shared with runners. Its original has the engineers.';

const makeAdmins = (memberCount: number): string =>
  memberCount === 1 ? 'Also make this person an admin' : `Also make these ${memberCount} people admins`;

/** The recipients, their role, and a note to them. */
export function ShareForm({ shared, viewer, draft, onChange, input, onShare, children }: ShareFormProps) {
  const { recipients, role, note, outsiders, orgRole, makesAdmins } = draft;
  const needsApproval = useNeedsApproval(shared);
  const members = recipients.filter(({ kind }) => kind === 'person');

  function changeRole(next: ShareDraft['role']): void {
    onChange({
      role: next,
      recipients: recipients.map((one) => ({ ...one, role: next })),
    });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (input.isLookingUp) return;
    const all = await input.take();
    if (all === null) return;
    if (all.length === 0) input.setProblem(NOBODY_CHOSEN);
    else if (all.some(({ kind }) => kind === 'address') && outsiders === null) {
      input.setProblem(`Choose what to do about people who are not in ${viewer.org.name}.`);
    } else onShare(all);
  }

  return (
    <form id={SHARE_FORM} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <RecipientField
        viewer={viewer}
        recipients={recipients}
        onChange={(next) => onChange({ recipients: next })}
        input={input}
        role={role}
        isInvited={outsiders === 'both'}
        groups={shared.groups}
        hasRoles={!shared.isCopycat}
      />
      <div className={styles.role}>
        {!shared.isCopycat && (
          <SegmentedControl
            aria-label="Role of everyone above"
            size="sm"
            value={role}
            onChange={(value) => changeRole(value === 'admin' ? 'admin' : 'runner')}
            data={[
              { value: 'runner', label: 'Runner' },
              { value: 'admin', label: 'Engineer' },
            ]}
          />
        )}
        <span className={styles.explained}>
          {shared.isCopycat ? COPY_EXPLAINED : explained[needsApproval ? 'guarded' : shared.subject.kind]}
        </span>
      </div>
      {viewer.org.isAdmin && !shared.isCopycat && members.length > 0 && (
        <Checkbox
          label={`${makeAdmins(members.length)} of ${viewer.org.name}`}
          description={makesAdmins ? `Admins are engineers of everything in ${viewer.org.name}.` : undefined}
          checked={makesAdmins}
          onChange={({ currentTarget }) => onChange({ makesAdmins: currentTarget.checked })}
        />
      )}
      <WhatChanges shared={shared} recipients={recipients} />
      <ApprovalFirst
        shared={shared}
        needsApproval={needsApproval}
        viewerId={viewer.userId}
        recipients={makesAdmins ? recipients.filter(({ kind }) => kind !== 'person') : recipients}
      />
      {children}
      <NotInOrg
        kind={shared.subject.kind}
        orgName={viewer.org.name}
        addresses={recipients.flatMap((one) => (one.kind === 'address' ? [one.id] : []))}
        choice={outsiders}
        onChoose={(choice) => {
          onChange({ outsiders: choice });
          input.setProblem(null);
        }}
        orgRole={orgRole}
        onOrgRole={(next) => onChange({ orgRole: next })}
        onNone={() => {
          onChange({ recipients: [], outsiders: null });
          input.setProblem(null);
        }}
        onRemove={() => {
          onChange({ recipients: recipients.filter(({ kind }) => kind !== 'address'), outsiders: null });
          input.setProblem(null);
        }}
      />
      <NoteField note={note} onChange={(text) => onChange({ note: text })} />
    </form>
  );
}
