'use client';

import { MultiSelect, Radio, Stack } from '@mantine/core';
import { useMemo } from 'react';

/** What a person may let a program run. */
export interface Choices {
  commands: readonly { commandId: number; name: string; orgName: string }[];
  folders: readonly { folderId: number; name: string; orgName: string }[];
}

export type ScopeKind = 'everything' | 'read' | 'run';

/** What the person has chosen so far. */
export interface Chosen {
  kind: ScopeKind;
  commandIds: string[];
  folderIds: string[];
}

const KINDS: readonly { kind: ScopeKind; label: string; description: string }[] = [
  {
    kind: 'everything',
    label: 'Run all my commands',
    description: 'Every command that you can run, now and later, and its results.',
  },
  { kind: 'read', label: 'Only look', description: 'It sees commands and runs, and runs nothing.' },
  {
    kind: 'run',
    label: 'Run only commands that I choose',
    description: 'It sees those commands and its own runs, and nothing else.',
  },
];

/** The number that people scroll through; the others are found by typing. */
const MOST_OFFERED = 50;
const MOST_CHOSEN = 200;

const isKind = (value: string): value is ScopeKind => KINDS.some(({ kind }) => kind === value);

interface ScopeChoiceProps {
  choices: Choices;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** What a program may do: everything, only look, or run chosen commands and folders. */
export function ScopeChoice({ choices, chosen, onChange }: ScopeChoiceProps) {
  const commands = useMemo(
    () => named(choices.commands.map((each) => ({ ...each, id: each.commandId }))),
    [choices.commands],
  );
  const folders = useMemo(
    () => named(choices.folders.map((each) => ({ ...each, id: each.folderId }))),
    [choices.folders],
  );
  return (
    <Radio.Group
      label="What it may do"
      value={chosen.kind}
      onChange={(kind) => {
        if (isKind(kind)) onChange({ ...chosen, kind });
      }}
    >
      <Stack gap="sm" mt="xs">
        {KINDS.map(({ kind, label, description }) => (
          <Radio key={kind} value={kind} label={label} description={description} />
        ))}
        {chosen.kind === 'run' && (
          <Stack gap="sm" pl="xl">
            <MultiSelect
              label="Commands"
              placeholder={chosen.commandIds.length === 0 ? 'Find a command' : ''}
              data={commands}
              limit={MOST_OFFERED}
              maxValues={MOST_CHOSEN}
              searchable
              nothingFoundMessage="No command by that name"
              value={chosen.commandIds}
              onChange={(commandIds) => onChange({ ...chosen, commandIds })}
            />
            {folders.length > 0 && (
              <MultiSelect
                label="Folders"
                description="All commands in a folder that you can run, and those added to it later."
                placeholder={chosen.folderIds.length === 0 ? 'Find a folder' : ''}
                data={folders}
                limit={MOST_OFFERED}
                maxValues={MOST_CHOSEN}
                searchable
                nothingFoundMessage="No folder by that name"
                value={chosen.folderIds}
                onChange={(folderIds) => onChange({ ...chosen, folderIds })}
              />
            )}
          </Stack>
        )}
      </Stack>
    </Radio.Group>
  );
}

/** Options for a field; the organization is named where there are several. */
function named(things: readonly { id: number; name: string; orgName: string }[]) {
  const isSeveral = new Set(things.map(({ orgName }) => orgName)).size > 1;
  return things.map(({ id, name, orgName }) => ({
    value: String(id),
    label: isSeveral ? `${name} · ${orgName}` : name,
  }));
}
