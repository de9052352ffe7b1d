import { z } from 'zod';
import { longId, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

/**
 * What happened to a new message. `queued`: the worker sends it. `delayed`: the worker sends it once the mail server
 * answers again; until then, an admin can pass on its link. `outbox`: no mail server is set up, so an admin passes it on.
 * Null: no message was written.
 */
export const posted = z.enum(['queued', 'delayed', 'outbox']).nullable();

/** The message in the outbox whose link someone can pass on; null for every other message. */
export const waitingMailId = longId.nullable();

/** The outcome for each recipient, in the order given; `error` is null on success. */
export const mailOutcomes = z.array(
  resource({
    email: ['email', z.string().nullable()],
    userId: ['user_id', textId.nullable()],
    error: ['error', z.string().nullable()],
    posted: ['mail', posted],
    mailId: ['mail_id', waitingMailId],
  }),
);
