import { z } from 'zod';
import { id, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { runOrigins } from '../runs/trigger';
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
  zone,
} from './shared';

/** A command that nobody ran for so many days, today included, is unused. */
export const UNUSED_DAYS = 90;

/** The runs of a week that go back to a person, a schedule, and so on; `unlisted` as in other figures. */
export const weekOfOrigin = resource({
  weekStart: ['week_start', day],
  origin: ['origin', z.enum(runOrigins)],
  runs: ['runs', count],
  unlisted: ['unlisted', count],
});

/** The runs at a connection, wherever its commands are now. */
export const connectionFigures = resource({
  credentialId: ['creds_id', id],
  name: ['name', z.string()],
  sourceKind: ['source_kind', z.string()],
  isDeleted: ['is_deleted', z.boolean()],
  ...outcomes,
  unlisted: ['unlisted', unlistedOutcomes],
});

/** The runs of the people who are in a group now; those of people in no group, without an id and a name. */
export const groupFigures = resource({
  groupId: ['group_id', textId.nullable()],
  name: ['name', z.string().nullable()],
  /** How many of them ran anything. */
  people: ['people', count],
  ...outcomes,
});

/** A command that has not run lately. `commands` counts those of a row without a name, and is 1 for all others. */
export const unusedCommand = resource({
  ...countedCommand,
  commands: ['commands', count],
  createdAt: ['created_at', time.nullable()],
  lastRunAt: ['last_run_at', time.nullable()],
});

/** A command that one person can run, and who that is. `commands` as above. */
export const loneCommand = resource({
  ...countedCommand,
  commands: ['commands', count],
  userId: ['user_id', textId.nullable()],
  userName: ['user_name', z.string().nullable()],
});

export const listWeeklyOrigins = operation({
  id: 'listWeeklyOrigins',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runs/weekly-origins',
  summary:
    'How many runs of each week people, schedules, webhooks, and programs started, the oldest week first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(weekOfOrigin) },
});

export const listConnectionFigures = operation({
  id: 'listConnectionFigures',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runs/by-connection',
  summary: 'How the runs at each connection ended, those with the most runs first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(connectionFigures) },
});

export const listGroupFigures = operation({
  id: 'listGroupFigures',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/runs/by-group',
  summary: 'How the runs of the people of each group ended, those with the most runs first',
  permission: manage,
  params: inOrg,
  query: z.strictObject({ ...switches, ...days }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(groupFigures) },
});

export const listUnusedCommands = operation({
  id: 'listUnusedCommands',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/commands/unused',
  summary: `Commands at least ${UNUSED_DAYS} days old that have not run for as long, those that never ran first`,
  permission: manage,
  params: inOrg,
  query: z.strictObject({ zone }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(unusedCommand) },
});

export const listLoneCommands = operation({
  id: 'listLoneCommands',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/commands/one-person',
  summary: 'Commands that only one person can run besides the admins of the organization, by name',
  permission: manage,
  params: inOrg,
  query: z.strictObject({}),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(loneCommand) },
});
