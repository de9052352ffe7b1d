'use client';

import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ChosenThings,
  type Thing,
  ThingPicker,
  ThingPickerSkeleton,
} from '@/components/command/pickers/thing-picker';
import { QueryState } from '@/components/ui/feedback/query-state';
import { callApi } from '@/lib/client/api-client';
import { libraryInput } from '@/lib/client/library-input';
import { queryKey } from '@/lib/client/query-keys';
import { listCommands } from '@/lib/contract/library/commands';
import { listFolders } from '@/lib/contract/library/folders';
import styles from './org-things.module.css';
import type { TokenOrg } from './use-tokens';

interface OrgThingsProps {
  orgs: readonly TokenOrg[];
  chosen: ChosenThings;
  onChange: (chosen: ChosenThings) => void;
}

/** The commands and folders of an organization to choose from: at first, of one that has any. */
export function OrgThings({ orgs, chosen, onChange }: OrgThingsProps) {
  const [chosenOrgId, setOrgId] = useState<string | null>(null);
  const [emptyCount, setEmptyCount] = useState(0);
  const orgId = chosenOrgId ?? (orgs[emptyCount] ?? orgs[0])?.orgId ?? '';
  const things = useThings(orgId);
  if (chosenOrgId === null && emptyCount < orgs.length && things.data?.length === 0) {
    setEmptyCount(emptyCount + 1);
  }
  return (
    <div className={styles.things}>
      {orgs.length > 1 && (
        <NativeSelect
          aria-label="Organization"
          value={orgId}
          data={orgs.map(({ orgId: value, name }) => ({ value, label: name }))}
          onChange={(event) => setOrgId(event.currentTarget.value)}
        />
      )}
      <QueryState query={things} loading={<ThingPickerSkeleton />}>
        {(all) => <ThingPicker things={all} chosen={chosen} onChange={onChange} />}
      </QueryState>
    </div>
  );
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
    ...(folders.data ?? []).map(({ folderId, name }) => ({ list: 'folderIds' as const, id: folderId, name })),
    ...(commands.data ?? []).map(({ commandId, name, sourceKind, sourceName, folderName }) => ({
      list: 'commandIds' as const,
      id: commandId,
      name,
      sourceKind,
      sourceName,
      folderName,
    })),
  ];
  return {
    data: isLoaded ? things : undefined,
    error: commands.error ?? folders.error,
    isFetching: commands.isFetching || folders.isFetching,
    refetch: () => Promise.all([commands.refetch(), folders.refetch()]),
  };
}
