import { orgRoleOf } from '@/lib/access/decide';
import type { AccessRole, Person } from '@/lib/access/vocabulary';
import type { BodyOf } from '@/lib/contract/operation';
import type {
  shareCommand as shareCommandOperation,
  shareFolder as shareFolderOperation,
} from '@/lib/contract/sharing';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { endAccessRequests } from '@/server/access-requests/read-access-request';
import { type Sql, transaction } from '@/server/db';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { refuseForeignBase } from '@/server/mail/links';
import { giveRole, type Holder, type Shared } from '@/server/sharing/grants';
import { holdToShare } from '@/server/sharing/hold-to-share';
import { findRecipient, type KnownPerson, NOBODY_THERE, type Recipient } from '@/server/sharing/recipients';

type ShareBody = BodyOf<typeof shareCommandOperation>;

interface Outcome {
  userId: string | null;
  email: string | null;
  groupId: string | null;
  error: string | null;
}

const DEFAULT_ROLE: AccessRole = 'runner';

export async function shareCommand({ actor, subject, body, audit }: Context<typeof shareCommandOperation>) {
  const shared: Shared = { kind: 'command', orgId: subject.orgId, id: subject.commandId };
  return share(shared, actor, body, audit);
}

export async function shareFolder({ actor, subject, body, audit }: Context<typeof shareFolderOperation>) {
  return share({ kind: 'folder', orgId: subject.orgId, id: subject.folderId }, actor, body, audit);
}

/** Shares with each in turn, in one transaction; who cannot be shared with is told, and stops none of the others. */
async function share(shared: Shared, actor: Person, body: ShareBody, audit: AuditSource): Promise<Outcome[]> {
  refuseForeignBase(body.baseUrl);
  if (body.recipients.length + body.groups.length === 0) {
    throw new AppError('invalid', 'Please enter at least one email address.', {
      issues: [{ path: 'recipients', message: 'Please enter at least one email address.' }],
    });
  }
  return transaction(async (tx) => {
    const { visibility } = await holdToShare(tx, shared, actor);
    if (visibility === 'justme') {
      throw new AppError(
        'conflict',
        'Only you can see this command. Change its visibility first, then share it.',
      );
    }
    const outcomes: Outcome[] = [];
    const give = async (holder: Holder, role: AccessRole) => {
      const before = await giveRole(tx, shared, holder, role);
      if (before === role) return;
      const key = holder.kind === 'person' ? 'user_id' : 'group_id';
      await recordAudit(tx, audit, {
        orgId: shared.orgId,
        action: `${shared.kind}.share`,
        subjectType: shared.kind,
        subjectId: String(shared.id),
        before: before === null ? null : { [key]: holder.id, role: before },
        after: { [key]: holder.id, role },
      });
    };
    for (const recipient of body.recipients) {
      const found = knownTo(actor, shared.orgId, recipient, await findRecipient(tx, shared.orgId, recipient));
      const role = recipient.role ?? DEFAULT_ROLE;
      const error = typeof found === 'string' ? found : refusal(shared, actor, recipient, found, role);
      // An admin of the organisation is an engineer of everything in it: a grant would change nothing.
      if (error === null && typeof found !== 'string' && found.membership?.role !== 'admin') {
        await give({ kind: 'person', id: found.userId }, role);
        if (shared.kind === 'command') await endAccessRequests(tx, shared.orgId, shared.id, found.userId);
      }
      outcomes.push({
        userId: typeof found === 'string' ? (recipient.userId ?? null) : found.userId,
        email: typeof found === 'string' ? (recipient.email ?? null) : found.email,
        groupId: null,
        error,
      });
    }
    for (const { groupId, role } of body.groups) {
      const isKnown = await isGroup(tx, shared.orgId, groupId);
      if (isKnown) await give({ kind: 'group', id: groupId }, role ?? DEFAULT_ROLE);
      outcomes.push({
        userId: null,
        email: null,
        groupId,
        error: isKnown ? null : 'There is no such group in this organisation.',
      });
    }
    return outcomes;
  });
}

const SELECT_FROM_LIST = 'You must select a user from the list.';

/**
 * Only admins of the organisation bring in somebody from outside it, so nobody else is told whether an address that
 * they typed has an account, or whose it is.
 */
function knownTo(
  actor: Person,
  orgId: string,
  recipient: Recipient,
  found: KnownPerson | string,
): KnownPerson | string {
  if (recipient.userId != null || orgRoleOf(actor, orgId) === 'admin') return found;
  if (typeof found === 'string') return found === NOBODY_THERE ? SELECT_FROM_LIST : found;
  return found.membership === null ? SELECT_FROM_LIST : found;
}

/** Why somebody cannot be given a role; null where they can. */
function refusal(
  shared: Shared,
  actor: Person,
  recipient: Recipient,
  person: KnownPerson,
  role: AccessRole,
): string | null {
  if (person.userId === actor.userId) return 'Users cannot change their own role.';
  if (person.membership?.state === 'deleted') return `${person.name} was removed from this organisation.`;
  if (recipient.orgRole != null && recipient.orgRole !== person.membership?.role) {
    return 'Roles in the organisation are changed by its admins on the page of its users.';
  }
  if (person.membership !== null) return null;
  if (shared.kind === 'folder') return 'Only members of this organisation can be given a folder.';
  return role === 'admin' ? 'People of other organisations can run a command, and not change it.' : null;
}

async function isGroup(tx: Sql, orgId: string, groupId: string): Promise<boolean> {
  const rows = await tx.query('select 1 from user_group where org_id = $1 and group_id = $2', [
    orgId,
    groupId,
  ]);
  return rows.length === 1;
}
