'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '@/lib/api-client';
import { libraryInput } from '@/lib/commands/library-input';
import { listCommands } from '@/lib/contract/commands';
import { queryKey } from '@/lib/query-keys';

export interface CommandChoice {
  value: string;
  label: string;
}

/** The commands to filter by. */
export function useCommandChoices(orgId: string, isWanted: boolean): readonly CommandChoice[] {
  const input = libraryInput(orgId, false);
  const { data } = useQuery({
    queryKey: queryKey(listCommands, input),
    queryFn: ({ signal }) => callApi(listCommands, input, { signal, isTrusted: true }),
    enabled: isWanted,
    structuralSharing: false,
  });
  return useMemo(
    () =>
      (data ?? []).map(({ commandId, name, folderName }) => ({
        value: String(commandId),
        label: folderName === null ? name : `${name} · ${folderName}`,
      })),
    [data],
  );
}
