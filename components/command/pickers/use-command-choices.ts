'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '@/lib/client/api-client';
import { libraryInput } from '@/lib/client/library-input';
import { queryKey } from '@/lib/client/query-keys';
import { apartCommands } from '@/lib/commands/tell-apart';
import { listCommands } from '@/lib/contract/library/commands';

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
  return useMemo(() => {
    const apart = apartCommands(data ?? []);
    return (data ?? []).map(({ commandId, name, folderName }) => {
      const detail = apart.get(commandId) ?? folderName;
      return { value: String(commandId), label: detail === null ? name : `${name} · ${detail}` };
    });
  }, [data]);
}
