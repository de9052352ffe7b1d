import statement from 'sql-template-tag';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { checkAddress, OPERATOR, requirePersonWith } from '@/server/people/sign-in/operator/person';
import { countOf, endTokens } from '@/server/people/sign-in/operator/person-tokens';

/**
 * Ends a person's sessions, tokens, and connected programs, and forgets how they sign in. Their next sign-in with the same
 * verified address is their first again: for a person whose account at the provider was replaced.
 *
 * @returns lines to print
 */
export async function forgetPerson(address: string): Promise<string[]> {
  const email = checkAddress(address);
  return transaction(async (tx) => {
    const userId = await requirePersonWith(tx, email);
    await execute(statement`delete from identity where user_id = ${userId}`, tx);
    await endSessions(tx, userId, 'everywhere');
    const ended = await endTokens(tx, userId);
    return [
      `${email} must sign in again. Their next sign-in with this address counts as their first.`,
      ...(ended.length === 0 ? [] : [`Also ended ${countOf(ended)} of theirs.`]),
    ];
  });
}

/**
 * Forgets a provider that was replaced by another. Everyone who signed in through it becomes the same person again when
 * they sign in with the same verified address elsewhere. Their tokens keep working: nothing says that they are in wrong
 * hands, and ending them would stop every script of the installation.
 *
 * @param issuer its address, or `email` for emailed links
 * @returns lines to print
 */
export async function forgetIssuer(issuer: string): Promise<string[]> {
  return transaction(async (tx) => {
    const forgotten = await query(
      { user_id: column.text },
      statement`delete from identity where issuer in (${issuer}, ${`${issuer}/`}) returning user_id`,
      tx,
    );
    if (forgotten.length === 0) {
      const known = await query(
        { issuer: column.text },
        statement`select distinct issuer from identity order by issuer`,
        tx,
      );
      const names = known.map((row) => row.issuer).join(', ');
      throw new AppError(
        'not_found',
        `Nobody signs in through ${issuer}. Known providers: ${names || 'none'}.`,
      );
    }
    for (const userId of new Set(forgotten.map((row) => row.user_id))) await endSessions(tx, userId, issuer);
    const count = new Set(forgotten.map((row) => row.user_id)).size;
    return [`${count} ${count === 1 ? 'person' : 'people'} must sign in again, with everything as it was.`];
  });
}

async function endSessions(tx: Sql, userId: string, issuer: string): Promise<void> {
  await execute(statement`delete from session where user_id = ${userId}`, tx);
  await recordAudit(tx, OPERATOR, {
    orgId: null,
    action: 'person.forget',
    subjectType: 'session',
    subjectId: userId,
    before: { issuer },
  });
}
