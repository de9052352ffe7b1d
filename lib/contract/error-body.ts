import { z } from 'zod';

export const errorCode = z.enum([
  'invalid',
  'not_signed_in',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'too_slow',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'impossible',
  'too_many_requests',
  'internal',
  'unavailable',
  'timed_out',
]);

/** The body of every refusal. */
export const errorBody = z.object({
  error: z.object({
    code: errorCode,
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    request_id: z.string(),
    /** Whether other people were asked to approve it: the same request succeeds once one of them has. */
    asked_for_approval: z.literal(true).optional(),
    /** With `conflict`: the current state, in the shape of the operation that reads it. */
    current: z.unknown().optional(),
  }),
});

export type ErrorCode = z.infer<typeof errorCode>;
export type Issue = { path: string; message: string };
