import { isDatabaseDown, isDatabaseUnchangeable } from '@/server/base/database/database-down';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { type Log, logOnce, wasLogged } from '@/server/base/log';
import { MissingKeyError } from '@/server/base/secrets/seal';
import { jsonResponse } from '@/server/http/responses/json-response';

/** A value that passed our checks but doesn't fit the column's type, in a list filter for example. */
const BAD_VALUE = new Set(['22P02', '22003', '22007', '22008', '22021', '22P05']);

function isBadValue(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BAD_VALUE.has(String(error.code));
}

/** Converts anything thrown into an error that may be shown: internal errors reveal no details. */
export function asRefusal(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseUnchangeable(thrown)) {
    return new AppError(
      'unavailable',
      'The database is read-only right now, or its disk is full. Nothing was changed. Try again later, or tell the people who run Pushboard.',
      { cause: thrown, retryAfterSeconds: 30 },
    );
  }
  if (isDatabaseDown(thrown)) {
    return new AppError('unavailable', 'Pushboard cannot reach its database. Try again in a moment.', {
      cause: thrown,
      retryAfterSeconds: 5,
    });
  }
  if (thrown instanceof MissingKeyError) {
    return new AppError('unavailable', `A saved secret can't be opened: ${thrown.reason}`, { cause: thrown });
  }
  if (isBadValue(thrown)) {
    return new AppError('invalid', 'A value in the request has the wrong type.', { cause: thrown });
  }
  return new AppError(
    'internal',
    `Something went wrong in Pushboard. Try again. If it keeps happening, quote the request id to ${env().supportEmail ?? 'the people who run Pushboard'}.`,
    { cause: thrown },
  );
}

/**
 * The body of a refusal.
 *
 * @param current the current state of the subject, in the wire's form; undefined to leave it out
 */
export function refusalBody(refusal: AppError, requestId: string, current?: unknown) {
  const { code, message, issues, isAskedFor } = refusal;
  const error = {
    code,
    message,
    ...(issues.length > 0 && { issues }),
    ...(isAskedFor && { asked_for_approval: true }),
    request_id: requestId,
    current,
  };
  return { error };
}

/** A refusal as the API's response; see `refusalBody`. */
export function refusalResponse(refusal: AppError, requestId: string, current?: unknown): Response {
  const { status, retryAfterSeconds } = refusal;
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Request-Id': requestId });
  if (retryAfterSeconds !== null) headers.set('Retry-After', String(retryAfterSeconds));
  return jsonResponse(JSON.stringify(refusalBody(refusal, requestId, current)), status, headers);
}

/** Internal errors are logged in full, once; expected errors need only their code. */
export function logRefusal(log: Log, refusal: AppError): void {
  const error = refusal.cause ?? refusal;
  if (refusal.status >= 500 && !wasLogged(error))
    logOnce(log, 'error', error, { status: refusal.status }, refusal.message);
  else log.info({ status: refusal.status, code: refusal.code }, 'refused');
}
