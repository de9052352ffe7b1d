'use client';

import { Button, Loader } from '@mantine/core';
import { ResultView } from '@/components/result-view/result-view';
import { RunLog } from '@/components/result-view/run-log';
import type { LiveRun } from '@/components/run-stream/run-stream';
import { useCancelRun } from '@/components/run-stream/use-cancel-run';
import type { Run } from '@/components/run-stream/use-run';
import type { Command } from '../use-command';
import styles from './running-body.module.css';

interface RunningBodyProps {
  command: Command;
  /** Null until the run has been created; before that there is nothing to cancel. */
  runId: number | null;
  run: Run | null;
  live: LiveRun | null;
}

/** A run in progress: its message, first rows, log, and a way to cancel it. */
export function RunningBody({ command, runId, run, live }: RunningBodyProps) {
  const { orgId, commandId } = command;
  const cancel = useCancelRun();
  const status = live?.status ?? run?.status ?? 'starting';
  const log = live?.log ?? run?.log ?? null;
  return (
    <>
      <div className={styles.line}>
        <Loader size={16} aria-hidden />
        <span>
          {status === 'starting' ? 'Starting…' : (command.template.runningMessage ?? 'Command is running...')}
        </span>
        {runId !== null && (
          <Button
            className={styles.cancel}
            variant="default"
            size="xs"
            loading={cancel.isPending || cancel.isSuccess}
            onClick={() => cancel.mutate({ orgId, commandId, runId })}
          >
            Cancel
          </Button>
        )}
      </div>
      {run?.isPartial && run.payload !== null && (
        <ResultView payload={run.payload} format={run.payloadFormat} commandId={run.commandId} />
      )}
      {log !== null && log !== '' && <RunLog log={log} isOpen />}
    </>
  );
}
