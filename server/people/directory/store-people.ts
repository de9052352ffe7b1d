import statement from 'sql-template-tag';
import type { syncSummary } from '@/lib/contract/people/directory';
import type { Decoded } from '@/lib/wire/wire';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { applyAdminEmails } from '@/server/people/directory/apply-admin-emails';
import { applyPeople, type DirectoryOrg, readKnownPeople } from '@/server/people/directory/apply-people';
import { planPeople } from '@/server/people/directory/found-people';
import type { Delta, GraphUser } from '@/server/people/directory/graph/delta';
import { updateGroupMembers } from '@/server/people/directory/group-members';
import { assignAddresses } from '@/server/people/directory/people-addresses';

type Summary = Decoded<typeof syncSummary>;

/**
 * Stores people as the directory returned them: who they are, their addresses, their roles, and their groups.
 *
 * @param onlyOne whether `read` is about a single person, so that the others need not be compared
 */
export async function storePeople(
  tx: Sql,
  org: DirectoryOrg,
  read: Delta<GraphUser>,
  onlyOne = false,
): Promise<Summary> {
  const { orgId } = org;
  const known = await readKnownPeople(tx, orgId, onlyOne ? read.items.map(({ id }) => id) : null);
  const plan = planPeople(known, read);
  await applyPeople(tx, org, plan);
  const addressNotices = await assignAddresses(tx, orgId);
  const roles = await applyAdminEmails(tx, org);
  await updateGroupMembers(tx, org);
  const touched = new Set([...plan.updates, ...plan.returns].map(({ before }) => before.userId));
  const added = await pendingOf(
    tx,
    orgId,
    plan.additions.map(({ objectId }) => objectId),
  );
  const reroled = roles.changed.filter((userId) => !touched.has(userId) && !added.userIds.has(userId)).length;
  return {
    state: 'completed',
    additions: plan.additions.length,
    updates: plan.updates.length + reroled,
    deletions: plan.removals.length,
    undeletions: plan.returns.length,
    pending: (await pendingOf(tx, orgId, null)).pendingCount,
    pendingAdditions: added.pendingCount,
    alreadyAdded: plan.unchangedCount - reroled,
    message: null,
    notices: [...addressNotices, ...roles.notices],
  };
}

/** Who of some people, or of all, are in the organization, and how many of them have never signed in. */
async function pendingOf(tx: Sql, orgId: string, objectIds: readonly string[] | null) {
  const rows = await query(
    { user_id: column.text, is_pending: column.boolean },
    statement`select user_id, signed_in_at is null as is_pending from directory_person
      where org_id = ${orgId} and removed_at is null
        and (${objectIds}::text[] is null or object_id = any(${objectIds}))`,
    tx,
  );
  return {
    userIds: new Set(rows.map((row) => row.user_id)),
    pendingCount: rows.filter((row) => row.is_pending).length,
  };
}
