import { z } from 'zod';
import { none, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The most days off of an organization. */
export const MOST_DAYS_OFF = 500;

const inOrg = z.strictObject({ orgId: textId });
const path = '/{orgId}/cron-job-settings';

const dayOff = z.strictObject({ date: z.iso.date(), name: z.string().trim().max(80) });

export const jobSettings = resource({
  /** Since when none of the organization's jobs fires; null while they do. */
  pausedAt: ['paused_time', time.nullable()],
  pausedBy: ['paused_by', z.string().nullable()],
  /** By date. Jobs that skip days off don't fire on these dates of their own time zone. */
  daysOff: ['days_off', z.array(dayOff)],
});

export const readJobSettings = operation({
  id: 'readJobSettings',
  method: 'GET',
  effect: 'read',
  path,
  summary: 'Whether all scheduled jobs of an organization are paused, and its days off',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: jobSettings },
});

export const updateJobSettings = operation({
  id: 'updateJobSettings',
  method: 'PATCH',
  effect: 'change',
  path,
  summary: 'Pauses or resumes all scheduled jobs of an organization at once, or replaces its days off',
  permission: { needs: 'org', action: 'org.manage' },
  params: inOrg,
  query: none,
  body: requestBody({
    isPaused: ['isPaused', z.boolean().optional()],
    daysOff: ['daysOff', z.array(dayOff).max(MOST_DAYS_OFF).optional()],
  }),
  answer: { kind: 'json', status: 200, schema: jobSettings },
});
