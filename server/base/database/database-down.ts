import pRetry from 'p-retry';
import { log } from '@/server/base/log';

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

/** Error codes that mean the database can be read, but takes no changes: it is read-only, or its disk is full. */
const UNCHANGEABLE = new Set(['25006', '53100']);

/**
 * Error codes that mean the same when a connection to a socket file fails. Anywhere else, they are about other files.
 */
const DOWN_AT_CONNECT = new Set(['ENOENT', 'EAGAIN']);

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** Whether a change was refused because the database takes none at the moment. Nothing of it was done. */
export const isDatabaseUnchangeable = (error: unknown): boolean =>
  error instanceof Error && UNCHANGEABLE.has(codeOf(error));

/** Whether the database is unreachable or takes no changes: what failed can be repeated later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    DOWN.has(codeOf(error)) ||
    ('syscall' in error && error.syscall === 'connect' && DOWN_AT_CONNECT.has(codeOf(error))) ||
    isDatabaseUnchangeable(error) ||
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
