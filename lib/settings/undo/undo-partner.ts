import { z } from 'zod';

const name = z.string().min(1).max(2000);
const MOST_MAPS = 500;
/** A year. */
export const MOST_MINUTES = 60 * 24 * 365;

/**
 * One input of the partner, and what fills it: a value of the run by its input key, a field of its result, or a value that
 * is always the same, as it is typed.
 */
export const undoMap = z.union([
  z.strictObject({ input_key: name, from: z.enum(['input', 'output']), name }),
  z.strictObject({ input_key: name, from: z.literal('value'), value: z.union([name, z.boolean()]) }),
]);

/** The command that takes a command back, and for how many minutes after a run it is offered; null for as long as it can. */
export const undoPartner = z.strictObject({
  kit_id: z.int().positive(),
  minutes: z.int().min(1).max(MOST_MINUTES).nullable(),
  maps: z.array(undoMap).max(MOST_MAPS),
});

export type UndoMap = z.output<typeof undoMap>;
/** What fills an input from the run. */
export type RunMap = Exclude<UndoMap, { from: 'value' }>;
export type UndoPartner = z.output<typeof undoPartner>;

/** A partner as the definition of a run keeps it, with the partner's version when the run started. */
export interface FrozenUndo extends UndoPartner {
  version: number;
}
