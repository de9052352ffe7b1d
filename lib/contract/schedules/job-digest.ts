import { z } from 'zod';
import { none, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** Which jobs the mail is about: the person's own, or those of all commands that the person configures. */
export const DIGEST_OF = ['owned', 'configured'] as const;

const inOrg = z.strictObject({ orgId: textId });
const path = '/{orgId}/cron-job-digest';
const hour = z.int().min(0).max(23);

export const jobDigest = resource({
  isOn: ['is_on', z.boolean()],
  which: ['which', z.enum(DIGEST_OF)],
  /** When it is sent, on the clocks of the time zone. */
  hour: ['hour', hour],
  timezone: ['timezone', z.string()],
  /** When the next one is due; null while it is off. */
  nextAt: ['next_time', time.nullable()],
});

export const readJobDigest = operation({
  id: 'readJobDigest',
  method: 'GET',
  effect: 'read',
  path,
  summary: 'Whether the caller gets a daily mail about scheduled jobs of the organization, and when',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: jobDigest },
});

export const updateJobDigest = operation({
  id: 'updateJobDigest',
  method: 'PUT',
  effect: 'change',
  path,
  summary: 'Turns that mail on or off for the caller. Days with nothing to report have no mail',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: none,
  body: requestBody({
    isOn: ['isOn', z.boolean()],
    which: ['which', z.enum(DIGEST_OF).default('owned')],
    hour: ['hour', hour.default(7)],
    timezone: ['timezone', z.string().max(100).default('Etc/UTC')],
  }),
  answer: { kind: 'json', status: 200, schema: jobDigest },
});
