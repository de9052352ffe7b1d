import { z } from 'zod';
import { id, none, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** What an admin does first in a new organization, and what of it is done, by anyone. */
export const firstSteps = resource({
  hasConnection: ['has_connection', z.boolean()],
  hasCommand: ['has_command', z.boolean()],
  hasRun: ['has_run', z.boolean()],
  hasColleague: ['has_colleague', z.boolean()],
  hasShared: ['has_shared', z.boolean()],
  /** The command to run or share: the newest read-only one. If none is read-only, the newest of all; null without commands. */
  commandId: ['kit_id', id.nullable()],
});

export const endTour = operation({
  id: 'endTour',
  method: 'POST',
  effect: 'change',
  path: '/users/me/tour',
  summary: 'Records that the caller has seen the tour, so that it does not start by itself again',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

const ofOrg = {
  path: '/{orgId}/first-steps',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
} as const;

export const readFirstSteps = operation({
  ...ofOrg,
  id: 'readFirstSteps',
  method: 'GET',
  effect: 'read',
  summary: 'The first steps of a new organization, and which of them are done',
  answer: { kind: 'json', status: 200, schema: firstSteps },
});

export const closeFirstSteps = operation({
  ...ofOrg,
  id: 'closeFirstSteps',
  method: 'DELETE',
  effect: 'change',
  summary: 'Hides the first steps of this organization from the caller for good',
  answer: { kind: 'nothing' },
});
