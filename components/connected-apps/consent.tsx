'use client';

import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type ChosenThings,
  countChosen,
  NOTHING_CHOSEN,
  type Thing,
  ThingPicker,
} from '@/components/command/pickers/thing-picker';
import { ScopeField, type ScopeKind, type ScopeWords } from '@/components/command/scope-field';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { callApi } from '@/lib/client/api-client';
import { connectApp } from '@/lib/contract/people/connected-apps';
import styles from './consent.module.css';

/** What a person may let a program run. */
interface Choices {
  commands: readonly { commandId: number; name: string; orgName: string; folderName: string | null }[];
  folders: readonly { folderId: number; name: string; orgName: string }[];
}

const WORDS: ScopeWords = {
  run: {
    label: 'Run only commands that I choose',
    description: 'It sees those commands and its own runs, and nothing else.',
  },
  read: { label: 'Only look', description: 'It sees commands and runs, and runs nothing.' },
  everything: {
    label: 'Run all my commands',
    description: 'Every command that you can run, now and later, and its results.',
  },
};

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
  const [scope, setScope] = useState<ScopeKind>('everything');
  const [chosen, setChosen] = useState<ChosenThings>(NOTHING_CHOSEN);
  const things = useMemo(() => thingsOf(choices), [choices]);
  const [allowsUnasked, setAllowsUnasked] = useState(false);
  const connect = useMutation({
    mutationFn: () =>
      callApi(connectApp, {
        body: {
          clientId: app.clientId,
          redirectUri: props.redirectUri,
          codeChallenge: props.codeChallenge,
          resource: props.resource,
          state: props.state,
          scope,
          ...(scope === 'run' ? chosen : {}),
          allowsUnasked: scope !== 'read' && allowsUnasked,
        },
      }),
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  });
  const isIncomplete = scope === 'run' && countChosen(chosen) === 0;
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
      <ScopeField label="What it may do" words={WORDS} scope={scope} onChange={setScope}>
        <ThingPicker things={things} chosen={chosen} onChange={setChosen} />
      </ScopeField>
      {scope !== 'read' && (
        <Checkbox
          label="It may change data without asking me"
          description="Otherwise, each run that may change data waits until you confirm it in Pushboard, where you see its values."
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
          Don’t allow
        </Button>
      </Group>
      <p className={styles.hint}>You can disconnect it at any time, in your account under Programs.</p>
    </Stack>
  );
}

/** Folders, then commands; the organization is named where there are several. */
function thingsOf({ commands, folders }: Choices): Thing[] {
  const isSeveral = new Set([...commands, ...folders].map(({ orgName }) => orgName)).size > 1;
  const nameOf = (name: string, orgName: string) => (isSeveral ? `${name} · ${orgName}` : name);
  return [
    ...folders.map(({ folderId, name, orgName }) => ({
      list: 'folderIds' as const,
      id: folderId,
      name: nameOf(name, orgName),
    })),
    ...commands.map(({ commandId, name, orgName, folderName }) => ({
      list: 'commandIds' as const,
      id: commandId,
      name: nameOf(name, orgName),
      folderName,
    })),
  ];
}
