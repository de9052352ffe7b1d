import { z } from 'zod';
import { id, none, pathId, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** How many commands a person can pin. */
export const MOST_PINS = 24;

/** A command that a person keeps on their home page. */
export const pinnedCommand = resource({
  commandId: ['kit_id', id],
  orgId: ['org_id', textId],
  pinnedAt: ['pinned_at', time],
});

const ofCommand = {
  effect: 'run',
  path: '/{orgId}/kits/{kitId}/users/{userId}/pinned',
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, userId: textId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
} as const;

export const listPins = operation({
  id: 'listPins',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/users/{userId}/pinned',
  summary: "The caller's own pinned commands that they still have, the first pinned first",
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId, userId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(pinnedCommand) },
});

export const pinCommand = operation({
  ...ofCommand,
  id: 'pinCommand',
  method: 'PUT',
  summary: `Pins a command for the caller, at most ${MOST_PINS}; pinning it again changes nothing`,
});

export const unpinCommand = operation({
  ...ofCommand,
  id: 'unpinCommand',
  method: 'DELETE',
  summary: "Removes a command from the caller's pinned ones",
});
