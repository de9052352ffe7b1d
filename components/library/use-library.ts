'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/api-client';
import { type commandSummary, listCommands } from '@/lib/contract/commands';
import { queryKey } from '@/lib/query-keys';
import { libraryInput } from './library-input';

export type CommandSummary = z.output<typeof commandSummary>;

/** The commands that the library shows, as the server prefetched them and the browser keeps them fresh. */
export function useLibrary(orgId: string) {
  const input = libraryInput(orgId);
  return useQuery({
    queryKey: queryKey(listCommands, input),
    queryFn: ({ signal }) => callApi(listCommands, input, { signal }),
  });
}
