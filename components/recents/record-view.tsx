'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '@/lib/api-client';
import { readCommand } from '@/lib/contract/commands';
import type { ResponseOf } from '@/lib/contract/operation';
import { listRecents, recordRecent } from '@/lib/contract/recents';
import { queryKey } from '@/lib/query-keys';

interface RecordViewProps {
  orgId: string;
  commandId: number;
  userId: string;
}

/** Notes that somebody opened a command they have, for their recent ones. It draws nothing. */
export function RecordView({ orgId, commandId, userId }: RecordViewProps) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const command = queryClient.getQueryData<ResponseOf<typeof readCommand>>(
      queryKey(readCommand, { params: { orgId, kitId: commandId } }),
    );
    // Who only looks at a public command has no recent ones here.
    if (command?.hasAccess !== true) return;
    const params = { orgId, kitId: commandId, userId };
    callApi(recordRecent, { params, body: { source: 'view' } })
      .then(() => queryClient.invalidateQueries({ queryKey: [listRecents.id] }))
      // A list of recent commands that lacks one is no reason to disturb somebody at work.
      .catch(() => undefined);
  }, [queryClient, orgId, commandId, userId]);
  return null;
}
