import { z } from 'zod';
import { pathId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { runEndReason } from '../runs/run';
import { count, countedCommand, day, days, inOrg, manage, outcomes, switches } from './shared';

/** Milliseconds, at most 5 % off; null without such runs. */
const time = z.int().min(0).nullable();

/** How long runs that succeeded took from their start to their end, and how long all runs waited for their start. */
const times = {
  takenMedianMs: ['taken_median_ms', time],
  taken95Ms: ['taken_p95_ms', time],
  waitedMedianMs: ['waited_median_ms', time],
  waited95Ms: ['waited_p95_ms', time],
} as const;

/** The failed runs of a week with an end reason, and how many of them History doesn't list for the caller. */
export const weekOfReason = resource({
  weekStart: ['week_start', day],
  reason: ['end_reason', runEndReason],
  runs: ['runs', count],
  unlisted: ['unlisted', count],
});

/** Without the times of weeks in which nothing ran. */
export const weekOfTimes = resource({ weekStart: ['week_start', day], ...times });

/** The runs of a command in the days of a request. */
export const commandFigures = resource({
  ...countedCommand,
  isDeleted: ['is_deleted', z.boolean()],
  ...outcomes,
  ...times,
});

export const listWeeklyReasons = operation({
  id: 'listWeeklyReasons',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runs/weekly-reasons',
  summary: 'How many runs failed in each week for each reason, the oldest week first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(weekOfReason) },
});

export const listWeeklyTimes = operation({
  id: 'listWeeklyTimes',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runs/weekly-times',
  summary:
    'How long runs took and waited in each week, of all commands or of one, without those that fill dropdowns or run on startup',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...days, command_id: pathId.optional() }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(weekOfTimes) },
});

export const listCommandFigures = operation({
  id: 'listCommandFigures',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runs/by-command',
  summary:
    'How the runs of each command ended, and how long they took and waited, those with the most failures first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(commandFigures) },
});
