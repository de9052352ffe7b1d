import { z } from 'zod';

// Lists of commands need these, and none of the other settings.

export const visibility = z.enum(['justme', 'org', 'public', 'store']);

export const warningTag = z.enum(['creates_data', 'updates_data', 'slows_db', 'safe']);
export type WarningTag = z.output<typeof warningTag>;

/** As document 3 §3 has them. */
export const warningWords = {
  creates_data: 'Creates data',
  updates_data: 'Updates data',
  slows_db: 'Slows down database',
  safe: 'Safe',
} as const satisfies Record<WarningTag, string>;
