import { z } from 'zod';
import { ALERT_CHANNELS, ALERT_EVENTS, ONLY_WHEN } from '@/lib/schedules/alerts';
import { emailAddress } from '@/lib/wire/email-address';
import { id, none, pathId, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** The most alerts of a job. */
export const MOST_ALERTS = 50;

const configures = { needs: 'command', action: 'command.configure', id: 'path.kitId' } as const;
const ofJob = z.strictObject({ orgId: textId, kitId: pathId, cronJobId: pathId });
const oneAlert = z.strictObject({ orgId: textId, kitId: pathId, cronJobId: pathId, alertId: pathId });
const path = '/{orgId}/kits/{kitId}/cron-jobs/{cronJobId}/alerts';

const events = z.array(z.enum(ALERT_EVENTS)).min(1, 'Choose at least one').max(ALERT_EVENTS.length);

const alertShape = {
  alertId: ['alert_id', id],
  channel: ['channel', z.enum(ALERT_CHANNELS)],
  /** The person who gets mail; null for everything else. */
  userId: ['user_id', textId.nullable()],
  /** Their name, the listed address, or the host of an address outside. The rest of that may be a secret, so nobody sees it again. */
  target: ['target', z.string()],
  /** Whether mail reaches them: they have the command now and an address, or an admin lists the address. */
  isReached: ['is_reached', z.boolean()],
  events: ['events', events],
  onlyWhen: ['only_when', z.enum(ONLY_WHEN)],
  attachesResult: ['attaches_result', z.boolean()],
  /** The last message to an address outside. */
  lastDelivery: [
    'last_delivery',
    resource({
      state: ['state', z.enum(['waiting', 'sent', 'failed'])],
      attempts: ['attempts', z.int()],
      error: ['error', z.string().nullable()],
      at: ['time', time],
    }).nullable(),
  ],
} as const;

export const jobAlert = resource(alertShape);

/** An alert to create. */
export const newAlert = requestBody({
  channel: ['channel', z.enum(ALERT_CHANNELS)],
  userId: ['userId', textId.nullable().optional()],
  /** Instead of a person: an address that an admin listed. */
  address: ['address', emailAddress('Not a valid email!').max(254).nullable().optional()],
  url: ['url', z.string().max(2000).nullable().optional()],
  events: ['events', events],
  onlyWhen: ['onlyWhen', z.enum(ONLY_WHEN).default('always')],
  attachesResult: ['attachesResult', z.boolean().default(false)],
});

export const createdAlert = resource({
  ...alertShape,
  /** What signs the messages of a webhook. It is shown this once; null for the other channels. */
  signingKey: ['signing_key', z.string().nullable()],
});

export const listJobAlerts = operation({
  id: 'listJobAlerts',
  method: 'GET',
  effect: 'read',
  path,
  summary: 'Who is notified of how the runs of a scheduled job end',
  permission: configures,
  params: ofJob,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(jobAlert) },
});

export const createJobAlert = operation({
  id: 'createJobAlert',
  method: 'POST',
  effect: 'change',
  path,
  summary: 'Notifies a person who has the command, or an address outside, of how the runs of a job end',
  permission: configures,
  params: ofJob,
  query: none,
  body: newAlert,
  answer: { kind: 'json', status: 201, schema: createdAlert },
});

export const updateJobAlert = operation({
  id: 'updateJobAlert',
  method: 'PATCH',
  effect: 'change',
  path: `${path}/{alertId}`,
  summary: 'Changes what someone is notified of',
  permission: configures,
  params: oneAlert,
  query: none,
  body: requestBody({
    events: ['events', events.optional()],
    onlyWhen: ['onlyWhen', z.enum(ONLY_WHEN).optional()],
    attachesResult: ['attachesResult', z.boolean().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: jobAlert },
});

export const deleteJobAlert = operation({
  id: 'deleteJobAlert',
  method: 'DELETE',
  effect: 'change',
  path: `${path}/{alertId}`,
  summary: 'Stops notifying someone',
  permission: configures,
  params: oneAlert,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
