import { z } from 'zod';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { count, countedCommand, days, inOrg, manage } from './shared';

/**
 * What a command saved in a month: its runs that succeeded, times the estimate of minutes at that time. Without commands
 * that nobody has estimated.
 */
export const monthOfSavings = resource({
  /** Such as 2026-11, with those of its days that the request has. */
  month: ['month', z.string().regex(/^\d{4}-\d{2}$/)],
  ...countedCommand,
  isDeleted: ['is_deleted', z.boolean()],
  runs: ['runs', count],
  minutes: ['minutes', count],
});

export const listSavings = operation({
  id: 'listSavings',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/minutes-saved',
  summary: 'How many minutes the runs of each command saved in each month, by the estimates of its engineers',
  permission: manage,
  params: inOrg,
  query: z.strictObject(days),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(monthOfSavings) },
});
