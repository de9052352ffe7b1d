'use client';

import { Input, Pill, SegmentedControl, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { useInviteDraft } from '../panel/share-draft';
import styles from '../panel/share-form.module.css';
import { InvitedTo } from './invited-to';
import { NoteField } from './note-field';
import { isAddress, NOBODY_CHOSEN, NOT_AN_ADDRESS, splitTyped } from './recipients';
import { useInvite } from './use-invite';

const FORM = 'invite-form';
const DIVIDERS = /[,;\s]/;

/** Invites people to an organization, each by an address. */
export function InvitePanel({ org }: { org: { orgId: string; name: string } }) {
  const { addresses, role, note, groupIds, folderIds, change, clear } = useInviteDraft(org.orgId);
  const panels = useSidePanels();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const invite = useInvite(org.orgId, (failed) => {
    if (failed.length === 0) {
      // The role, groups, and folders of one person aren't given to the next.
      clear();
      panels.pop();
      return;
    }
    // Failed addresses stay, with the reason.
    change({ addresses: failed.map(({ id }) => id) });
    setProblem(failed[0]?.problem ?? null);
  });

  function take(next: readonly string[]): void {
    const filled = [...new Set(next.filter((address) => address !== ''))];
    change({ addresses: filled });
    setProblem(filled.every(isAddress) ? null : NOT_AN_ADDRESS);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const all = [...new Set([...addresses, ...splitTyped(typed)])];
    change({ addresses: all });
    setTyped('');
    if (all.length === 0) setProblem(NOBODY_CHOSEN);
    else if (!all.every(isAddress)) setProblem(NOT_AN_ADDRESS);
    else if (!invite.isPending) invite.mutate({ addresses: all, role, note, groupIds, folderIds });
  }

  return (
    <SidePanel
      title="Invite people"
      context={org.name}
      footer={<FormFooter form={FORM} label="Invite" isPending={invite.isPending} />}
    >
      <form id={FORM} className={styles.form} onSubmit={submit} noValidate>
        <TagsInput
          label="Email addresses"
          placeholder={addresses.length === 0 ? 'name@company.example' : undefined}
          data-autofocus
          splitChars={[',', ';', ' ', '\n']}
          acceptValueOnBlur
          error={problem}
          // Which of them it is.
          renderPill={({ value, onRemove }) => (
            <Pill
              withRemoveButton
              onRemove={onRemove}
              {...(isAddress(String(value)) ? {} : { className: styles.refused })}
            >
              {value}
            </Pill>
          )}
          value={addresses}
          onChange={take}
          searchValue={typed}
          onSearchChange={(text) => {
            // However it was entered (paste, phone keyboard, form filler), separated text becomes addresses.
            const parts = text.split(DIVIDERS);
            setTyped(parts.at(-1) ?? '');
            if (parts.length > 1) take([...addresses, ...parts.slice(0, -1)]);
          }}
        />
        <Input.Wrapper
          className={styles.labeled}
          label="Role"
          labelElement="div"
          description="Members see what is shared with them, as its runners or engineers. Admins connect sources and are engineers of every command."
        >
          <SegmentedControl
            aria-label="Role in the organization"
            size="sm"
            w="fit-content"
            value={role}
            onChange={(value) => change({ role: value === 'admin' ? 'admin' : 'member' })}
            data={[
              { value: 'member', label: 'Member' },
              { value: 'admin', label: 'Admin' },
            ]}
          />
        </Input.Wrapper>
        <InvitedTo
          orgId={org.orgId}
          groupIds={groupIds}
          folderIds={folderIds}
          isAdmin={role === 'admin'}
          onChange={change}
        />
        <NoteField note={note} onChange={(text) => change({ note: text })} />
      </form>
    </SidePanel>
  );
}
