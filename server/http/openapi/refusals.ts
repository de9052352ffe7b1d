import type { AnyOperation } from '@/lib/contract/operation';
import type { JsonObject } from '@/server/http/openapi/schemas';

const words = {
  Invalid: 'Something in the request is invalid; `issues` says what',
  NotSignedIn: 'Nobody is signed in, or the token has expired',
  Forbidden: 'The caller may not do this',
  NotFound: "It doesn't exist, or the caller may not know of it",
  Conflict: 'It was changed meanwhile, or its state does not allow this',
  ConflictOrRepeated:
    'It was changed meanwhile, or its state does not allow this; or the `Idempotency-Key` was used for another request, or the first request with it is still in progress, which `Retry-After` says',
  TooMany: 'Too many requests; `Retry-After` says when to try again',
  Refused: 'Any other refusal, or an error',
} as const;

/** The refusals that operations share, by name. */
export const refusals = (error: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(words).map(([name, description]) => [
      name,
      { description, content: { 'application/json': { schema: error } } },
    ]),
  );

/** The refusals of an operation, by status. */
export function refusalsOf({ permission, effect, idempotent }: AnyOperation): JsonObject {
  const isOpen = permission.needs === 'nothing';
  const names: Readonly<Record<string, keyof typeof words>> = {
    '400': 'Invalid',
    ...(isOpen ? {} : ({ '401': 'NotSignedIn', '403': 'Forbidden', '404': 'NotFound' } as const)),
    ...(effect === 'read' ? {} : { '409': idempotent ? 'ConflictOrRepeated' : 'Conflict' }),
    '429': 'TooMany',
    default: 'Refused',
  };
  return Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}
