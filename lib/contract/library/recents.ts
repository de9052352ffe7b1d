import { z } from 'zod';
import { id, listFilter, longId, none, pathId, sortField, sortsDown, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

export const recentSource = z.enum(['view', 'share']);

/** A command that a person recently opened or shared. */
export const recentCommand = resource({
  recentId: ['uok_id', longId],
  commandId: ['kit_id', id],
  orgId: ['org_id', textId],
  name: ['name', z.string()],
  isCommand: ['is_cmd', z.boolean()],
  source: ['source', recentSource],
  lastViewedAt: ['last_viewed', time],
});

export const listRecents = operation({
  id: 'listRecents',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/users/{userId}/recent',
  summary: "The caller's own recent commands, the latest first; at most 100",
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId, userId: textId }),
  query: z.strictObject({
    filter: listFilter,
    sort: sortField,
    sortDesc: sortsDown,
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(recentCommand) },
});

export const recordRecent = operation({
  id: 'recordRecent',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/kits/{kitId}/users/{userId}/recent',
  summary: 'Notes that the caller looked at a command, or shared it',
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, userId: textId }),
  query: none,
  body: requestBody({ source: ['source', recentSource] }),
  answer: { kind: 'nothing' },
});
