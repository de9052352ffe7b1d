import { z } from 'zod';
import { textId } from './values';
import { resource } from './wire';

/**
 * What became of a message when it was written: `queued`, the worker sends it; `outbox`, there is no mail server and an
 * admin passes it on; null, none was written.
 */
export const posted = z.enum(['queued', 'outbox']).nullable();

/** How it went for each who was written to, in the order they were given; `error` is null where all is well. */
export const mailOutcomes = z.array(
  resource({
    email: ['email', z.string().nullable()],
    userId: ['user_id', textId.nullable()],
    error: ['error', z.string().nullable()],
    posted: ['mail', posted],
  }),
);
