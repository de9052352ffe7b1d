'use client';

import { Button, Group, MultiSelect, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { focusOnMount } from '@/components/ui/feedback/focus-on-mount';
import { sendsOnEnter } from '@/components/ui/fields/send-on-enter';
import { allOf } from '@/lib/base/text/lists';
import { MOST_ENGINEERS } from '@/lib/contract/sharing/access-requests';
import styles from './no-access.module.css';
import { type Engineer, useRequestAccess } from './use-request-access';

/** The request has 2,000 characters, some of which say what is asked for. */
const LONGEST_REASON = 1_700;

interface RequestFormProps {
  orgId: string;
  command: { commandId: number; name: string };
  engineers: readonly Engineer[];
  /** The link to the person's own commands. */
  back: ReactNode;
}

/** Sends a request to engineers of the command. All of them are chosen at first, because the person may know none. */
export default function RequestForm({ orgId, command, engineers, back }: RequestFormProps) {
  const [chosen, setChosen] = useState(() => engineers.slice(0, MOST_ENGINEERS));
  const [isListOpen, list] = useDisclosure(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const request = useRequestAccess(orgId, command);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen.length === 0) setProblem('Please choose at least one engineer.');
    else request.mutate({ engineers: chosen, reason });
  }
  if (request.isSuccess) {
    return (
      <>
        <p className={styles.done} role="status" tabIndex={-1} ref={focusOnMount}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          You asked {allOf(chosen.map(({ name }) => name))}. Once{' '}
          {chosen.length === 1 ? chosen[0]?.name : 'one of them'} shares it with you, this page opens it.
        </p>
        <div className={styles.back}>{back}</div>
      </>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.text}>
        {engineers.length === 1
          ? 'Its engineer can share it with you, and sees your request'
          : 'Each of its engineers can share it with you, and one is enough. They see your request'}{' '}
        in Pushboard, and by email where Pushboard sends mail.
      </p>
      <MultiSelect
        label="To"
        placeholder={chosen.length === 0 ? 'Find an engineer by name or email' : undefined}
        searchable
        data={engineers.map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` }))}
        maxValues={MOST_ENGINEERS}
        dropdownOpened={isListOpen}
        onDropdownOpen={list.open}
        onDropdownClose={list.close}
        onOptionSubmit={list.close}
        nothingFoundMessage="No matching engineer"
        error={problem}
        value={chosen.map(({ userId }) => userId)}
        onChange={(userIds) => {
          setProblem(null);
          setChosen(engineers.filter(({ userId }) => userIds.includes(userId)));
        }}
      />
      <Textarea
        label="Reason"
        description="What you need it for. They read it with your request."
        {...sendsOnEnter}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group>
        <Button type="submit" loading={request.isPending}>
          Request access
        </Button>
        {back}
      </Group>
    </form>
  );
}
