import { z } from 'zod';
import { visibility } from '@/lib/settings/command-choices';
import { id, none, pathId, queryNumber, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { accessRole } from '../library/commands';
import { operation } from '../operation';
import { posted, waitingMailId } from './mail-outcome';
import { recipient } from './recipient';
import { accessLevel, groupWithAccess, personWithAccess } from './with-access';

const orgRole = z.enum(['admin', 'member']);

/** The people who have a command, and what gives it to them. */
export const commandPeople = resource({
  visibility: ['visibility', visibility],
  /**
   * Everyone who has it, each listed once, with what gives them their highest role. Invited people, who will have it when
   * they join the organization, are pending.
   */
  people: ['users', z.array(personWithAccess)],
  /** The ones whose role doesn't come from a group. */
  withoutGroups: ['non_group_users', z.array(personWithAccess)],
  /** The groups with a direct grant, and those of its folder. */
  groups: ['groups', z.array(groupWithAccess)],
  /** The same people as `users`, under the name from the documents. */
  allPeople: ['all_users', z.array(personWithAccess)],
});

export const listCommandPeople = operation({
  id: 'listCommandPeople',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/users',
  summary: 'Who has a command, with which role and by what',
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: commandPeople },
});

/** What a person may do with a command, and what gives it to them. */
const verdict = resource({
  /** Null for a person without access; they may still see a public command. */
  role: ['role', accessRole.nullable()],
  accessLevel: ['access_level', accessLevel.nullable()],
  canSee: ['can_see', z.boolean()],
  canRun: ['can_run', z.boolean()],
  canConfigure: ['can_configure', z.boolean()],
});

const membership = z.enum(['active', 'pending', 'deleted', 'outside']);

/** Names a group that gives a role. */
export const grantGroup = resource({ groupId: ['group_id', textId], name: ['name', z.string()] });

/** Names a folder that gives a role. */
export const grantFolder = resource({ folderId: ['directory_id', id], name: ['name', z.string()] });

/** One thing that gives a person a role on a command, or would. */
const grant = resource({
  accessLevel: ['access_level', accessLevel],
  role: ['role', accessRole],
  /** The group that gives it to them; null for a direct grant. */
  group: ['group', grantGroup.nullable()],
  /** The folder that gives it to them; null for a grant on the command itself. */
  folder: ['directory', grantFolder.nullable()],
  /** Why it has no effect right now; null if it counts. */
  void: ['void', z.enum(['justme', 'original', 'pending', 'deleted', 'outside']).nullable()],
  /** What they could still do if only this were removed. */
  withoutIt: ['without_it', verdict],
});

/** Why a person can or can't run a command, grant by grant, strongest first. */
export const commandAccessOfPerson = resource({
  userId: ['user_id', textId],
  name: ['name', z.string()],
  email: ['email', z.string().nullable()],
  membership: ['membership', membership],
  visibility: ['visibility', visibility],
  verdict: ['verdict', verdict],
  grants: ['grants', z.array(grant)],
});

export const readCommandAccess = operation({
  id: 'readCommandAccess',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/users/{userId}/access',
  summary:
    'Why a person can or cannot run a command, grant by grant, and what would change without each; people of other organizations may ask of themselves alone',
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, userId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: commandAccessOfPerson },
});

/** What a person may do with a folder, and the role that gives it to them. */
const folderVerdict = resource({
  role: ['role', accessRole.nullable()],
  /** Also people who have no role on it, but a command in it. */
  canOpen: ['can_open', z.boolean()],
  canChange: ['can_change', z.boolean()],
});

/** Why a person can or can't open a folder, grant by grant, strongest first. */
export const folderAccessOfPerson = resource({
  userId: ['user_id', textId],
  name: ['name', z.string()],
  email: ['email', z.string().nullable()],
  membership: ['membership', membership],
  verdict: ['verdict', folderVerdict],
  /**
   * The number of commands in it that they have by other means than the folder or being an admin of the organization.
   */
  commandCount: ['kit_count', z.int()],
  grants: [
    'grants',
    z.array(
      resource({
        accessLevel: ['access_level', z.enum(['org', 'dir'])],
        role: ['role', accessRole],
        /** The group that gives it to them; null for a direct grant. */
        group: ['group', grantGroup.nullable()],
        /** Why it has no effect right now; null if it counts. */
        void: ['void', z.enum(['pending', 'deleted', 'outside']).nullable()],
        /** What they could still do if only this were removed. */
        withoutIt: ['without_it', folderVerdict],
      }),
    ),
  ],
});

export const readFolderAccess = operation({
  id: 'readFolderAccess',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/directories/{directoryId}/users/{userId}/access',
  summary: 'Why a person can or cannot open a folder, grant by grant, and what would change without each',
  permission: { needs: 'folder', action: 'folder.see', id: 'path.directoryId' },
  params: z.strictObject({ orgId: textId, directoryId: pathId, userId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: folderAccessOfPerson },
});

/** The people and groups that a person may share with, found by name or address. */
export const recipients = resource({
  people: [
    'users',
    z.array(
      resource({
        userId: ['user_id', textId],
        name: ['name', z.string()],
        email: ['email', z.string().nullable()],
        role: ['role', orgRole],
        isPending: ['is_pending_to_org', z.boolean()],
      }),
    ),
  ],
  groups: [
    'groups',
    z.array(
      resource({
        groupId: ['group_id', textId],
        name: ['name', z.string()],
        peopleCount: ['user_count', z.int()],
      }),
    ),
  ],
});

export const findRecipients = operation({
  id: 'findRecipients',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/recipients',
  summary:
    'The people and groups of the organization with a text in their name or address, the likeliest first',
  permission: { needs: 'org', action: 'org.read' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    search: z
      .string()
      .max(320)
      .refine((text) => !text.includes('\0'), 'Must be text')
      .optional(),
    /** How many of each to return at most; 10 by default. */
    max: queryNumber(1, 600).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: recipients },
});

const groupRecipient = requestBody({
  groupId: ['groupId', textId],
  name: ['name', z.string().nullish()],
  role: ['newKitDirGroupRole', accessRole.nullish()],
});

const shareBody = requestBody({
  recipients: ['recipients', z.array(recipient).max(500).default([])],
  groups: ['groups', z.array(groupRecipient).max(500).default([])],
  note: ['optionalNote', z.string().max(2000).nullish()],
  baseUrl: ['baseUrl', z.string().nullish()],
  skipTheSending: ['skipTheSending', z.boolean().nullish()],
});

/** The outcome for each recipient, in the order given, people before groups; `error` is null on success. */
const outcomes = z.array(
  resource({
    userId: ['user_id', textId.nullable()],
    email: ['email', z.string().nullable()],
    groupId: ['group_id', textId.nullable()],
    error: ['error', z.string().nullable()],
    posted: ['mail', posted],
    mailId: ['mail_id', waitingMailId],
  }),
);

export const shareCommand = operation({
  id: 'shareCommand',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/share',
  summary: 'Gives people and groups a role on a command, or another one than they have',
  permission: { needs: 'command', action: 'command.share', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: shareBody,
  answer: { kind: 'json', status: 200, schema: outcomes },
  idempotent: true,
});

export const shareFolder = operation({
  id: 'shareFolder',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/directories/{directoryId}/share',
  summary: 'Gives people and groups a role on a folder and the commands in it, or another one than they have',
  permission: { needs: 'folder', action: 'folder.change', id: 'path.directoryId' },
  params: z.strictObject({ orgId: textId, directoryId: pathId }),
  query: none,
  body: shareBody,
  answer: { kind: 'json', status: 200, schema: outcomes },
  idempotent: true,
});
