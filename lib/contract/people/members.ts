import { z } from 'zod';
import { listFilter, none, queryNumber, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { orgRole } from './people';

/** A person in an organization. */
export const member = resource({
  userId: ['user_id', textId],
  uoId: ['uo_id', z.string()],
  name: ['name', z.string()],
  email: ['email', z.string().nullable()],
  role: ['role', orgRole],
  isDeleted: ['is_deleted', z.boolean()],
  isPending: ['is_pending_to_org', z.boolean()],
  /** Whether they were removed before they joined: their invitation was revoked. */
  isRevoked: ['is_revoked', z.boolean()],
  /** Has never signed in: was only invited, or only comes from the directory. */
  isPendingToProduct: ['is_pending_to_pushboard', z.boolean()],
  /** Whether only tokens can act as it: a program's member, not a person. */
  isServiceAccount: ['is_service_account', z.boolean()],
  /** Joined within the last week, and the organization is older. */
  isNew: ['is_new', z.boolean()],
  /**
   * Whether they are engineer of any command; of an invited person, whether they will be once they join. Null in a list that
   * isn't read page by page.
   */
  isEngineer: ['is_engineer', z.boolean().nullable()],
  /** Whether they have any command, in the same way. */
  hasCommands: ['has_commands', z.boolean().nullable()],
  /** The names of their groups. Null in a list that isn't read page by page. */
  groups: ['groups', z.array(z.string()).nullable()],
  /**
   * When they last ran, changed, or answered something in the organization, by themselves or by a program with their token.
   * Null if the audit log has nothing of them, in a list that isn't read page by page, and for readers who aren't admins.
   */
  lastActiveAt: ['last_active_time', time.nullable()],
});

export const group = resource({
  groupId: ['group_id', textId],
  name: ['name', z.string()],
  /** How the group stands to the directory: absent from it, in it, or deleted from it since. */
  directory: ['directory', z.enum(['none', 'synced', 'deleted'])],
  people: [
    'users',
    z.array(
      resource({
        userId: ['user_id', textId],
        name: ['name', z.string()],
        /** Whether they were invited and haven't joined: the group gives them nothing yet. */
        isPending: ['is_pending_to_org', z.boolean()],
      }),
    ),
  ],
});

const inOrg = z.strictObject({ orgId: textId });
/** As many people as one page of the list has. */
export const MOST_MEMBERS_A_PAGE = 200;

export const listMembers = operation({
  id: 'listMembers',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/members',
  summary:
    'The people of the organization, by name: up to 10,000, or one page, with removed people last and their number in X-Total-Count',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: z.strictObject({
    filter: listFilter,
    page: queryNumber(0, 100_000).optional(),
    per_page: queryNumber(1, MOST_MEMBERS_A_PAGE).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(member) },
});

export const readMember = operation({
  id: 'readMember',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/members/{userId}',
  summary: 'One person of the organization',
  permission: { needs: 'org', action: 'org.read' },
  params: z.strictObject({ orgId: textId, userId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: member },
});

export const updateMember = operation({
  id: 'updateMember',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/members/{userId}',
  summary: 'Changes the role of a person, removes them from the organization, or takes them back',
  permission: { needs: 'org', action: 'org.manage' },
  params: z.strictObject({ orgId: textId, userId: textId }),
  query: none,
  body: requestBody({
    role: ['role', orgRole.optional()],
    isDeleted: ['isDeleted', z.boolean().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: member },
});

export const listGroups = operation({
  id: 'listGroups',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/groups',
  summary: 'The groups of the organization with their people, by name',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(group) },
});
