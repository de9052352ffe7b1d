'use client';

import { Button } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listErrors } from '@/lib/contract/insight/errors';

const LOOK_AGAIN_MS = 3000;
/** A worker groups a failure within seconds. */
const MOST_LOOKS = 3;

/** Leads from a failed run to its error, for those who see that. Nothing for others. */
export function RunErrorLink({ orgId, runId }: { orgId: string; runId: number }) {
  const panels = useSidePanels();
  const input = { params: { orgId }, query: { run_id: runId } };
  const { data } = useQuery({
    queryKey: queryKey(listErrors, input),
    queryFn: ({ signal }) => callApi(listErrors, input, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.errors.length === 0 && state.dataUpdateCount < MOST_LOOKS ? LOOK_AGAIN_MS : false,
  });
  const error = data?.errors[0];
  if (error === undefined) return null;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconBug size={14} stroke={1.75} aria-hidden />}
      onClick={() => panels.push({ kind: 'error', errorId: error.errorId })}
    >
      {error.runs === 1 ? 'Show the error' : `Show the error of ${error.runs.toLocaleString('en-US')} runs`}
    </Button>
  );
}
