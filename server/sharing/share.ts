import statement from 'sql-template-tag';
import type { AccessRole, Person } from '@/lib/access/vocabulary';
import type { BodyOf } from '@/lib/contract/operation';
import type {
  shareCommand as shareCommandOperation,
  shareFolder as shareFolderOperation,
} from '@/lib/contract/sharing/sharing';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { giveRole, type Holder, type Shared } from '@/server/access/give-role';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { loadMailOrg, type MailOrg, refuseForeignBase } from '@/server/messages/links';
import { inviteMail, shareMail } from '@/server/messages/messages';
import { notify } from '@/server/messages/notify';
import { allowMail, type Posted, queueMail } from '@/server/messages/queue-mail';
import type { Context } from '@/server/operations/context';
import { findRecipientFor, type Recipient } from '@/server/people/members/recipients';
import { refuseNewEngineer } from '@/server/safeguards/loosening';
import { lockToShare } from '@/server/sharing/lock-to-share';
import { prepareRecipient, type Receiver } from '@/server/sharing/prepare-recipient';
import { endAccessRequests } from '@/server/sharing/read-access-request';

type ShareBody = BodyOf<typeof shareCommandOperation>;

interface Outcome {
  userId: string | null;
  email: string | null;
  groupId: string | null;
  error: string | null;
  posted: Posted | null;
  mailId: number | null;
}

/** What is the same for all recipients of one request. */
interface Sharing {
  tx: Sql;
  shared: Shared;
  /** The name that messages use. */
  name: string;
  /** Of a copycat, the command that it follows; null for everything else. */
  originalId: number | null;
  actor: Person;
  org: MailOrg;
  body: ShareBody;
  audit: AuditSource;
}

const DEFAULT_GROUP_ROLE: AccessRole = 'runner';

export async function shareCommand({ actor, subject, body, audit }: Context<typeof shareCommandOperation>) {
  const shared: Shared = { kind: 'command', orgId: subject.orgId, id: subject.commandId };
  return share(shared, subject.name, actor, body, audit);
}

export async function shareFolder({ actor, subject, body, audit }: Context<typeof shareFolderOperation>) {
  const shared: Shared = { kind: 'folder', orgId: subject.orgId, id: subject.folderId };
  return share(shared, subject.name, actor, body, audit);
}

/**
 * Shares with recipients in turn, in one transaction. A recipient who cannot be given the role is reported and does not
 * stop the others.
 */
async function share(
  shared: Shared,
  name: string,
  actor: Person,
  body: ShareBody,
  audit: AuditSource,
): Promise<Outcome[]> {
  refuseForeignBase(body.baseUrl);
  if (body.recipients.length + body.groups.length === 0) {
    throw new AppError('invalid', 'Please enter at least one email address.', {
      issues: [{ path: 'recipients', message: 'Please enter at least one email address.' }],
    });
  }
  return transaction(async (tx) => {
    const { visibility, originalId } = await lockToShare(tx, shared, actor);
    if (visibility === 'justme') {
      throw new AppError(
        'conflict',
        'Only you can see this command. Change its visibility first, then share it.',
      );
    }
    if (body.skipTheSending !== true) await allowMail(tx, shared.orgId, actor.userId, body.recipients.length);
    const org = await loadMailOrg(tx, shared.orgId);
    const sharing: Sharing = { tx, shared, name, originalId, actor, org, body, audit };
    const outcomes: Outcome[] = [];
    for (const recipient of body.recipients) outcomes.push(await shareWithPerson(sharing, recipient));
    for (const { groupId, role } of body.groups) {
      outcomes.push(await shareWithGroup(sharing, groupId, role ?? DEFAULT_GROUP_ROLE));
    }
    return outcomes;
  });
}

async function shareWithPerson(sharing: Sharing, recipient: Recipient): Promise<Outcome> {
  const { tx, shared, actor, audit } = sharing;
  const refusal = await refusalOfCopy(sharing, recipient);
  const receiver = refusal ?? (await prepareRecipient(tx, shared, actor, recipient, audit));
  if (typeof receiver === 'string') {
    const { userId = null, email = null } = recipient;
    return { userId, email, groupId: null, error: receiver, ...UNWRITTEN };
  }
  const { person, role } = receiver;
  // An organization admin is an engineer of everything in it: a grant would change nothing.
  if (person.membership?.role !== 'admin')
    await give(
      sharing,
      {
        kind: 'person',
        id: person.userId,
        name: person.name,
        address: receiver.token === null ? null : person.email,
      },
      role,
    );
  if (shared.kind === 'command') await endAccessRequests(tx, shared.orgId, shared.id, person.userId);
  await notifyOf(sharing, person.userId);
  const told = await tell(sharing, receiver);
  return { userId: person.userId, email: person.email, groupId: null, error: null, ...told };
}

const RUNNERS_ALONE = 'A copy is shared with runners: nobody configures it.';

/** Why a copycat isn't shared with a recipient; null if it may be. Nobody gets it who doesn't have the original. */
async function refusalOfCopy(
  { tx, shared, originalId, actor }: Sharing,
  recipient: Recipient,
): Promise<string | null> {
  if (originalId === null) return null;
  if (recipient.role === 'admin') return RUNNERS_ALONE;
  const person = await findRecipientFor(tx, actor, shared.orgId, recipient);
  if (typeof person === 'string') return person;
  const [row] = await query(
    { has_original: column.boolean },
    statement`select access.role is not null as has_original
      from command c ${commandAccess(anyone(statement`${person.userId}`))}
      where c.org_id = ${shared.orgId} and c.command_id = ${originalId} and c.deleted_at is null`,
    tx,
  );
  if (row?.has_original === true) return null;
  return `${person.name} does not have the command that this one was copied from. Ask an engineer of it to share it with them first.`;
}

async function notifyOf({ tx, shared, actor }: Sharing, userId: string): Promise<void> {
  const { orgId, kind, id } = shared;
  const what = kind === 'command' ? { commandId: id } : { folderId: id };
  const userIds = userId === actor.userId ? [] : [userId];
  await notify(tx, { orgId, userIds, kind: 'share', actorUserId: actor.userId, ...what });
}

/** Groups are given roles but get no messages: they may have thousands of people. */
async function shareWithGroup(sharing: Sharing, groupId: string, role: AccessRole): Promise<Outcome> {
  if (sharing.originalId !== null && role !== 'runner') {
    return { userId: null, email: null, groupId, error: RUNNERS_ALONE, ...UNWRITTEN };
  }
  const name = await nameOfGroup(sharing.tx, sharing.shared.orgId, groupId);
  if (name !== null)
    await give(sharing, { kind: 'group', id: groupId, name: `The group ${name}`, address: null }, role);
  const error = name === null ? 'This group is not in this organization.' : null;
  return { userId: null, email: null, groupId, error, ...UNWRITTEN };
}

async function give(
  { tx, shared, audit }: Sharing,
  { name, address, ...holder }: Holder & { name: string; address: string | null },
  role: AccessRole,
): Promise<void> {
  if (role === 'admin') await refuseNewEngineer(tx, audit, shared, { ...holder, name, address });
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
}

type Told = Pick<Outcome, 'posted' | 'mailId'>;

const UNWRITTEN: Told = { posted: null, mailId: null };

/** Queues one message about everything a person was given, unless they have no address or no message is wanted. */
async function tell(sharing: Sharing, { person, role, token }: Receiver): Promise<Told> {
  const { tx, shared, name, actor: sender, org, body } = sharing;
  const { userId, email, membership } = person;
  if (email === null || body.skipTheSending === true) return UNWRITTEN;
  const thing = { kind: shared.kind, id: shared.id, name };
  const note = body.note ?? null;
  // Organization admins are engineers of everything in it.
  const given = membership?.role === 'admin' ? 'admin' : role;
  const mail =
    token === null
      ? shareMail({ org, sender, thing, role: given, note, isPending: membership?.state === 'pending' })
      : inviteMail({
          org,
          sender,
          role: membership?.role ?? 'member',
          token,
          note,
          shared: { thing, role: given },
        });
  const to = { userId, name: person.name, email };
  return queueMail(tx, shared.orgId, sender, to, token === null ? 'share' : 'invite', mail);
}

async function nameOfGroup(tx: Sql, orgId: string, groupId: string): Promise<string | null> {
  const [row] = await query(
    { name: column.text },
    statement`select name from user_group where org_id = ${orgId} and group_id = ${groupId}`,
    tx,
  );
  return row?.name ?? null;
}
