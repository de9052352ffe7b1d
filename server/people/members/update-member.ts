import statement from 'sql-template-tag';
import type { OrgRole } from '@/lib/access/vocabulary';
import type { updateMember as updateMemberOperation } from '@/lib/contract/people/members';
import { recordAudit } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError, forbidden, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { lockAdmins, refuseLosingLastAdmin } from '@/server/people/members/last-admin';
import { readMemberOf } from '@/server/people/members/list-members';
import { stopWithPeople } from '@/server/people/members/stop-with-people';

export const DIRECTORY_DECIDES = 'The AD admin emails decide who is an admin. Change them instead.';
export const SERVICE_ACCOUNT = "A service account can't be an admin of the organization.";

const STANDING = {
  role: accessColumn.orgRole,
  state: accessColumn.membershipState,
  state_before_removal: accessColumn.membershipState.nullable(),
  is_service_account: column.boolean,
};
type Standing = RowOf<typeof STANDING>;

/** Removed people keep their earlier role and state, which a restore brings back. */
function changed(before: Standing, role: OrgRole | undefined, isDeleted: boolean | undefined): Standing {
  const next = { ...before, role: role ?? before.role };
  if (isDeleted === true && before.state !== 'deleted') {
    return { ...next, state: 'deleted', state_before_removal: before.state };
  }
  if (isDeleted === false && before.state === 'deleted') {
    return { ...next, state: before.state_before_removal ?? 'active', state_before_removal: null };
  }
  return next;
}

/**
 * Changes the role or state of a member. It takes effect with their next request. People cannot change their own role,
 * and an organization keeps an admin even if two admins demote each other at once.
 */
export async function updateMember({
  actor,
  subject: { orgId },
  params: { userId },
  body,
  audit,
}: Context<typeof updateMemberOperation>) {
  await transaction(async (tx) => {
    const admins = await lockAdmins(tx, orgId);
    if (body.role !== undefined && (await isOfDirectory(tx, orgId, userId))) {
      throw new AppError('conflict', DIRECTORY_DECIDES);
    }
    const before = await readStanding(tx, orgId, userId);
    if (userId === actor.userId) throw new AppError('conflict', 'Users cannot change their own role.');
    const after = changed(before, body.role, body.isDeleted);
    if (after.role === 'admin' && before.is_service_account) {
      throw new AppError('conflict', SERVICE_ACCOUNT);
    }
    if (after.role === before.role && after.state === before.state) return;
    const isAdminAfter = after.role === 'admin' && after.state === 'active';
    if (!isAdminAfter) refuseLosingLastAdmin(admins, userId);
    // The actor may have lost the admin role while the request waited for the lock.
    if (!admins.has(actor.userId)) throw forbidden();
    await execute(
      statement`update membership set role = ${after.role}::org_role, state = ${after.state}::membership_state,
         state_before_removal = ${after.state_before_removal}::membership_state
       where org_id = ${orgId} and user_id = ${userId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: actionOf(before, after),
      subjectType: 'member',
      subjectId: userId,
      before: { role: before.role, state: before.state },
      after: { role: after.role, state: after.state },
    });
    if (after.state === 'deleted') await stopWithPeople(tx, orgId, [userId], audit);
  });
  return readMemberOf(orgId, userId, 'admin');
}

function actionOf(before: Standing, after: Standing): string {
  if (before.state === after.state) return 'member.role';
  return after.state === 'deleted' ? 'member.remove' : 'member.restore';
}

/** In a directory, addresses decide who is an admin: the next sync would undo a role that is set by hand. */
export async function isOfDirectory(tx: Sql, orgId: string, userId: string): Promise<boolean> {
  const synced = await query(
    {},
    statement`select from directory_person where org_id = ${orgId} and user_id = ${userId}`,
    tx,
  );
  return synced.length > 0;
}

export async function readStanding(tx: Sql, orgId: string, userId: string): Promise<Standing> {
  const [row] = await query(
    STANDING,
    statement`select m.role, m.state, m.state_before_removal, u.service_org_id is not null as is_service_account
      from membership m join "user" u on u.user_id = m.user_id
      where m.org_id = ${orgId} and m.user_id = ${userId}`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row;
}
