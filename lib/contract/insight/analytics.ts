import { z } from 'zod';
import { textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import {
  count,
  countedCommand,
  day,
  days,
  inOrg,
  manage,
  outcomes,
  switches,
  unlistedOutcomes,
} from './shared';

/**
 * The runs requested in a week from Monday on, by how they ended. `unlisted` are those among them that History doesn't
 * list for the caller: of deleted commands, and of other people's private ones.
 */
export const weekOfRuns = resource({
  weekStart: ['week_start', day],
  startsAt: ['starts_at', time],
  endsAt: ['ends_at', time],
  ...outcomes,
  unlisted: ['unlisted', unlistedOutcomes],
});

/** How often a command was run. */
export const trendingCommand = resource({
  ...countedCommand,
  orgId: ['org_id', textId],
  /** Runs of all time; the documents' names for the numbers. */
  allTime: ['all_time_web_filters', count],
  pastMonth: ['past_month_web_filters', count],
  /** Runs in the days of the request. */
  inDays: ['runs_in_days', count],
  isDeleted: ['is_deleted', z.boolean()],
});

export const trendingRunner = resource({
  userId: ['user_id', textId],
  name: ['name', z.string()],
  allTime: ['total_usage', count],
  pastMonth: ['recent_usage', count],
  /** Runs in the days of the request. */
  inDays: ['runs_in_days', count],
});

/** Commands that a person added in a week from Monday on, whether or not they still exist. */
export const weekOfAdditions = resource({
  weekStart: ['week_start', day],
  userId: ['user_id', textId],
  name: ['name', z.string()],
  added: ['additions', count],
});

export const listWeeklyRuns = operation({
  id: 'listWeeklyRuns',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runs/weekly-success-failure',
  summary: 'How many runs succeeded, failed, and were canceled in each week, the oldest first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(weekOfRuns) },
});

export const listTrendingCommands = operation({
  id: 'listTrendingCommands',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/legos/trending',
  summary:
    'How often each command was run in some days, in the past month, and ever, the most used in the days first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(trendingCommand) },
});

export const listTrendingRunners = operation({
  id: 'listTrendingRunners',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runners/trending',
  summary:
    'How often each person ran commands in some days, in the past month, and ever, the most active in the days first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(trendingRunner) },
});

export const listWeeklyAdditions = operation({
  id: 'listWeeklyAdditions',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/syncs/additions-weekly-by-user',
  summary: 'How many commands each person added in each week, the oldest week first',
  permission: manage,
  params: inOrg,
  query: z.strictObject(days),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(weekOfAdditions) },
});
