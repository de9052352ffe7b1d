import { z } from 'zod';
import { none, textId, typedName } from '@/lib/wire/values';
import { requestBody } from '@/lib/wire/wire';
import { operation } from '../operation';
import { group } from './members';

const inOrg = z.strictObject({ orgId: textId });
const onOneGroup = z.strictObject({ orgId: textId, groupId: textId });
const groupName = typedName(100);

/** An admin of the organization adds a person to a group, or removes one. */
const manage = { needs: 'org', action: 'org.manage' } as const;

export const createGroup = operation({
  id: 'createGroup',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/groups',
  summary: 'Creates a group',
  permission: manage,
  params: inOrg,
  query: none,
  body: requestBody({ name: ['name', groupName] }),
  answer: { kind: 'json', status: 201, schema: group },
});

export const renameGroup = operation({
  id: 'renameGroup',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/groups/{groupId}',
  summary: 'Renames a group',
  permission: manage,
  params: onOneGroup,
  query: none,
  body: requestBody({ name: ['name', groupName] }),
  answer: { kind: 'json', status: 200, schema: group },
});

export const deleteGroup = operation({
  id: 'deleteGroup',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/groups/{groupId}',
  summary: 'Deletes a group; people who had commands or folders only through it lose them',
  permission: manage,
  params: onOneGroup,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const addToGroup = operation({
  id: 'addToGroup',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/groups/{groupId}/members',
  summary: 'Puts people of the organization into a group',
  permission: manage,
  params: onOneGroup,
  query: none,
  body: requestBody({ userIds: ['userIds', z.array(textId).min(1).max(500)] }),
  answer: { kind: 'json', status: 200, schema: group },
});

export const removeFromGroup = operation({
  id: 'removeFromGroup',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/groups/{groupId}/members/{userId}',
  summary: 'Takes a person out of a group',
  permission: manage,
  params: z.strictObject({ orgId: textId, groupId: textId, userId: textId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
