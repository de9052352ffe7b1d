import { Loader } from '@mantine/core';
import type { Command } from '@/components/builder/use-command';
import type { LiveRun } from '@/components/run-stream/run-stream';
import type { Run } from '@/components/run-stream/use-run';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import { noWorkerWith } from '@/lib/sources/worker-tag';
import styles from './run-card-head.module.css';

interface RunningMessageProps {
  command: Command;
  run: Run | null;
  live: LiveRun | null;
}

/** A run that could start at once did so before it was read for the first time. */
function waitingMessage(run: Run | null, isHeld: boolean): string {
  if (isHeld) return 'Held: this copy of Pushboard runs nothing until it is released';
  if (run === null) return 'Starting…';
  if (run.missingWorkerTag !== null) return `${noWorkerWith(run.missingWorkerTag)} Waiting for one…`;
  return run.trigger === 'retry' ? 'Waiting for its next attempt…' : 'Waiting for a free place…';
}

/** What a run in progress is doing, in the command's own words if it has any. */
export function RunningMessage({ command, run, live }: RunningMessageProps) {
  const isHeld = usePanelPage()?.isHeld ?? false;
  const status = live?.status ?? run?.status ?? 'starting';
  return (
    <span className={styles.running}>
      <Loader size={14} aria-hidden />
      <span className={styles.message}>
        {status === 'starting'
          ? waitingMessage(run, isHeld)
          : (command.template.runningMessage ?? 'Command is running...')}
      </span>
    </span>
  );
}
