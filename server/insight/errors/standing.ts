import { errorStates } from '@/lib/contract/insight/errors';
import { column, type RowOf } from '@/server/base/database/statements';

/** The columns that say where an error stands. */
export const STANDING = {
  state: column.oneOf(errorStates),
  /** Failures from then on belong to this state. */
  state_since: column.time,
  ignored_until: column.time.nullable(),
  /** It is ignored until `runs` is greater. */
  ignored_until_runs: column.int.nullable(),
  runs: column.int,
};
type Standing = RowOf<typeof STANDING>;

/** When a failed run started, or was requested if it never did, and when it ended. */
export interface FailedAt {
  begunAt: Date;
  endedAt: Date;
}

/** Older failures open nothing: after an upgrade, the worker groups those of years. */
export const CURRENT_MS = 7 * 24 * 60 * 60 * 1000;
/** Nobody hears about older failures than this. */
const TELL_MS = 60 * 60 * 1000;

export const isCurrent = ({ endedAt }: FailedAt, nowMs: number): boolean =>
  nowMs - endedAt.getTime() <= CURRENT_MS;

export const isWorthTelling = (failures: readonly FailedAt[], nowMs: number): boolean =>
  failures.some(({ endedAt }) => nowMs - endedAt.getTime() <= TELL_MS);

/**
 * Whether an error that was resolved or ignored returns with further failures. A run that began before an error was
 * resolved may still fail with it.
 */
export function returnsWith(standing: Standing, failures: readonly FailedAt[], nowMs: number): boolean {
  const since = standing.state_since.getTime();
  const later = failures.filter((failed) => failed.begunAt.getTime() > since && isCurrent(failed, nowMs));
  if (later.length === 0) return false;
  switch (standing.state) {
    case 'open':
      return false;
    case 'resolved':
      return true;
    case 'ignored': {
      const { ignored_until: until, ignored_until_runs: most, runs } = standing;
      const isOver = until !== null && later.some(({ begunAt }) => begunAt >= until);
      return isOver || (most !== null && runs + failures.length > most);
    }
  }
}
