import { z } from 'zod';
import { resource } from '@/lib/wire/wire';
import { MOST_NOTE_CHARS } from './run-approval';

/** What a person can say about runs, one or many, besides their values, as a request names it. */
export const startExtras = {
  /** A note to the engineers who approve the run. */
  approvalNote: ['approvalNote', z.string().trim().max(MOST_NOTE_CHARS).nullable().optional()],
  /** The command's `confirmation_word`, as a person typed it. */
  confirmation: ['confirmation', z.string().max(200).nullable().optional()],
} as const;

/** The same for a single run. */
export const runExtras = {
  ...startExtras,
  /** Whether to undo everything at the source at the end, and to answer with what would change. */
  isDryRun: ['dryRun', z.boolean().optional()],
  /** Whether values that break only a format, length, or range that the source checks itself are sent as they are. */
  runsAnyway: ['runAnyway', z.boolean().optional()],
} as const;

/** What a dry run would have changed. */
export const dryRunReport = resource({
  changes: [
    'changes',
    z.array(z.object({ table: z.string(), inserted: z.int(), updated: z.int(), deleted: z.int() })),
  ],
  notUndone: ['not_undone', z.array(z.string())],
});
