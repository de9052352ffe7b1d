import { setTimeout as pause } from 'node:timers/promises';
import type { ConfirmationState } from '@/lib/contract/runs/confirmations';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { forbidden } from '@/server/base/errors';
import { readRow, stateOf } from '@/server/runs/confirmations/confirmation-row';

/** A person who clicks doesn't notice this, and one read by its key costs next to nothing. */
const LOOK_AGAIN_MS = 500;

interface Waiting {
  confirmationId: string;
  /** The token that asked. */
  tokenId: string;
  timeoutMs: number;
  /** Aborted when nobody waits for the answer anymore. */
  signal: AbortSignal;
}

/**
 * Waits until a person has answered, the confirmation has expired, the time is up, or the caller has left; `waiting` in the
 * latter two. Throws 403 for a confirmation of another token.
 */
export async function waitForAnswer({
  confirmationId,
  tokenId,
  timeoutMs,
  signal,
}: Waiting): Promise<ConfirmationState> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const isOver = AbortSignal.any([signal, late.signal]);
  try {
    for (;;) {
      const state = await look(confirmationId, tokenId);
      if (state !== 'waiting' || isOver.aborted) return state;
      await pause(LOOK_AGAIN_MS, undefined, { signal: isOver }).catch(() => undefined);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function look(confirmationId: string, tokenId: string): Promise<ConfirmationState> {
  const row = await readRow(confirmationId, { tokenId }).catch((error: unknown) => {
    // While the database is unreachable there is nothing to see; the next turn looks again.
    if (isDatabaseDown(error)) return 'unseen' as const;
    throw error;
  });
  if (row === 'unseen') return 'waiting';
  if (row === null) throw unknownConfirmation();
  return stateOf(row, null);
}

export const unknownConfirmation = () =>
  forbidden(
    'This code is not valid: another program got it, or it expired long ago. Call the command again to get a new one.',
  );
