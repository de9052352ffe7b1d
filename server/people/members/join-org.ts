import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import { issuerOf } from '@/lib/access/through';
import type {
  joinOrg as joinOrgOperation,
  readInvitation as readInvitationOperation,
} from '@/lib/contract/people/invites';
import { shownOrgName } from '@/lib/orgs/org-names';
import { OPERATOR_ISSUER } from '@/lib/orgs/sign-in-policy';
import { type InvitationFailure, signInFailures } from '@/lib/sign-in/failures';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import { MEMBER_NAME } from '@/server/access/people/shown-name';
import { clock } from '@/server/base/clock';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { hashOfToken } from '@/server/base/ids';
import { isOnlyOrgOfItsPeople } from '@/server/messages/links';
import type { Context } from '@/server/operations/context';

const INVITATION = {
  org_id: column.text,
  org_name: column.text,
  is_sandbox: column.boolean,
  is_only: column.boolean,
  org_slug: column.text,
  role: accessColumn.orgRole,
  user_id: column.text,
  name: column.text,
  email: column.text,
  invited_by: column.text,
  expires_at: column.time,
  required_issuer: column.text.nullable(),
  is_accepted: column.boolean,
};
type InvitationRow = RowOf<typeof INVITATION>;

/**
 * Finds invitations that are not older than a week, and for the address the person has now: those that wait, and those
 * whose person has joined.
 */
function invitations(tx: Sql, which: Statement, lock: '' | 'for update of t, m'): Promise<InvitationRow[]> {
  return query(
    INVITATION,
    statement`select t.org_id, o.name as org_name, o.is_sandbox, o.is_sandbox and ${isOnlyOrgOfItsPeople(statement`o.org_id`)} as is_only,
      s.slug as org_slug, m.role, t.user_id, ${MEMBER_NAME} as name, t.email,
      case when i.email is null then i.name else i.name || ' (' || i.email || ')' end as invited_by, t.expires_at, o.required_issuer,
      m.state = 'active' as is_accepted
     from join_token t
     join membership m on m.org_id = t.org_id and m.user_id = t.user_id and m.state <> 'deleted'
     join org o on o.org_id = t.org_id
     join org_slug s on s.org_id = t.org_id and s.is_active
     join "user" u on u.user_id = t.user_id and lower(u.email) = lower(t.email)
     join "user" i on i.user_id = t.invited_by_user_id
     where t.expires_at > ${clock.now()} and ${which} order by t.org_id ${raw(lock)}`,
    tx,
  );
}

/** Why an invitation lets nobody in. Sent with the name of its token, since the sign-in itself may be in order. */
export class InvitationRefused extends AppError {
  constructor(
    readonly failure: InvitationFailure,
    message: string = signInFailures[failure],
  ) {
    const issues = [{ path: 'joinOrgToken', message }];
    super(failure === 'invitationClosed' ? 'not_found' : 'forbidden', message, { issues });
  }
}

/**
 * Returns the invitation of a token. Throws 404 if it was replaced, withdrawn, or has expired, or if the person's address
 * has changed since: the invitation was for the old address.
 */
async function invitationOf(tx: Sql, token: string, lock: '' | 'for update of t, m'): Promise<InvitationRow> {
  const [row] = await invitations(tx, statement`t.token_hash = ${hashOfToken(token)}`, lock);
  if (row === undefined) throw new InvitationRefused('invitationClosed');
  return row;
}

/** The name of the organization of an invitation, as it is shown. */
export const invitedTo = (row: InvitationRow): string =>
  shownOrgName({ orgId: row.org_id, name: row.org_name, isSandbox: row.is_sandbox }, row.is_only);

export async function readInvitation({ body }: Context<typeof readInvitationOperation>) {
  const row = await invitationOf(sql, body.token, '');
  return {
    orgId: row.org_id,
    orgName: invitedTo(row),
    orgSlug: row.org_slug,
    role: row.role,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    invitedBy: row.invited_by,
    expiresAt: row.expires_at.toISOString(),
    isAccepted: row.is_accepted,
  };
}

export async function joinOrg({ actor, params, body, audit }: Context<typeof joinOrgOperation>) {
  if (params.userId !== actor.userId) throw notFound();
  const joined = await transaction((tx) =>
    acceptInvitation(tx, body.token, { ...actor, issuer: issuerOf(actor.through) }, audit),
  );
  return {
    success: true as const,
    message: `You are now in ${invitedTo(joined)}.`,
    orgId: joined.org_id,
    orgSlug: joined.org_slug,
  };
}

/** Who accepts an invitation, and who vouches for them; null if that is unknown. */
interface Acceptor {
  userId: string;
  name: string;
  issuer: string | null;
}

/** Whether an organization takes a provider's word for the people whom it has invited. */
const takesWordOf = (issuer: string | null, { required_issuer }: InvitationRow): boolean =>
  required_issuer === null || required_issuer === issuer || issuer === OPERATOR_ISSUER;

/**
 * Makes the invited person a member, unless they have become one with it before. Throws 403 for anyone else, and for a
 * person for whom another issuer vouches than the organization requires; the invitation then stays open.
 */
export async function acceptInvitation(
  tx: Sql,
  token: string,
  { userId, name, issuer }: Acceptor,
  audit: AuditSource,
): Promise<InvitationRow> {
  const invitation = await invitationOf(tx, token, 'for update of t, m');
  if (invitation.user_id !== userId) {
    throw new InvitationRefused(
      'invitationOfOther',
      `This invitation is for ${invitation.email}, and not for ${name}. Sign in as the invited person to accept it.`,
    );
  }
  if (!takesWordOf(issuer, invitation)) throw new InvitationRefused('invitationElsewhere');
  if (!invitation.is_accepted) await joinInvited(tx, invitation, audit);
  return invitation;
}

/**
 * Makes a person without an organization a member wherever they have an open invitation to the address that they have
 * just proven: what the link would prove, the sign-in has proven. People who are in an organization choose for
 * themselves, with the link. An organization that requires another issuer waits for a sign-in through that one.
 */
export async function acceptOpenInvitations(
  tx: Sql,
  userId: string,
  { email, issuer }: { email: string; issuer: string },
  audit: AuditSource,
): Promise<void> {
  const open = await invitations(
    tx,
    statement`m.state = 'pending' and t.user_id = ${userId} and lower(t.email) = lower(${email})
      and not exists (select from membership a where a.user_id = ${userId} and a.state = 'active')`,
    'for update of t, m',
  );
  for (const invitation of open) {
    if (takesWordOf(issuer, invitation)) await joinInvited(tx, invitation, audit);
  }
}

async function joinInvited(
  tx: Sql,
  { org_id: orgId, user_id: userId, role }: InvitationRow,
  audit: AuditSource,
): Promise<void> {
  await execute(
    statement`update membership set state = 'active' where org_id = ${orgId} and user_id = ${userId}
      and state = 'pending'`,
    tx,
  );
  await recordAudit(
    tx,
    { ...audit, actorUserId: userId },
    {
      orgId,
      action: 'member.join',
      subjectType: 'member',
      subjectId: userId,
      before: { role, state: 'pending' },
      after: { role, state: 'active' },
    },
  );
}
