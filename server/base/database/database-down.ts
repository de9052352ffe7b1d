import pRetry, { type RetryContext } from 'p-retry';
import { noteOutage } from '@/server/base/database/outage-log';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';

/** Error codes of the network between us and the server. */
const CUT = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Error codes of Postgres, and of poolers in front of it, that mean that the database is unreachable, not that it
 * rejected a statement: class 08 (PgBouncer says nearly everything with 08P01), a session that the server ended, a server
 * that starts or has no place left, and the pool of a pooler that has no connection (58000).
 */
const AWAY = /^(08...|57P0[1235]|25P03|53300|58000)$/;

/** Prisma's own codes for the same, which hide the code of the driver. */
const AWAY_FOR_PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2037']);

/**
 * A server that ends a session says so with this severity, and so do poolers, whatever their code. These codes say that
 * it will never let us in: the password, the role, or the database is wrong. If it has let us in before, someone has
 * changed that, and may change it back.
 */
const FATAL = new Set(['FATAL', 'PANIC']);
const NEVER = /^(28|3D|42|22|0A)/;
/** The same of a login, with Prisma's codes, which hide the severity. */
const LOCKED_OUT = /^(28...|3D000|P1000|P1003|P1010)$/;

const access = () => processWide('access to the database', () => ({ hadOnce: false }));

/** Notes that the database has let this process in. A process that it never let in ends with the reason. */
export function noteAccess(): void {
  access().hadOnce = true;
}

/** Error codes that mean the database can be read, but takes no changes: it is read-only, or its disk is full. */
const UNCHANGEABLE = new Set(['25006', '53100']);

/** What the driver says without a code. */
const SAID =
  /timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|Connection terminated|connection error and is not queryable|was closed and is not queryable/;

/**
 * Error codes that mean the same when a connection to a socket file fails. Anywhere else, they are about other files.
 */
const DOWN_AT_CONNECT = new Set(['ENOENT', 'EAGAIN']);

/** Codes of statements that the database will reject whenever they come: their data or their text are wrong. */
const REJECTED = /^(0A|22|23|42|54)/;

const textOf = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** The code of an error; of one that came through Prisma, the driver's, if that is known. */
function codeOf(error: Error): string {
  let within: unknown = error;
  for (const name of ['meta', 'driverAdapterError', 'cause', 'originalCode']) {
    within = typeof within === 'object' && within !== null ? Reflect.get(within, name) : undefined;
  }
  return typeof within === 'string' ? within : textOf(error, 'code');
}

/** Whether a change was refused because the database takes none at the moment. Nothing of it was done. */
export const isDatabaseUnchangeable = (error: unknown): boolean =>
  error instanceof Error && UNCHANGEABLE.has(codeOf(error));

/** Whether the database is unreachable or takes no changes: what failed can be repeated later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    CUT.has(code) ||
    AWAY.test(code) ||
    AWAY_FOR_PRISMA.has(code) ||
    (textOf(error, 'syscall') === 'connect' && DOWN_AT_CONNECT.has(code)) ||
    (FATAL.has(textOf(error, 'severity')) && (!NEVER.test(code) || access().hadOnce)) ||
    (LOCKED_OUT.test(code) && access().hadOnce) ||
    isDatabaseUnchangeable(error) ||
    SAID.test(error.message)
  );
}

/** Whether a statement had no response within its time. Its connection is of no use anymore. */
export const isSilent = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** Whether a database will reject the same statement again, because of what it says. */
export const isRejected = (error: unknown): boolean =>
  error instanceof Error && !isDatabaseDown(error) && REJECTED.test(codeOf(error));

/**
 * Logs that something failed. While the database is down, one line a minute stands for everything that waits for it.
 *
 * @param message what failed
 * @param facts more fields of the line
 */
export function warnOf(error: unknown, message: string, facts: Readonly<Record<string, unknown>> = {}): void {
  if (isDatabaseDown(error)) noteOutage(error);
  else log().warn({ ...facts, err: error }, message);
}

/** Statements that are refused again and again are logged this often: the first time, and then about once a minute. */
const LOG_EVERY = 30;

async function persistently<T>(
  work: () => Promise<T>,
  shouldRepeat: (error: unknown) => boolean,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  let first: Promise<T> | null = work();
  try {
    // Nearly all work succeeds at once, so nothing is prepared to repeat it yet.
    return await first;
  } catch (error) {
    if (!shouldRepeat(error)) throw error;
  }
  const attempt = (): Promise<T> => {
    const attempted = first ?? work();
    first = null;
    return attempted;
  };
  return pRetry(attempt, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 100,
    maxTimeout: 2000,
    ...(signal === undefined ? {} : { signal }),
    shouldRetry: ({ error }) => shouldRepeat(error),
    onFailedAttempt: ({ error, attemptNumber }: RetryContext) => {
      if (!shouldRepeat(error)) return;
      if (isDatabaseDown(error)) noteOutage(error);
      else if (attemptNumber % LOG_EVERY === 1)
        log().error({ err: error }, 'The database refused a statement; trying again');
    },
  });
}

/**
 * Repeats `work` for as long as the database is down, so that what happened is recorded as soon as possible. A
 * connection may break after a commit and before its response, so `work` may have taken effect already: guard it by the
 * state it changes.
 *
 * @param signal ends the wait; its reason is thrown then
 */
export const untilDatabaseAnswers = <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
  persistently(work, isDatabaseDown, signal);

/**
 * Repeats `work` until it is done, whatever the reason that it fails: for what must be recorded because it has happened.
 * It is guarded as that of `untilDatabaseAnswers`.
 *
 * @param mayPass whether the reason of a failure may be gone later; if not, it is thrown
 */
export const untilRecorded = <T>(
  work: () => Promise<T>,
  mayPass: (error: unknown) => boolean = (error) => !isRejected(error),
): Promise<T> => persistently(work, mayPass);
