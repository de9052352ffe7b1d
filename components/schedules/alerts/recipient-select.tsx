'use client';

import { Button, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useFoundPeople } from '@/components/command/found-people';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import styles from '../jobs.module.css';
import { useAlertAddresses, usePeople } from './use-alerts';

const LISTED = 'to:';
/** The number of people without the command that people scroll through; the others are found by typing. */
const MOST_WITHOUT = 20;
const MOST_FOUND = 200;

/** Who gets the mail: a person by their id, or a listed address. */
export interface MailRecipient {
  target: { userId: string } | { address: string };
  name: string;
}

const valueFor = ({ target }: MailRecipient): string =>
  'userId' in target ? target.userId : LISTED + target.address;

interface RecipientSelectProps {
  subject: { orgId: string; commandId: number };
  chosen: MailRecipient | null;
  onChange: (recipient: MailRecipient | null) => void;
}

/**
 * Chooses who gets mail about the runs of a job. People who don't have the command are shown as such, with the way to
 * share it with them.
 */
export function RecipientSelect({ subject, chosen, onChange }: RecipientSelectProps) {
  const panels = useSidePanels();
  const [typed, setTyped] = useState('');
  const people = usePeople(subject);
  const listed = useAlertAddresses(subject.orgId);
  const recipients: MailRecipient[] = [
    ...(people.data ?? []).map(({ userId, name }) => ({ target: { userId }, name })),
    ...(listed.data?.addresses ?? []).map((address) => ({ target: { address }, name: address })),
  ];
  const options = recipients.map((each) => ({ value: valueFor(each), label: each.name }));
  // Enough that some are left when all who have the command are found too.
  const found = useFoundPeople(subject.orgId, typed, {
    count: Math.min(MOST_WITHOUT + options.length, MOST_FOUND),
  });
  const without = found.people
    .filter(({ userId, isPending, isServiceAccount }) => {
      const isOffered = options.some(({ value }) => value === userId);
      return !isOffered && !isPending && !isServiceAccount;
    })
    .slice(0, MOST_WITHOUT)
    .map(({ userId, name }) => ({
      value: userId,
      label: `${name} (doesn't have the command yet)`,
      disabled: true,
    }));
  return (
    <Stack gap={4} align="flex-start">
      <Select
        w="100%"
        label="Person"
        placeholder="Someone who has the command"
        description="People who have the command, and the addresses that an org admin listed."
        searchable
        nothingFoundMessage="No matches"
        data={people.data === undefined ? options : [...options, ...without]}
        searchValue={typed}
        onSearchChange={setTyped}
        value={chosen === null ? null : valueFor(chosen)}
        onChange={(value) => onChange(recipients.find((each) => valueFor(each) === value) ?? null)}
      />
      <span className={styles.quiet}>
        Others get it once they have the command.{' '}
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => panels.push({ kind: 'share', commandId: subject.commandId })}
        >
          Share
        </Button>
      </span>
    </Stack>
  );
}
