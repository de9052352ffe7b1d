'use client';

import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconFolder, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { QueryState } from '@/components/ui/feedback/query-state';
import { callApi } from '@/lib/api-client';
import { libraryInput } from '@/lib/commands/library-input';
import { listCommands } from '@/lib/contract/commands';
import { listFolders } from '@/lib/contract/folders';
import { queryKey } from '@/lib/query-keys';
import styles from './command-picker.module.css';
import type { TokenOrg } from './use-tokens';

/** What a token is for, across organizations. */
export interface Chosen {
  commandIds: number[];
  folderIds: number[];
}

export const NOTHING_CHOSEN: Chosen = { commandIds: [], folderIds: [] };

/** As many as people scroll through; the others are found by typing. */
const MOST_OFFERED = 100;

interface CommandPickerProps {
  orgs: readonly TokenOrg[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** A searchable list of the commands and folders of an organization, with a box for each. */
export function CommandPicker({ orgs, chosen, onChange }: CommandPickerProps) {
  const [orgId, setOrgId] = useState(orgs[0]?.orgId ?? '');
  const [search, setSearch] = useState('');
  const things = useThings(orgId);
  const term = search.trim().toLowerCase();
  const count = chosen.commandIds.length + chosen.folderIds.length;
  return (
    <div className={styles.picker}>
      {orgs.length > 1 && (
        <NativeSelect
          aria-label="Organization"
          value={orgId}
          data={orgs.map(({ orgId: value, name }) => ({ value, label: name }))}
          onChange={(event) => setOrgId(event.currentTarget.value)}
        />
      )}
      <TextInput
        aria-label="Search commands and folders"
        placeholder="Search commands and folders"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryState query={things} loading={<div className={styles.list} />}>
        {(all) => {
          const found = all.filter(({ name }) => name.toLowerCase().includes(term));
          return (
            <div className={styles.list}>
              {found.length === 0 && (
                <p className={styles.none}>
                  {all.length === 0 ? 'No commands yet.' : 'No command or folder by that name.'}
                </p>
              )}
              {found.slice(0, MOST_OFFERED).map((thing) => (
                <Checkbox
                  key={`${thing.list} ${thing.id}`}
                  className={styles.row ?? ''}
                  label={<Label thing={thing} />}
                  checked={chosen[thing.list].includes(thing.id)}
                  onChange={(event) => onChange(withThing(chosen, thing, event.currentTarget.checked))}
                />
              ))}
              {found.length > MOST_OFFERED && (
                <p className={styles.none}>{found.length - MOST_OFFERED} more. Type to narrow the list.</p>
              )}
            </div>
          );
        }}
      </QueryState>
      <p className={styles.count} role="status">
        {count} chosen
      </p>
    </div>
  );
}

interface Thing {
  list: keyof Chosen;
  id: number;
  name: string;
  /** The source of a command; null for a folder. */
  sourceKind: string | null;
}

function Label({ thing: { name, sourceKind } }: { thing: Thing }) {
  return (
    <span className={styles.label}>
      {sourceKind === null ? (
        <IconFolder size={16} stroke={1.75} aria-hidden />
      ) : (
        <SourceIcon kind={sourceKind} size={16} />
      )}
      {sourceKind === null ? `${name} (folder)` : name}
    </span>
  );
}

function withThing(chosen: Chosen, { list, id }: Thing, isChosen: boolean): Chosen {
  const others = chosen[list].filter((each) => each !== id);
  return { ...chosen, [list]: isChosen ? [...others, id] : others };
}

/** The folders of an organization, then its commands, each by name. */
function useThings(orgId: string) {
  const commandsInput = libraryInput(orgId, false);
  const foldersInput = { params: { orgId }, query: { only: 'names' as const } };
  const commands = useQuery({
    queryKey: queryKey(listCommands, commandsInput),
    queryFn: ({ signal }) => callApi(listCommands, commandsInput, { signal, isTrusted: true }),
  });
  const folders = useQuery({
    queryKey: queryKey(listFolders, foldersInput),
    queryFn: ({ signal }) => callApi(listFolders, foldersInput, { signal, isTrusted: true }),
  });
  const isLoaded = commands.data !== undefined && folders.data !== undefined;
  const things: Thing[] = [
    ...(folders.data ?? []).map(({ folderId, name }) => ({
      list: 'folderIds' as const,
      id: folderId,
      name,
      sourceKind: null,
    })),
    ...(commands.data ?? []).map(({ commandId, name, sourceKind }) => ({
      list: 'commandIds' as const,
      id: commandId,
      name,
      sourceKind,
    })),
  ];
  return {
    data: isLoaded ? things : undefined,
    error: commands.error ?? folders.error,
    isFetching: commands.isFetching || folders.isFetching,
    refetch: () => Promise.all([commands.refetch(), folders.refetch()]),
  };
}
