import { z } from 'zod';
import { id, none, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { commandSummary } from './commands';

export const diffCommands = operation({
  id: 'diffCommands',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/skinny-kits-diff/{userId}',
  summary:
    'The commands and folders that a member has access to: commands shared with the caller, and only theirs',
  permission: { needs: 'org', action: 'org.read' },
  params: z.strictObject({ orgId: textId, userId: textId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      both: ['both', z.array(commandSummary)],
      /**
       * Only the names and the people of commands, so that the caller can ask for access; nothing about what they do.
       */
      justThem: ['just_them', z.array(commandSummary)],
      /** The folders that the member has a role on, by name; also those without commands. */
      folders: ['folders', z.array(resource({ folderId: ['directory_id', id], name: ['name', z.string()] }))],
    }),
  },
});
