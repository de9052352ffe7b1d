import pino from 'pino';
import { env } from '@/server/base/env';
import { loggedError } from '@/server/base/logged-error';
import { processWide } from '@/server/base/process-wide';

export type Log = pino.Logger;

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secrets'];

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
