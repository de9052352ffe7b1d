import type { Person } from '@/lib/access/vocabulary';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { giveFirstRole, lockShared } from '@/server/access/give-role';
import { loadFolder } from '@/server/access/load/load';
import type { Sql } from '@/server/base/database/db';
import { addPeople, hold } from '@/server/people/members/change-group';

/** What people are given with their invitation. It counts once they have joined. */
export interface InvitedTo {
  orgId: string;
  groupIds: readonly string[];
  folderIds: readonly number[];
}

/**
 * Locks the groups and folders of an invitation until the transaction ends. Throws 404 for one that the organization
 * doesn't have, and 409 for a group that comes from the directory.
 */
export async function holdInvitedTo(
  tx: Sql,
  actor: Person,
  { orgId, groupIds, folderIds }: InvitedTo,
): Promise<void> {
  // Always in the same order, so that no two invitations wait for each other.
  for (const groupId of [...groupIds].sort()) await hold(tx, { orgId, groupId });
  for (const id of [...folderIds].sort((a, b) => a - b)) {
    await lockShared(tx, { kind: 'folder', orgId, id });
    await loadFolder(actor, orgId, id, 'folder.change', tx);
  }
}

/** Puts an invited person into the groups, and makes them a runner of the folders. A higher role that they have stays. */
export async function giveInvitedTo(
  tx: Sql,
  audit: AuditSource,
  { orgId, groupIds, folderIds }: InvitedTo,
  userId: string,
): Promise<void> {
  for (const groupId of groupIds) await addPeople(tx, audit, { orgId, groupId }, [userId]);
  for (const id of folderIds) {
    const shared = { kind: 'folder', orgId, id } as const;
    const holder = { kind: 'person', id: userId } as const;
    if (!(await giveFirstRole(tx, shared, holder, 'runner'))) continue;
    await recordAudit(tx, audit, {
      orgId,
      action: 'folder.share',
      subjectType: 'folder',
      subjectId: String(id),
      after: { user_id: userId, role: 'runner' },
    });
  }
}
