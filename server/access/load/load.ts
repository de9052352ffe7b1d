import statement from 'sql-template-tag';
import {
  decideOnCredential,
  decideOnFolder,
  decideOnOrg,
  decideOnTemplate,
  orgRoleOf,
} from '@/lib/access/decide';
import type { Actor, FolderAction, OrgAction, OrgRole, TemplateAction } from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import { enforce } from '@/server/access/enforce';
import { accessibleCommands, commandAccess, folderAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound, notSignedIn } from '@/server/base/errors';

/** An organization that the actor may enter; `role` is null for an outsider with a grant in it. */
export interface OrgSubject {
  orgId: string;
  role: OrgRole | null;
}

export interface FolderSubject {
  orgId: string;
  folderId: number;
  name: string;
}

export interface CredentialSubject {
  orgId: string;
  credentialId: number;
}

export interface TemplateSubject {
  orgId: string;
  templateId: number;
}

/** Whether an outsider has a grant on a command of the organization. */
async function holdsGrant(actor: Actor, orgId: string): Promise<boolean> {
  const [row] = await query(
    { found: column.boolean },
    statement`select exists (
       select from command c ${commandAccess(viewerOf(actor))}
       where c.org_id = ${orgId} and c.deleted_at is null and access.role is not null and c.command_id in (
         select command_id from command_user_grant where org_id = ${orgId} and user_id = ${viewerOf(actor).person})
     ) as found`,
  );
  return row?.found ?? false;
}

/** Throws the decision's error if the actor may not do this to the organization. */
export async function loadOrg(actor: Actor, orgId: string, action: OrgAction): Promise<OrgSubject> {
  const role = orgRoleOf(actor, orgId);
  const needsGrant = role === null && actor.kind === 'person' && action === 'org.enter';
  enforce(decideOnOrg(actor, action, orgId, needsGrant && (await holdsGrant(actor, orgId))), actor);
  return { orgId, role };
}

export async function loadFolder(
  actor: Actor,
  orgId: string,
  folderId: number,
  action: FolderAction,
  db: Sql = sql,
): Promise<FolderSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const viewer = viewerOf(actor);
  const [row] = await query(
    { name: column.text, role: accessColumn.role.nullable(), holds_command: column.boolean },
    statement`select f.name, access.role, exists (
       select from command c where c.org_id = ${orgId} and c.folder_id = f.folder_id
         and c.command_id in (${accessibleCommands(viewer, statement`${orgId}`)})) as holds_command
     from folder f ${folderAccess(viewer)}
     where f.org_id = ${orgId} and f.folder_id = ${folderId}`,
    db,
  );
  if (row === undefined) throw notFound();
  enforce(decideOnFolder(actor, action, { orgId, role: row.role, holdsCommand: row.holds_command }), actor);
  return { orgId, folderId, name: row.name };
}

/** A template is visible through its commands. */
export async function loadTemplate(
  actor: Actor,
  orgId: string,
  templateId: number,
  action: TemplateAction,
): Promise<TemplateSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await query(
    { sees_any: column.boolean, runs_any: column.boolean, is_engineer_of_all: column.boolean },
    statement`select coalesce(bool_or(access.role is not null or c.visibility in ('public', 'store')), false) as sees_any,
       coalesce(bool_or(access.role is not null), false) as runs_any,
       coalesce(bool_and(access.role is not distinct from 'admin') filter (where c.follows_command_id is null), false) as is_engineer_of_all
     from command c ${commandAccess(viewerOf(actor))}
     where c.org_id = ${orgId} and c.template_id = ${templateId} and c.deleted_at is null`,
  );
  const standing = {
    orgId,
    seesAny: row?.sees_any ?? false,
    runsAny: row?.runs_any ?? false,
    isEngineerOfAll: row?.is_engineer_of_all ?? false,
  };
  enforce(decideOnTemplate(actor, action, standing), actor);
  return { orgId, templateId };
}

/** A connection is visible through the commands that use it, including those of deleted templates. */
export async function loadCredential(
  actor: Actor,
  orgId: string,
  credentialId: number,
): Promise<CredentialSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await query(
    { sees_any: column.boolean, is_engineer_of_all: column.boolean },
    statement`select coalesce(bool_or(access.role is not null), false) as sees_any,
       coalesce(bool_and(access.role is not distinct from 'admin') filter (where c.follows_command_id is null), false) as is_engineer_of_all
     from credential k
     left join (template t join command c on c.org_id = t.org_id and c.template_id = t.template_id
         and c.deleted_at is null ${commandAccess(viewerOf(actor))})
       on t.org_id = k.org_id and t.credential_id = k.credential_id
     where k.org_id = ${orgId} and k.credential_id = ${credentialId} and k.deleted_at is null
     group by k.credential_id`,
  );
  // An admin of another organization gets the same response as someone who guessed the number.
  if (row === undefined) throw notFound();
  const standing = { orgId, seesAny: row.sees_any, isEngineerOfAll: row.is_engineer_of_all };
  enforce(decideOnCredential(actor, standing), actor);
  return { orgId, credentialId };
}
