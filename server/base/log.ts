import pino from 'pino';
import { env } from '@/server/base/env';
import { loggedError } from '@/server/base/logged-error';
import { processWide } from '@/server/base/process-wide';

export type Log = pino.Logger;

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secrets'];

/** The errors that were logged with their stack, so that none is twice as it passes from one part to the next. */
const logged = () => processWide('logged errors', () => new WeakSet<Error>());

export const wasLogged = (error: unknown): boolean => error instanceof Error && logged().has(error);

/**
 * Logs an error unless that was done before: by the part that noticed that a service doesn't answer, for example.
 * @param facts what else to write down
 */
export function logOnce(
  to: Log,
  level: 'info' | 'warn' | 'error',
  error: unknown,
  facts: Readonly<Record<string, unknown>>,
  message: string,
): void {
  if (wasLogged(error)) return;
  if (error instanceof Error) logged().add(error);
  to[level]({ err: error, ...facts }, message);
}

/**
 * Logs JSON lines to standard output. Anything that could be a secret is redacted; values of runs and bodies of
 * requests are never logged.
 */
export const log = (): Log =>
  processWide('log', () =>
    pino({
      level: env().logLevel,
      base: { pid: process.pid },
      serializers: { err: loggedError },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[cut]' },
    }),
  );
