import statement from 'sql-template-tag';
import type { removeSignInMethod as removeSignInMethodOperation } from '@/lib/contract/people/sign-in';
import { EMAIL_ISSUER } from '@/lib/orgs/sign-in-policy';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { SESSION_ID } from '@/server/people/sign-in/session';

/** Whether people can sign in this way now: the operator may have removed an issuer since. */
function isOffered(issuer: string): boolean {
  const { issuers, mail } = env();
  if (issuer === EMAIL_ISSUER) return mail !== null && issuers.length === 0;
  return issuers.some(({ url }) => url === issuer);
}

/**
 * Removes a way to sign in from the caller, with the other sessions that began that way. Throws 409 if none would be left
 * that works.
 */
export async function removeSignInMethod({
  actor,
  query: { issuer },
  audit,
}: Context<typeof removeSignInMethodOperation>): Promise<undefined> {
  const { userId, through } = actor;
  await transaction(async (tx) => {
    // Two removals at once would each see the other's method.
    await query({}, statement`select from "user" where user_id = ${userId} for no key update`, tx);
    const methods = await query(
      { issuer: column.text },
      statement`select distinct issuer from identity where user_id = ${userId}`,
      tx,
    );
    if (!methods.some((method) => method.issuer === issuer)) throw notFound();
    if (!methods.some((method) => method.issuer !== issuer && isOffered(method.issuer))) {
      throw new AppError('conflict', 'You would have no way to sign in. Add another one first.');
    }
    await execute(statement`delete from identity where user_id = ${userId} and issuer = ${issuer}`, tx);
    await execute(
      statement`delete from session where user_id = ${userId} and issuer = ${issuer}
        and ${SESSION_ID} is distinct from ${through?.kind === 'session' ? through.id : null}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'person.unlink',
      subjectType: 'session',
      subjectId: userId,
      before: { issuer },
    });
  });
  return undefined;
}
