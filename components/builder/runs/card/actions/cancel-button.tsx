'use client';

import { Button } from '@mantine/core';
import type { Command } from '@/components/builder/use-command';
import { useCancelRun } from '@/components/run-stream/use-cancel-run';

interface CancelButtonProps {
  command: Command;
  runId: number;
  label: 'Cancel' | 'Withdraw';
}

/** Cancels a run that has not ended. */
export function CancelButton({ command: { orgId, commandId }, runId, label }: CancelButtonProps) {
  const cancel = useCancelRun();
  return (
    <Button
      variant="default"
      size="xs"
      loading={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate({ orgId, commandId, runId })}
    >
      {label}
    </Button>
  );
}
