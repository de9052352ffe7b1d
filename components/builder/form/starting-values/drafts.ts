import { z } from 'zod';
import type { InputValues } from '@/lib/inputs/input';
import { opaqueObject } from '@/lib/wire/values';

/** What was typed into a command's form and not sent yet. */
export interface Draft {
  values: InputValues;
  unreadable: Record<string, string>;
}

const draftSchema: z.ZodType<Draft> = z.object({
  values: opaqueObject,
  unreadable: z.record(z.string(), z.string()),
});

const keyOf = (userId: string, commandId: number) => `pushboard:draft:${userId}:${commandId}`;

/** The person's draft for a command. Null if they have none, or if it can no longer be read. */
export function readDraft(userId: string, commandId: number): Draft | null {
  try {
    const stored = localStorage.getItem(keyOf(userId, commandId));
    return stored === null ? null : (draftSchema.safeParse(JSON.parse(stored)).data ?? null);
  } catch {
    return null;
  }
}

/** Keeps the draft on this machine through reloads and expired sessions; logging out deletes it. */
export function writeDraft(userId: string, commandId: number, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(userId, commandId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: the form itself still holds what was typed.
  }
}

export function forgetDraft(userId: string, commandId: number): void {
  try {
    localStorage.removeItem(keyOf(userId, commandId));
  } catch {
    // As above: nothing was stored, so nothing needs to be deleted.
  }
}
