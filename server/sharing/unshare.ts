import type { Person } from '@/lib/access/vocabulary';
import type * as contract from '@/lib/contract/sharing/unshare';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { type Holder, type Shared, takeRole } from '@/server/access/give-role';
import { transaction } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { lockToShare } from '@/server/sharing/lock-to-share';

/**
 * Takes back a granted role; does nothing if there is none. Access by other ways, such as a group or the organization,
 * stays.
 */
async function unshare(
  shared: Shared,
  holder: Holder,
  actor: Person,
  audit: AuditSource,
): Promise<undefined> {
  if (holder.kind === 'person' && holder.id === actor.userId) {
    throw new AppError('conflict', 'Users cannot change their own role.');
  }
  await transaction(async (tx) => {
    await lockToShare(tx, shared, actor);
    const before = await takeRole(tx, shared, holder);
    if (before === null) return;
    await recordAudit(tx, audit, {
      orgId: shared.orgId,
      action: `${shared.kind}.unshare`,
      subjectType: shared.kind,
      subjectId: String(shared.id),
      before: { [holder.kind === 'person' ? 'user_id' : 'group_id']: holder.id, role: before },
    });
  });
  return undefined;
}

export async function unshareCommandWithPerson({
  actor,
  subject: { orgId, commandId },
  params,
  audit,
}: Context<typeof contract.unshareCommandWithPerson>) {
  return unshare(
    { kind: 'command', orgId, id: commandId },
    { kind: 'person', id: params.userId },
    actor,
    audit,
  );
}

export async function unshareCommandWithGroup({
  actor,
  subject: { orgId, commandId },
  params,
  audit,
}: Context<typeof contract.unshareCommandWithGroup>) {
  return unshare(
    { kind: 'command', orgId, id: commandId },
    { kind: 'group', id: params.groupId },
    actor,
    audit,
  );
}

export async function unshareFolderWithPerson({
  actor,
  subject: { orgId, folderId },
  params,
  audit,
}: Context<typeof contract.unshareFolderWithPerson>) {
  return unshare(
    { kind: 'folder', orgId, id: folderId },
    { kind: 'person', id: params.userId },
    actor,
    audit,
  );
}

export async function unshareFolderWithGroup({
  actor,
  subject: { orgId, folderId },
  params,
  audit,
}: Context<typeof contract.unshareFolderWithGroup>) {
  return unshare(
    { kind: 'folder', orgId, id: folderId },
    { kind: 'group', id: params.groupId },
    actor,
    audit,
  );
}
