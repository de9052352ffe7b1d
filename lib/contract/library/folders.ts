import { z } from 'zod';
import { visibility } from '@/lib/settings/command-choices';
import { id, listFilter, none, pathId, sortField, sortsDown, textId, typedLabel } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { groupWithAccess, personWithAccess } from '../sharing/with-access';
import { accessRole } from './commands';

/** A folder with the people who have a role on it, and its commands that the caller can access. */
export const folder = resource({
  folderId: ['directory_id', id],
  orgId: ['org_id', textId],
  name: ['name', z.string()],
  /** The caller's own role; null for people who are here only because of a command in it. */
  role: ['role', accessRole.nullable()],
  /** People's direct roles, without those from groups. */
  people: ['uods', z.array(personWithAccess)],
  groups: ['groups', z.array(groupWithAccess)],
  /**
   * Everyone with a role, each listed once with the highest: direct, from a group, or as an admin of the organization.
   */
  allPeople: ['all_users', z.array(personWithAccess)],
  /**
   * Who has no role on the folder, but some of those of its commands that the caller can access, by name. Empty for callers
   * without a role, and null in lists of folders.
   */
  peopleOfCommands: [
    'users_of_kits',
    z.array(resource({ userId: ['user_id', textId], name: ['name', z.string()] })).nullable(),
  ],
  commands: [
    'kits',
    z.array(
      resource({
        commandId: ['kit_id', id],
        name: ['name', z.string()],
        visibility: ['visibility', visibility],
      }),
    ),
  ],
});

/** The name of a folder, as entered. */
export const folderName = typedLabel(100);

const inOrg = z.strictObject({ orgId: textId });
const onOneFolder = z.strictObject({ orgId: textId, directoryId: pathId });

export const listFolders = operation({
  id: 'listFolders',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/directories',
  summary: 'The folders that the caller has a role on, or a command in',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: z.strictObject({
    filter: listFilter,
    sort: sortField,
    sortDesc: sortsDown,
    /** `names` leaves out people, groups, and commands: their lists are empty. */
    only: z.enum(['names']).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(folder) },
});

export const readFolder = operation({
  id: 'readFolder',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/directories/{directoryId}',
  summary: 'One folder',
  permission: { needs: 'folder', action: 'folder.see', id: 'path.directoryId' },
  params: onOneFolder,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: folder },
});

export const createFolder = operation({
  id: 'createFolder',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/directories',
  summary: 'Creates a folder; the caller becomes its engineer',
  permission: { needs: 'org', action: 'org.read' },
  params: inOrg,
  query: none,
  body: requestBody({ name: ['name', folderName], orgId: ['orgId', textId.optional()] }),
  answer: { kind: 'json', status: 201, schema: folder },
  idempotent: true,
});

export const renameFolder = operation({
  id: 'renameFolder',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/directories/{directoryId}',
  summary: 'Renames a folder',
  permission: { needs: 'folder', action: 'folder.change', id: 'path.directoryId' },
  params: onOneFolder,
  query: none,
  body: requestBody({ name: ['name', folderName], orgId: ['orgId', textId.optional()] }),
  answer: { kind: 'json', status: 200, schema: folder },
});

export const deleteFolder = operation({
  id: 'deleteFolder',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/directories/{directoryId}',
  summary: 'Deletes a folder; its commands stay, in no folder',
  permission: { needs: 'folder', action: 'folder.change', id: 'path.directoryId' },
  params: onOneFolder,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
