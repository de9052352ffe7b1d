'use client';

import { Button } from '@mantine/core';
import { useCancelRun } from '@/components/run-stream/use-cancel-run';
import type { Command } from '../use-command';

/** Cancels a run in progress. */
export function CancelButton({ command: { orgId, commandId }, runId }: { command: Command; runId: number }) {
  const cancel = useCancelRun();
  return (
    <Button
      variant="default"
      size="xs"
      loading={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate({ orgId, commandId, runId })}
    >
      Cancel
    </Button>
  );
}
