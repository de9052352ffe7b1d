import pino from 'pino';
import { env } from '@/server/env';
import { processWide } from '@/server/process-wide';

export type Log = pino.Logger;

const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secrets'];

/**
 * JSON lines on standard output. What could be a secret is cut out wherever it stands; values of runs and
 * bodies of requests are never logged in the first place.
 */
export const log = (): Log =>
  processWide('log', () =>
    pino({
      level: env().logLevel,
      base: { pid: process.pid },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[cut]' },
    }),
  );
