'use client';

import { Skeleton, Stack, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { apartCommands } from '@/lib/commands/tell-apart';
import { ChoiceTable } from './choice-table';
import { outputsOf, type Sender, useSenders } from './use-dropdowns';

interface SenderStepProps {
  orgId: string;
  /** The command that is being configured, which can't feed itself. */
  exceptId: number | null;
  chosen: number | null;
  onChoose: (commandId: number) => void;
}

const columnsOf = (sender: Sender): string => {
  const [first, ...others] = outputsOf(sender);
  if (first === undefined) return '—';
  return others.length === 0 ? first.path : `${first.path} + ${others.length} more`;
};

const isFound = (sender: Sender, search: string): boolean => {
  const wanted = search.trim().toLowerCase();
  const texts = [sender.name, sender.folderName ?? '', ...outputsOf(sender).map(({ path }) => path)];
  return texts.some((text) => text.toLowerCase().includes(wanted));
};

const namedApart = ({ commandId, name }: Sender, apart: ReadonlyMap<number, string>): string =>
  apart.has(commandId) ? `${name} (${apart.get(commandId)})` : name;

/** Chooses the command whose output has the options. */
export function SenderStep({ orgId, exceptId, chosen, onChoose }: SenderStepProps) {
  const senders = useSenders(orgId);
  const [search, setSearch] = useState('');
  return (
    <Stack gap="md">
      <TextInput
        aria-label="Search"
        placeholder="Command name, column, folder"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryState
        query={senders}
        errorTitle="Error loading commands"
        loading={<Skeleton height={160} aria-hidden />}
      >
        {(commands) => {
          const apart = apartCommands(commands);
          return (
            <ChoiceTable
              label="Commands"
              columns={['Name', 'Folder', 'Columns']}
              rows={commands.filter((each) => each.commandId !== exceptId && isFound(each, search))}
              keyOf={({ commandId }) => commandId}
              cellsOf={(each) => [namedApart(each, apart), each.folderName ?? '(No Folder)', columnsOf(each)]}
              chosen={chosen}
              onChoose={onChoose}
              none="No commands found. Private, hidden, and startup commands can't feed a dropdown."
            />
          );
        }}
      </QueryState>
    </Stack>
  );
}
