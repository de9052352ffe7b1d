import { isDatabaseDown, isDatabaseUnchangeable } from '@/server/database-down';
import { env } from '@/server/env';
import { AppError } from '@/server/errors';
import type { Log } from '@/server/log';

/** A value that passed our checks and yet is none of the column's type: a list filter's, say. */
const BAD_VALUE = new Set(['22P02', '22003', '22007', '22008', '22021', '22P05']);

function isBadValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BAD_VALUE.has(String(error.code));
}

/** Whatever was thrown, as a refusal that may be shown: faults of ours say nothing of their inside. */
export function asRefusal(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseUnchangeable(thrown)) {
    return new AppError(
      'unavailable',
      'The database of Pushboard takes no changes at the moment: it is read-only, or its disk is full. Nothing was changed. Try again later, or tell your administrator.',
      { cause: thrown, retryAfterSeconds: 30 },
    );
  }
  if (isDatabaseDown(thrown)) {
    return new AppError(
      'unavailable',
      'The database of Pushboard cannot be reached. Try again in a moment.',
      {
        cause: thrown,
        retryAfterSeconds: 5,
      },
    );
  }
  if (isBadValue(thrown)) {
    return new AppError('invalid', 'A value of the request is not of the right kind.', { cause: thrown });
  }
  return new AppError(
    'internal',
    `Pushboard made a mistake. Try again; if it stays, quote the request id to ${env().supportEmail ?? 'your administrator'}.`,
    { cause: thrown },
  );
}

/**
 * The body of a refusal.
 *
 * @param current how the thing stands now, in the wire's words; undefined where nothing is to be said of it.
 */
export function refusalBody({ code, message, issues }: AppError, requestId: string, current?: unknown) {
  const error = { code, message, ...(issues.length > 0 ? { issues } : {}), request_id: requestId, current };
  return { error };
}

/** A refusal as the API answers it; see `refusalBody`. */
export function refusalResponse(refusal: AppError, requestId: string, current?: unknown): Response {
  const { status, retryAfterSeconds } = refusal;
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Request-Id': requestId });
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  return Response.json(refusalBody(refusal, requestId, current), { status, headers });
}

/** Faults of ours go to the log whole; refusals on purpose need only their code. */
export function logRefusal(log: Log, refusal: AppError): void {
  if (refusal.status >= 500)
    log.error({ err: refusal.cause ?? refusal, status: refusal.status }, refusal.message);
  else log.info({ status: refusal.status, code: refusal.code }, 'refused');
}
