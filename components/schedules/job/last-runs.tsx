import { formatDuration } from '@/lib/runs/duration';
import { statusLabel } from '@/lib/runs/run-status';
import styles from '../jobs.module.css';
import type { ListedJob } from '../use-jobs';

const LEAST_HEIGHT = 5;
const MOST_HEIGHT = 20;

/** The last runs of a job as bars, the oldest first: their color says how they ended, their height how long they took. */
export function LastRuns({ runs }: Pick<{ runs: ListedJob['lastRuns'] }, 'runs'>) {
  if (runs.length === 0) return <span className={styles.quiet}>Not run yet</span>;
  const longest = Math.max(1, ...runs.map(({ durationMs }) => durationMs ?? 0));
  const words = runs.map(({ status }) => statusLabel(status, null).word);
  const failed = words.filter((_, at) => runs[at]?.status !== 'success').length;
  const label = `The last ${runs.length}: ${runs.length - failed} succeeded${failed > 0 ? `, ${failed} did not` : ''}`;
  return (
    <span className={styles.bars} role="img" aria-label={label}>
      {[...runs].reverse().map(({ runId, status, durationMs }) => {
        const { tone, word } = statusLabel(status, null);
        const height = LEAST_HEIGHT + ((durationMs ?? 0) / longest) * (MOST_HEIGHT - LEAST_HEIGHT);
        return (
          <span
            key={runId}
            className={styles.bar}
            data-tone={tone}
            style={{ height }}
            title={durationMs === null ? word : `${word}, ${formatDuration(durationMs)}`}
          />
        );
      })}
    </span>
  );
}
