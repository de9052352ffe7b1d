import type { BulkProgress } from '@/components/run-stream/run-stream';
import { timeLeftMs } from '@/lib/bulk/pace';
import { formatCount } from '@/lib/results/table/row-counts';
import { formatDuration } from '@/lib/runs/duration';
import styles from './bulk-bar.module.css';

const parts = [
  { key: 'success', word: 'succeeded' },
  { key: 'failed', word: 'failed' },
  { key: 'running', word: 'running' },
  { key: 'waiting', word: 'waiting' },
] as const;

export const failedRows = ({ failure, canceled }: BulkProgress): number => failure - canceled;

/** The progress of a bulk run: how many rows have ended, a bar, and the same in figures and words. */
export function BulkBar({ progress, pace }: { progress: BulkProgress; pace: number | null }) {
  const { total } = progress;
  const ended = progress.success + progress.failure;
  const counts = { ...progress, failed: failedRows(progress) };
  const rest = progress.waiting + progress.canceled;
  const shown = parts.filter(({ key }) => counts[key] > 0 || key === 'success');
  return (
    <div className={styles.box}>
      <p className={styles.line}>
        <b className={styles.count}>
          {formatCount(ended)} of {formatCount(total)}
          {progress.success === total && ' succeeded'}
        </b>
        <span className={styles.meta}>{paceWords(progress, pace)}</span>
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Rows that have ended"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
      >
        {parts
          .filter(({ key }) => key !== 'waiting' && counts[key] > 0)
          .map(({ key }) => (
            <span key={key} data-part={key} style={{ flexGrow: counts[key] }} />
          ))}
        {rest > 0 && <span data-part="waiting" style={{ flexGrow: rest }} />}
      </div>
      {/* The line above says it if all have succeeded. */}
      {progress.success < total && (
        <dl className={styles.figures}>
          {shown.map(({ key, word }) => (
            <div key={key} className={styles.figure} data-part={key}>
              <dd>{formatCount(counts[key])}</dd>
              <dt>{word}</dt>
            </div>
          ))}
          {progress.canceled > 0 && (
            <div className={styles.figure}>
              <dd>{formatCount(progress.canceled)}</dd>
              <dt>canceled</dt>
            </div>
          )}
        </dl>
      )}
      {progress.leftOutRows > 0 && (
        <p className={styles.leftOut}>
          {formatCount(progress.leftOutRows)} more rows were left out: an auto-run runs the first{' '}
          {formatCount(total)}.
        </p>
      )}
    </div>
  );
}

function paceWords(
  { total, success, failure, waiting, running, ...rest }: BulkProgress,
  pace: number | null,
): string {
  const percent = `${Math.floor(((success + failure) / total) * 100)}%`;
  if (rest.endedAt !== null) {
    const ms = rest.startedAt === null ? null : Date.parse(rest.endedAt) - Date.parse(rest.startedAt);
    return ms === null ? percent : `in ${formatDuration(ms)}`;
  }
  if (rest.isStopping) return `${percent} · stopping`;
  if (rest.isPaused) return `${percent} · paused`;
  const leftMs = timeLeftMs(waiting + running, pace);
  const speed = pace === null ? [] : [`${pace < 10 ? pace.toFixed(1) : Math.round(pace)} rows a second`];
  return [percent, ...speed, ...(leftMs === null ? [] : [`about ${formatDuration(leftMs)} left`])].join(
    ' · ',
  );
}
