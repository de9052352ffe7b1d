import { z } from 'zod';
import { longId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

export const approvalState = z.enum(['waiting', 'granted', 'denied', 'expired', 'void', 'withdrawn']);
export type ApprovalState = z.output<typeof approvalState>;

/** The longest note to a request, and the longest reason of an answer. */
export const MOST_NOTE_CHARS = 2000;

/** A request for approval as the run that it is about shows it. */
export const runApproval = resource({
  approvalId: ['approval_id', longId],
  state: ['state', approvalState],
  /** What the asker wrote to the approvers; null for others. */
  note: ['note', z.string().nullable()],
  expiresAt: ['expires_time', time],
  answeredByName: ['answered_by_name', z.string().nullable()],
  reason: ['reason', z.string().nullable()],
  /** Whether the caller asked for it, or is an engineer of the command: others can't open the request. */
  mayView: ['may_view', z.boolean()],
  /** Whether the caller may answer it now. */
  mayAnswer: ['may_answer', z.boolean()],
  /** The names of those who can approve it, while it waits. */
  approvers: ['approvers', z.array(z.string())],
  /** The same without the caller. */
  otherApprovers: ['other_approvers', z.array(z.string())],
});
