import { z } from 'zod';
import { isTimeZone } from '@/lib/schedules/wall-clock';
import { queryBoolean, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';

/** So many weeks are counted if a request names no days. */
export const WEEKS_AT_FIRST = 12;
/** The most days that a request may name. */
export const MOST_DAYS = 740;
/** How many days the past month has, today included. */
export const PAST_MONTH_DAYS = 30;

export const count = z.int().min(0);
export const day = z.iso.date();
export const inOrg = z.strictObject({ orgId: textId });
export const manage = { needs: 'org', action: 'org.manage' } as const;

export const zone = z
  .string()
  .max(100)
  .refine(isTimeZone, 'Must be a time zone, such as America/New_York')
  .optional();
/** Runs that fill dropdowns, and those that run on startup, count only if asked for. */
export const switches = {
  show_dropdown_runs: queryBoolean.optional(),
  show_startup_runs: queryBoolean.optional(),
};
/** The time zone whose days are counted, UTC by default, and the first and last of them. */
export const days = { zone, since: day.optional(), until: day.optional() };

/** How runs ended. A canceled run is not a failed one. */
export const outcomes = {
  success: ['success', count],
  failed: ['failure', count],
  canceled: ['cancelled', count],
} as const;

/** Those of them that History doesn't list for the caller: of deleted commands, and of other people's private ones. */
export const unlistedOutcomes = resource(outcomes);

/**
 * A command as figures name it. All private commands of other people are one, without an id, a name, and a folder.
 */
export const countedCommand = {
  commandId: ['command_id', z.int().nullable()],
  name: ['name', z.string().nullable()],
  folderName: ['directory_name', z.string().nullable()],
} as const;
