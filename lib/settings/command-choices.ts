import { z } from 'zod';

// Lists of commands need these, and none of the other settings.

export const visibility = z.enum(['justme', 'org', 'public', 'store']);

export const warningTag = z.enum(['creates_data', 'updates_data', 'slows_db', 'safe']);
export type WarningTag = z.output<typeof warningTag>;

/** What a command does to data, in the same words at import, in lists, on forms, and under Safety. Deleting is changing. */
export const warningWords = {
  creates_data: 'Creates data',
  updates_data: 'Changes data',
  slows_db: 'Slows down the database',
  safe: 'Reads data',
} as const satisfies Record<WarningTag, string>;
