'use client';

import { ActionIcon, Button, Group, Select } from '@mantine/core';
import { IconCircleCheck, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Face } from '@/components/command/people-faces';
import { focusOnMount } from '@/components/ui/feedback/focus-on-mount';
import styles from './no-access.module.css';
import { type Engineer, useRequestAccess } from './use-request-access';

const listOf = new Intl.ListFormat('en');

interface RequestFormProps {
  orgId: string;
  command: { commandId: number; name: string };
  engineers: readonly Engineer[];
  /** The link to the person's own commands. */
  back: ReactNode;
}

/** Selects engineers and sends them a request. A single engineer is selected from the start. */
export function RequestForm({ orgId, command, engineers, back }: RequestFormProps) {
  const [chosen, setChosen] = useState(engineers.length === 1 ? engineers : []);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useRequestAccess(orgId, command);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen.length === 0) setProblem('Please choose at least one engineer.');
    else request.mutate(chosen);
  }
  if (request.isSuccess) {
    return (
      <>
        <p className={styles.done} role="status" tabIndex={-1} ref={focusOnMount}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          You asked {listOf.format(chosen.map(({ name }) => name))}. Once{' '}
          {chosen.length === 1 ? chosen[0]?.name : 'one of them'} shares it with you, this page opens it.
        </p>
        <div className={styles.back}>{back}</div>
      </>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.text}>
        Its engineers can share it with you. They see your request in Pushboard, and by email where Pushboard
        sends mail.
      </p>
      <Select
        label="Send To"
        placeholder="Find an engineer by name or email"
        searchable
        value={null}
        data={engineers
          .filter((engineer) => !chosen.includes(engineer))
          .map(({ userId, name, email }) => ({ value: userId, label: `${name} (${email})` }))}
        nothingFoundMessage="No matching engineer"
        error={problem}
        onChange={(userId) => {
          setProblem(null);
          setChosen([...chosen, ...engineers.filter((engineer) => engineer.userId === userId)]);
        }}
      />
      {chosen.length > 0 && (
        <Chosen people={chosen} onRemove={(person) => setChosen(chosen.filter((each) => each !== person))} />
      )}
      <Group>
        <Button type="submit" loading={request.isPending}>
          Request access
        </Button>
        {back}
      </Group>
    </form>
  );
}

interface ChosenProps {
  people: readonly Engineer[];
  onRemove: (person: Engineer) => void;
}

function Chosen({ people, onRemove }: ChosenProps) {
  return (
    <div>
      <h2 className={styles.label} id="requesting-from">
        Requesting From
      </h2>
      <ul className={styles.chosen} aria-labelledby="requesting-from">
        {people.map((person) => (
          <li key={person.userId} className={styles.person}>
            <Face person={person} size={24} />
            <span className={styles.name}>{person.name}</span>
            <span className={styles.email}>{person.email}</span>
            <ActionIcon size={24} aria-label={`Remove ${person.name}`} onClick={() => onRemove(person)}>
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </div>
  );
}
