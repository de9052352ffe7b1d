import { z } from 'zod';
import { id, none, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { grantFolder, grantGroup } from '../sharing/sharing';
import { accessLevel, accessRole, commandSummary } from './commands';

/** What a member may do with a command, and what gives it to them. */
export const memberAccess = resource({
  commandId: ['kit_id', id],
  role: ['role', accessRole],
  /** What gives it, the strongest first; empty for a command that the caller doesn't have. */
  grants: [
    'grants',
    z.array(
      resource({
        accessLevel: ['access_level', accessLevel],
        role: ['role', accessRole],
        /** The group that gives it; null for a direct grant. */
        group: ['group', grantGroup.nullable()],
        /** The folder that gives it; null for a grant on the command itself. */
        folder: ['directory', grantFolder.nullable()],
      }),
    ),
  ],
});

/** What an invited person gets once they join. */
export const promisedAccess = resource({
  role: ['role', accessRole],
  /** The folder that gives it; null for what is given by single commands. */
  folder: ['directory', grantFolder.nullable()],
  /** How many commands, each counted once, with its highest role. */
  commandCount: ['kit_count', z.int()],
});

export const diffCommands = operation({
  id: 'diffCommands',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/skinny-kits-diff/{userId}',
  summary:
    'The commands and folders that a member has access to, with their role on each and what gives it: commands shared with the caller, and only theirs',
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
      folders: ['folders', z.array(grantFolder)],
      /** The groups that the member is in, by name. */
      groups: ['groups', z.array(grantGroup)],
      /** What they get once they join; empty for people who have joined. */
      promised: ['promised', z.array(promisedAccess)],
      /** Their role on each of these commands of the organization. */
      access: ['access', z.array(memberAccess)],
    }),
  },
});
