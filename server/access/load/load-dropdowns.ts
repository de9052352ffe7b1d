import statement from 'sql-template-tag';
import { decideOnDropdowns } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import { enforce } from '@/server/access/enforce';
import { commandAccess, commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { notFound, notSignedIn } from '@/server/base/errors';

export interface DropdownsSubject {
  orgId: string;
}

/**
 * Throws the decision's error if the actor may not use the organization's dropdowns or, with an id, change that one.
 * Commands that were deleted don't count among those that use it.
 */
export async function loadDropdowns(
  actor: Actor,
  orgId: string,
  dropdownId: number | null,
): Promise<DropdownsSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const viewer = viewerOf(actor);
  const [row] = await query(
    { exists: column.boolean, is_engineer: column.boolean, is_engineer_of_all: column.boolean },
    statement`select
       ${dropdownId}::int is null or exists (
         select from dropdown where org_id = ${orgId} and dropdown_id = ${dropdownId}) as exists,
       exists (select from (${commandRoles(viewer, statement`${orgId}`)}) roles where roles.role = 'admin') as is_engineer,
       not exists (
         select from command_input i
         join command c on c.org_id = i.org_id and c.command_id = i.command_id and c.deleted_at is null
         ${commandAccess(viewer)}
         where i.org_id = ${orgId} and i.dropdown_id = ${dropdownId}
           and access.role is distinct from 'admin') as is_engineer_of_all`,
  );
  const standing = {
    orgId,
    isEngineer: row?.is_engineer ?? false,
    isEngineerOfAll: row?.is_engineer_of_all ?? false,
  };
  // Who may not even see the organization's dropdowns doesn't learn which numbers exist.
  enforce(decideOnDropdowns(actor, { ...standing, isEngineerOfAll: true }), actor);
  if (row?.exists !== true) throw notFound();
  enforce(decideOnDropdowns(actor, standing), actor);
  return { orgId };
}
