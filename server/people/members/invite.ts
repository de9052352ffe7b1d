import statement from 'sql-template-tag';
import type { invite as inviteOperation } from '@/lib/contract/people/invites';
import type { mailOutcomes } from '@/lib/contract/sharing/mail-outcome';
import { emailAddress } from '@/lib/wire/email-address';
import type { Decoded } from '@/lib/wire/wire';
import { MEMBER_NAME } from '@/server/access/people/shown-name';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { forbidden, invalidAt } from '@/server/base/errors';
import { loadMailOrg, refuseForeignBase } from '@/server/messages/links';
import { inviteMail } from '@/server/messages/messages';
import { allowMail, queueMail, refusalToInvite } from '@/server/messages/queue-mail';
import type { Context } from '@/server/operations/context';
import { giveInvitedTo, holdInvitedTo, type InvitedTo } from '@/server/people/members/invited-to';
import { lockAdmins } from '@/server/people/members/last-admin';
import { beginInvitation, findOrCreatePerson, type Invitee } from '@/server/people/members/people';
import type { Recipient } from '@/server/people/members/recipients';

type Outcome = Decoded<typeof mailOutcomes>[number];

const address = emailAddress();

/**
 * Invites people in turn, in one transaction. A person who cannot be invited is reported and does not stop the others.
 * A new link ends the previous one, so that a lost message can be replaced. Groups and folders of the invitation are given
 * at once; they count when the person joins.
 */
export async function invite({ actor, subject: { orgId }, body, audit }: Context<typeof inviteOperation>) {
  refuseForeignBase(body.baseUrl);
  if (body.recipients.length === 0) {
    const message = 'Please enter at least one email address.';
    throw invalidAt('recipients', message);
  }
  return transaction(async (tx) => {
    await allowMail(tx, orgId, actor.userId, body.recipients.length);
    // The actor may have lost the admin role while the request waited for the lock.
    if (!(await lockAdmins(tx, orgId)).has(actor.userId)) throw forbidden();
    const org = await loadMailOrg(tx, orgId);
    const invitedTo: InvitedTo = {
      orgId,
      groupIds: [...new Set(body.groupIds ?? [])],
      folderIds: [...new Set(body.folderIds ?? [])],
    };
    await holdInvitedTo(tx, actor, invitedTo);
    const outcomes: Outcome[] = [];
    for (const recipient of body.recipients) {
      const person = await inviteeOf(tx, orgId, actor.userId, recipient);
      const invitation =
        typeof person === 'string'
          ? null
          : await beginInvitation(tx, orgId, actor, person, recipient.orgRole ?? null, audit);
      if (typeof person === 'string' || invitation === null) {
        const error = typeof person === 'string' ? person : await standingOf(tx, orgId, person);
        outcomes.push({
          email: recipient.email ?? null,
          userId: recipient.userId ?? null,
          error,
          posted: null,
          mailId: null,
        });
        continue;
      }
      await giveInvitedTo(tx, audit, invitedTo, person.userId);
      const mail = inviteMail({ org, sender: actor, ...invitation, note: body.note ?? null, shared: null });
      const queued = await queueMail(tx, orgId, actor, person, 'invite', mail);
      outcomes.push({
        email: person.email,
        userId: person.userId,
        error: null,
        ...queued,
      });
    }
    return outcomes;
  });
}

/** Finds or creates the person to invite: by address, or by id for a person the organization already knows. */
async function inviteeOf(
  tx: Sql,
  orgId: string,
  inviterId: string,
  recipient: Recipient,
): Promise<Invitee | string> {
  const email = recipient.email?.trim().normalize('NFC') ?? '';
  if (email !== '' || recipient.userId == null) {
    if (!address.safeParse(email).success) return 'Not a valid email!';
    const refusal = await refusalToInvite(tx, inviterId, email);
    return refusal ?? findOrCreatePerson(tx, email, recipient.name ?? null);
  }
  const [row] = await query(
    { user_id: column.text, name: column.text, email: column.text.nullable() },
    statement`select u.user_id, ${MEMBER_NAME} as name, u.email from membership m join "user" u on u.user_id = m.user_id
     where m.org_id = ${orgId} and m.user_id = ${recipient.userId}`,
    tx,
  );
  if (row === undefined) return 'This person is not in this organization.';
  if (row.email === null) return 'No email address found for this user';
  const refusal = await refusalToInvite(tx, inviterId, row.email);
  return refusal ?? { userId: row.user_id, name: row.name, givenName: null, email: row.email };
}

/** Returns why a person can't be invited. */
async function standingOf(tx: Sql, orgId: string, { userId }: Invitee): Promise<string> {
  const [row] = await query(
    { state: column.text, name: column.text },
    statement`select m.state, ${MEMBER_NAME} as name from membership m join "user" u on u.user_id = m.user_id
      where m.org_id = ${orgId} and m.user_id = ${userId}`,
    tx,
  );
  return row?.state === 'deleted'
    ? `${row.name} was removed from this organization. Restore them under Organization users.`
    : 'User already has access to this org.';
}
