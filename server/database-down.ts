import pRetry from 'p-retry';
import { log } from '@/server/log';

/** Error codes of Postgres and its client that mean the database is unreachable, not that it rejected a statement. */
const DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
]);

export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    DOWN.has(code) ||
    /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/.test(
      error.message,
    )
  );
}

/**
 * Repeats `work` for as long as the database is down, so that what happened is recorded as soon as possible. A
 * connection may break after a commit and before its response, so `work` may have taken effect already: guard it by the
 * state it changes.
 */
export function untilDatabaseAnswers<T>(work: () => Promise<T>): Promise<T> {
  return pRetry(work, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 100,
    maxTimeout: 2000,
    shouldRetry: ({ error }) => isDatabaseDown(error),
    onFailedAttempt: ({ error, attemptNumber }) => {
      if (isDatabaseDown(error) && attemptNumber === 1)
        log().warn({ err: error }, 'Waiting for the database');
    },
  });
}
