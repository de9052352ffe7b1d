'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import { listRecents, recordRecent } from '@/lib/contract/library/recents';
import type { ResponseOf } from '@/lib/contract/operation';

interface RecordViewProps {
  orgId: string;
  commandId: number;
  userId: string;
}

/** Records that a person opened a command they have, for their recent ones. Renders nothing. */
export function RecordView({ orgId, commandId, userId }: RecordViewProps) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const command = queryClient.getQueryData<ResponseOf<typeof readCommand>>(
      queryKey(readCommand, { params: { orgId, kitId: commandId } }),
    );
    // People who only look at a public command have no recent ones here.
    if (command?.hasAccess !== true) return;
    const params = { orgId, kitId: commandId, userId };
    callApi(recordRecent, { params, body: { source: 'view' } })
      .then(() => queryClient.invalidateQueries({ queryKey: [listRecents.id] }))
      // A recent command that isn't recorded isn't worth interrupting anyone.
      .catch(() => undefined);
  }, [queryClient, orgId, commandId, userId]);
  return null;
}
