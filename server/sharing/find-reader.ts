import statement from 'sql-template-tag';
import { orgRoleOf } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import { giveRole, lockShared, type Shared } from '@/server/access/give-role';
import type { CommandSubject } from '@/server/access/load/load-command';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import type { Sql } from '@/server/base/database/db';
import { query } from '@/server/base/database/statements';
import { loadMailOrg } from '@/server/messages/links';
import { inviteMail } from '@/server/messages/messages';
import { type Addressee, queueMail } from '@/server/messages/queue-mail';
import { findOrCreatePerson } from '@/server/people/members/people';
import { findRecipientFor, NOBODY_THERE, type Recipient } from '@/server/people/members/recipients';
import { prepareRecipient } from '@/server/sharing/prepare-recipient';

/** A person who gets a result. */
export interface Reader {
  to: Addressee;
  /** Whether they can open the result on Pushboard. */
  hasAccess: boolean;
  /** Whether they must accept an invitation before. */
  isPending: boolean;
}

interface Inviting {
  invitesToCommand: boolean;
  invitesToOrg: boolean;
  /** Whether the sender may share the command. */
  mayShare: boolean;
}

const ONLY_ENGINEERS =
  'Only engineers of this command can give access to it. Send the result without sharing the command.';

/**
 * Finds a recipient and gives them access if they lack it and the sender wants to. Returns the reason why nothing is
 * sent to them, or null for a person without an address, who is left out.
 */
export async function findReader(
  tx: Sql,
  actor: Person,
  command: CommandSubject,
  recipient: Recipient,
  { invitesToCommand, invitesToOrg, mayShare }: Inviting,
  audit: AuditSource,
): Promise<Reader | string | null> {
  const { orgId, commandId } = command;
  const found = await findRecipientFor(tx, actor, orgId, recipient);
  const isUnknown = found === NOBODY_THERE && orgRoleOf(actor, orgId) === 'admin';
  if (typeof found === 'string' && !isUnknown) return found;
  if (typeof found !== 'string') {
    if (found.email === null) return null;
    if (found.membership?.state === 'deleted') return `${found.name} was removed from this organization.`;
    const isPending = found.membership?.state === 'pending';
    const to = { userId: found.userId, name: found.name, email: found.email };
    if (await hasCommand(tx, orgId, commandId, found.userId)) return { to, hasAccess: true, isPending };
    if (!invitesToCommand) return { to, hasAccess: false, isPending: false };
  } else if (!invitesToCommand) {
    const made = await findOrCreatePerson(tx, recipient.email?.trim() ?? '', recipient.name ?? null);
    const to = { userId: made.userId, name: made.name, email: recipient.email?.trim() ?? '' };
    return { to, hasAccess: false, isPending: false };
  }
  return mayShare ? shareToo(tx, actor, command, recipient, invitesToOrg, audit) : ONLY_ENGINEERS;
}

async function hasCommand(tx: Sql, orgId: string, commandId: number, userId: string): Promise<boolean> {
  const [access] = await query(
    { role: accessColumn.role.nullable() },
    statement`select access.role from command c ${commandAccess(anyone(statement`${userId}`))}
      where c.org_id = ${orgId} and c.command_id = ${commandId}`,
    tx,
  );
  return access?.role != null;
}

/** Makes them a runner; someone new to the organization is invited to it with a message of their own. */
async function shareToo(
  tx: Sql,
  actor: Person,
  { orgId, commandId, name }: CommandSubject,
  recipient: Recipient,
  invitesToOrg: boolean,
  audit: AuditSource,
): Promise<Reader | string> {
  const shared: Shared = { kind: 'command', orgId, id: commandId };
  await lockShared(tx, shared);
  const { userId, email, name: givenName } = recipient;
  const wanted = { userId, email, name: givenName, role: 'runner' as const };
  const known = await findRecipientFor(tx, actor, orgId, recipient);
  const isMember = typeof known !== 'string' && known.membership?.state === 'active';
  const isNew = invitesToOrg && !isMember;
  const receiver = await prepareRecipient(
    tx,
    shared,
    actor,
    isNew ? { ...wanted, isNewToOrg: true, orgRole: 'member' } : wanted,
    audit,
  );
  if (typeof receiver === 'string') return receiver;
  const { person, role, token } = receiver;
  if (person.email === null) return 'No email address found for this user';
  const before = await giveRole(tx, shared, { kind: 'person', id: person.userId }, role);
  if (before !== role) {
    await recordAudit(tx, audit, {
      orgId,
      action: 'command.share',
      subjectType: 'command',
      subjectId: String(commandId),
      before: before === null ? null : { user_id: person.userId, role: before },
      after: { user_id: person.userId, role },
    });
  }
  const to = { userId: person.userId, name: person.name, email: person.email };
  if (token !== null) {
    const org = await loadMailOrg(tx, orgId);
    const thing = { kind: 'command' as const, id: commandId, name };
    const given = { org, sender: actor, role: 'member' as const, token, note: null, shared: { thing, role } };
    await queueMail(tx, orgId, actor, to, 'invite', inviteMail(given));
  }
  return { to, hasAccess: true, isPending: token !== null || person.membership?.state === 'pending' };
}
