'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { type commandUsage, readUsage } from '@/lib/contract/runs/usage';

export type Usage = z.output<typeof commandUsage>;

/** The runs of a command in numbers. Days are those of the reader's calendar. */
export function useUsage(orgId: string, commandId: number) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const input = { params: { orgId, kitId: commandId }, query: { zone: timeZone } };
  return useQuery({
    queryKey: queryKey(readUsage, input),
    queryFn: ({ signal }) => callApi(readUsage, input, { signal }),
    staleTime: 0,
  });
}
