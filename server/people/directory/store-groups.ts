import type { syncSummary } from '@/lib/contract/people/directory';
import type { Decoded } from '@/lib/wire/wire';
import type { Sql } from '@/server/base/database/db';
import { applyGroups, readKnownGroups } from '@/server/people/directory/apply-groups';
import type { DirectoryOrg } from '@/server/people/directory/apply-people';
import { planGroups } from '@/server/people/directory/found-groups';
import type { Delta, GraphGroup } from '@/server/people/directory/graph/delta';
import { updateGroupMembers } from '@/server/people/directory/group-members';

/** Stores groups as the directory returned them, with their members. What is shared with a group stays with it. */
export async function storeGroups(
  tx: Sql,
  org: DirectoryOrg,
  read: Delta<GraphGroup>,
): Promise<Decoded<typeof syncSummary>> {
  const known = await readKnownGroups(tx, org.orgId);
  const plan = planGroups(known, read);
  await applyGroups(tx, org, plan);
  const refilled = await updateGroupMembers(tx, org);
  const others = new Set(
    [...plan.returns.map(({ group }) => group), ...plan.removals].map(({ groupId }) => groupId),
  );
  const before = new Set(known.map(({ groupId }) => groupId));
  const updated = new Set([
    ...plan.renames.map(({ group }) => group.groupId),
    ...[...refilled].filter((groupId) => before.has(groupId) && !others.has(groupId)),
  ]);
  return {
    state: 'completed',
    additions: plan.additions.length,
    updates: updated.size,
    deletions: plan.removals.length,
    undeletions: plan.returns.length,
    pending: 0,
    pendingAdditions: 0,
    alreadyAdded: known.filter(({ isRemoved }) => !isRemoved).length - plan.removals.length - updated.size,
    message: null,
    notices: [],
  };
}
