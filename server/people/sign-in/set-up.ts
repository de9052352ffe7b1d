import statement from 'sql-template-tag';
import { issuerOf } from '@/lib/access/through';
import type {
  listSignInMethods as listSignInMethodsOperation,
  setUpMe as setUpMeOperation,
} from '@/lib/contract/people/sign-in';
import { orgNameOf } from '@/lib/orgs/org-names';
import { EMAIL_ISSUER } from '@/lib/orgs/sign-in-policy';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { issuerLabel } from '@/server/base/issuer-label';
import type { Context } from '@/server/operations/context';
import { acceptInvitation, invitedTo } from '@/server/people/members/join-org';
import { ensureFirstOrg } from '@/server/people/organizations/insert-org';
import { describePerson } from '@/server/people/sign-in/account';

const IGNORED =
  ' What was sent as `user` was ignored: names are changed in Your account, or where you sign in.';

export async function setUpMe({ actor, body, audit }: Context<typeof setUpMeOperation>) {
  const { joinToken } = body;
  const ignored = body.user == null ? '' : IGNORED;
  const joined = await transaction(async (tx) => {
    const acceptor = { ...actor, issuer: issuerOf(actor.through) };
    const invitation = joinToken == null ? null : await acceptInvitation(tx, joinToken, acceptor, audit);
    await ensureFirstOrg(tx, audit, actor.userId, orgNameOf(actor.name));
    return invitation;
  });
  return {
    success: true as const,
    message: `${joined === null ? `You are signed in as ${actor.name}.` : `You are now in ${invitedTo(joined)}.`}${ignored}`,
    user: describePerson(actor),
  };
}

export async function listSignInMethods({ actor }: Context<typeof listSignInMethodsOperation>) {
  const rows = await query(
    { issuer: column.text, created_at: column.time },
    statement`select issuer, created_at from identity where user_id = ${actor.userId} order by created_at, issuer`,
  );
  return rows.map(({ issuer, created_at }) => ({
    issuer,
    label: issuer === EMAIL_ISSUER ? 'Emailed links' : issuerLabel(issuer),
    since: created_at.toISOString(),
  }));
}
