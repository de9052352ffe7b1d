import { ApiError } from '@/lib/client/api-client';

/** The field of the limit of runs at once. */
export const RUN_LIMIT = '#limit';

/** The field of the workers that its runs go to. */
export const WORKER_TAG_FIELD = '#worker';

/** The field of how often its source is looked at. */
export const LOOK_EVERY = '#look';

/** The field of the connection's own name. */
export const NICKNAME = 'nickname';

/** The server's messages about single fields: `db.host` is about `host`. */
export function problemsOf(error: Error): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.issues.map(({ path, message }) => [
      path === 'name' ? NICKNAME : path.replace(/^\w+\./, ''),
      message,
    ]),
  );
}
