import { z } from 'zod';
import { isTimeZone } from '@/lib/schedules/wall-clock';
import { pathId, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** How many days the past month has, today included. */
export const PAST_MONTH_DAYS = 30;

/** The most people who are listed by name. */
export const MOST_RUNNERS = 50;

/** How many of the newest successful runs the durations are of. */
export const MOST_TIMED_RUNS = 10_000;

const count = z.int().min(0);
const webFilters = z.array(z.string());

const runner = resource({
  userId: ['user_id', textId],
  name: ['name', z.string()],
  totalUsage: ['total_usage', count],
  recentUsage: ['recent_usage', count],
  webFilters: ['web_filters', webFilters],
});

/**
 * The runs of a command in numbers. The rows of a bulk run count, and the bulk run itself doesn't; dropdown and startup
 * runs don't count either. Web filters are the `filter` of the history that lists exactly the counted runs.
 */
export const commandUsage = resource({
  name: ['name', z.string()],
  allTime: ['all_time', count],
  allTimeWebFilters: ['all_time_web_filters', webFilters],
  pastMonth: ['past_month', count],
  pastMonthWebFilters: ['past_month_web_filters', webFilters],
  /** Each day of the past month, the oldest first. */
  days: ['days', z.array(resource({ day: ['day', z.iso.date()], runs: ['runs', count] }))],
  /** Of the past month. */
  outcomes: [
    'outcomes',
    resource({
      success: ['success', count],
      failed: ['failed', count],
      canceled: ['cancelled', count],
      inProgress: ['in_progress', count],
    }),
  ],
  /** How long the newest successful runs of the past month took, in milliseconds; null if there are none. */
  durations: [
    'durations',
    resource({
      runs: ['runs', count],
      medianMs: ['median_ms', z.number()],
      p95Ms: ['p95_ms', z.number()],
    }).nullable(),
  ],
  /** Those who ran it most in the past month, then those who ran it most at any time. */
  runners: ['runners', z.array(runner)],
  /** Everyone else who ran it. */
  otherRunners: [
    'other_runners',
    resource({
      people: ['people', count],
      totalUsage: ['total_usage', count],
      recentUsage: ['recent_usage', count],
    }),
  ],
});

export const readUsage = operation({
  id: 'readUsage',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/kits/{kitId}/usage',
  summary: 'How often a command was run, by day and by person, how its runs ended, and how long they took',
  permission: { needs: 'command', action: 'command.seeRuns', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: z.strictObject({
    /** The time zone whose days are counted; UTC by default. */
    zone: z.string().max(100).refine(isTimeZone, 'Must be a time zone, such as America/New_York').optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: commandUsage },
});
