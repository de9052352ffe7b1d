'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import type { Shared } from './sharing';

/** Whether what is shared is a command whose runs its other engineers approve. False until that is known. */
export function useNeedsApproval({ subject: { kind, orgId, id: kitId }, isCopycat }: Shared): boolean {
  const input = { params: { orgId, kitId } };
  const { data } = useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
    enabled: kind === 'command' && !isCopycat,
  });
  return data?.needsApproval === true && !isCopycat;
}
