import { StatusDot } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import { statusTone } from '@/lib/runs/run-status';
import type { CommandSummary } from '../use-library';
import styles from './last-run.module.css';

/** When a command last ran, and how it ended; empty for people who may only look at it. */
export function LastRun({ command }: { command: CommandSummary }) {
  const { hasAccess, lastRunAt, lastRunStatus, lastRunEndReason } = command;
  if (!hasAccess) return null;
  const tone = statusTone(lastRunStatus, lastRunEndReason);
  // A run that waits, for its turn or for approval, has not been started.
  const running = lastRunStatus === 'starting' ? 'Waiting' : 'Running';
  const outcome = {
    good: 'Succeeded',
    bad: 'Failed',
    caution: 'Skipped',
    active: running,
    none: lastRunAt === null ? 'Never run' : 'Canceled',
  };
  return (
    <span className={styles.run}>
      <StatusDot tone={tone} label={outcome[tone]} />
      {tone === 'active' ? running : lastRunAt === null ? 'Never' : <Moment at={lastRunAt} as="ago" />}
    </span>
  );
}
