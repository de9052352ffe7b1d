import { Loader } from '@mantine/core';
import type { LiveRun } from '@/components/run-stream/run-stream';
import type { Run } from '@/components/run-stream/use-run';
import type { Command } from '../use-command';
import styles from './run-card-head.module.css';

interface RunningMessageProps {
  command: Command;
  run: Run | null;
  live: LiveRun | null;
}

/** What a run in progress is doing, in the command's own words if it has any. */
export function RunningMessage({ command, run, live }: RunningMessageProps) {
  const status = live?.status ?? run?.status ?? 'starting';
  return (
    <span className={styles.running}>
      <Loader size={14} aria-hidden />
      <span className={styles.message}>
        {status === 'starting' ? 'Starting…' : (command.template.runningMessage ?? 'Command is running...')}
      </span>
    </span>
  );
}
