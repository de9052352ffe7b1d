import statement, { type Sql as Statement } from 'sql-template-tag';

// What other folders need to know about grants, besides whether a person has access (scope.ts). Only this folder names
// the tables of grants.

/** Whether a person, member or not, has a grant on a command of an organization. */
export const holdsCommandGrant = (org: Statement, person: Statement): Statement =>
  statement`exists (select from command_user_grant g where g.org_id = ${org} and g.user_id = ${person})`;

/** The ids of everyone who has a grant on a command of an organization. */
export const commandGrantHolders = (orgId: string): Statement =>
  statement`select user_id from command_user_grant where org_id = ${orgId}`;

/** Those of some people who have a grant of their own on a folder. */
export const folderGrantHolders = (
  orgId: string,
  folderId: number | null,
  userIds: readonly string[],
): Statement => statement`
  select user_id from folder_user_grant
  where org_id = ${orgId} and folder_id = ${folderId} and user_id = any(${[...userIds]})`;

/** The ids of the commands of other organizations that a person has a grant on without being a member there. */
export const commandsFromOutside = (userId: string, orgId: string): Statement => statement`
  select g.command_id from command_user_grant g
  where g.user_id = ${userId} and g.org_id <> ${orgId} and not exists (
    select from membership m where m.org_id = g.org_id and m.user_id = ${userId})`;

/** The ids of the commands that two people have grants on, in organizations of which neither is a member. */
export const commandsBothHaveFromOutside = (userId: string, otherId: string): Statement => statement`
  select mine.command_id from command_user_grant mine
  join command_user_grant theirs on theirs.org_id = mine.org_id and theirs.command_id = mine.command_id
  where mine.user_id = ${userId} and theirs.user_id = ${otherId} and not exists (
    select from membership m where m.org_id = mine.org_id and m.user_id in (${userId}, ${otherId}))`;

/** The grants of groups on a command (`kit`) and on its folder (`dir`): org_id, group_id, role and level. */
export const groupGrants = (
  orgId: string,
  commandId: number | null,
  folderId: number | null,
): Statement => statement`
  select org_id, group_id, role, 'kit' as level from command_group_grant
    where org_id = ${orgId} and command_id = ${commandId}
  union all
  select org_id, group_id, role, 'dir' from folder_group_grant
    where org_id = ${orgId} and folder_id = ${folderId}`;

/** Makes a person the engineer of the folder that the CTE `made` returns as org_id and folder_id. */
export const grantMadeFolder = (userId: string): Statement => statement`
  insert into folder_user_grant (org_id, folder_id, user_id, role)
  select org_id, folder_id, ${userId}, 'admin' from made`;

/** The folders that were granted to a person directly. */
export const foldersGrantedTo = (userId: string): Statement =>
  statement`select org_id, folder_id from folder_user_grant where user_id = ${userId}`;
