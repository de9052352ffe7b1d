'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { type commandDetail, readCommand } from '@/lib/contract/command/command';

export type Command = z.output<typeof commandDetail>;

/** The command of a builder page, prefetched by the server and kept fresh by the browser. */
export function useCommand(orgId: string, commandId: number) {
  const input = { params: { orgId, kitId: commandId } };
  return useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
  });
}
