import { z } from 'zod';
import { none, pathId, textId } from '@/lib/wire/values';
import { operation } from '../operation';

const commandOfPerson = z.strictObject({ orgId: textId, userId: textId, kitId: pathId });

const commandOfGroup = z.strictObject({ orgId: textId, groupId: textId, kitId: pathId });

const folderOfPerson = z.strictObject({ orgId: textId, userId: textId, directoryId: pathId });

const folderOfGroup = z.strictObject({ orgId: textId, groupId: textId, directoryId: pathId });

const unshare = { query: none, body: null, answer: { kind: 'nothing' } } as const;

export const unshareCommandWithPerson = operation({
  id: 'unshareCommandWithPerson',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/can/{userId}/access/kit/{kitId}',
  summary: 'Takes back the role that a person was given on a command',
  permission: { needs: 'command', action: 'command.share', id: 'path.kitId' },
  params: commandOfPerson,
  ...unshare,
});

export const unshareCommandWithGroup = operation({
  id: 'unshareCommandWithGroup',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/can/group/{groupId}/access/kit/{kitId}',
  summary: 'Takes back the role that a group was given on a command',
  permission: { needs: 'command', action: 'command.share', id: 'path.kitId' },
  params: commandOfGroup,
  ...unshare,
});

export const unshareFolderWithPerson = operation({
  id: 'unshareFolderWithPerson',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/can/{userId}/access/directory/{directoryId}',
  summary: 'Takes back the role that a person was given on a folder',
  permission: { needs: 'folder', action: 'folder.change', id: 'path.directoryId' },
  params: folderOfPerson,
  ...unshare,
});

export const unshareFolderWithGroup = operation({
  id: 'unshareFolderWithGroup',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/can/group/{groupId}/access/directory/{directoryId}',
  summary: 'Takes back the role that a group was given on a folder',
  permission: { needs: 'folder', action: 'folder.change', id: 'path.directoryId' },
  params: folderOfGroup,
  ...unshare,
});
