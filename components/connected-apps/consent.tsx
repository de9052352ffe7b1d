'use client';

import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { callApi } from '@/lib/api-client';
import { connectApp } from '@/lib/contract/identity/connected-apps';
import styles from './consent.module.css';
import { type Choices, type Chosen, ScopeChoice } from './scope-choice';

interface ConsentProps {
  person: { name: string; email: string | null };
  app: {
    clientId: string;
    name: string;
    /** The site that describes the program; null if it only registered itself. */
    vouchedBy: string | null;
  };
  redirectUri: string;
  /** Where that leads, as people read it. */
  place: { name: string; kind: 'site' | 'thisDevice' | 'program' };
  codeChallenge: string;
  resource: string | null;
  state: string | null;
  /** Where to go if the person refuses. */
  denyUrl: string;
  choices: Choices;
}

const leadsTo = ({ name, kind }: ConsentProps['place']): string => {
  switch (kind) {
    case 'site':
      return name;
    case 'thisDevice':
    case 'program':
      return `a program on this device (${name})`;
  }
};

/** Whether a person lets a program act for them, and how far. Nothing leaves the page before they decide. */
export function Consent(props: ConsentProps) {
  const { person, app, place, choices, denyUrl } = props;
  const [chosen, setChosen] = useState<Chosen>({ kind: 'everything', commandIds: [], folderIds: [] });
  const [allowsUnasked, setAllowsUnasked] = useState(false);
  const isRun = chosen.kind === 'run';
  const connect = useMutation({
    mutationFn: () =>
      callApi(connectApp, {
        body: {
          clientId: app.clientId,
          redirectUri: props.redirectUri,
          codeChallenge: props.codeChallenge,
          resource: props.resource,
          state: props.state,
          scope: chosen.kind,
          ...(isRun
            ? { commandIds: chosen.commandIds.map(Number), folderIds: chosen.folderIds.map(Number) }
            : {}),
          allowsUnasked: chosen.kind !== 'read' && allowsUnasked,
        },
      }),
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  });
  const isIncomplete = isRun && chosen.commandIds.length + chosen.folderIds.length === 0;
  return (
    <Stack gap="lg">
      <p>
        <strong className={styles.name}>{app.name}</strong> wants to use Pushboard as you, {person.name}
        {person.email === null ? '' : ` (${person.email})`}.
      </p>
      <ul className={styles.facts}>
        <li>
          You will return to <strong>{leadsTo(place)}</strong>.
        </li>
        <li>
          {app.vouchedBy === null
            ? 'The program chose its own name, and nobody has checked it. Go on only if you have just started this yourself.'
            : `The program is described by ${app.vouchedBy}.`}
        </li>
      </ul>
      <ScopeChoice choices={choices} chosen={chosen} onChange={setChosen} />
      {chosen.kind !== 'read' && (
        <Checkbox
          label="It may change data without asking me"
          description="Otherwise it asks before it runs a command that isn't marked as safe. A program that can't ask is refused."
          checked={allowsUnasked}
          onChange={(event) => setAllowsUnasked(event.currentTarget.checked)}
        />
      )}
      {connect.error !== null && <ErrorNotice error={connect.error} />}
      <Group>
        <Button
          disabled={isIncomplete}
          loading={connect.isPending || connect.isSuccess}
          onClick={() => connect.mutate()}
        >
          Allow
        </Button>
        <Button
          variant="default"
          disabled={connect.isPending || connect.isSuccess}
          onClick={() => window.location.assign(denyUrl)}
        >
          Don't allow
        </Button>
      </Group>
      <p className={styles.hint}>You can disconnect it at any time, in your account under Programs.</p>
    </Stack>
  );
}
