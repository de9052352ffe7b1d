import statement from 'sql-template-tag';
import { issuerOf } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import { OPERATOR_ISSUER } from '@/lib/orgs/sign-in-policy';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { BELONGS_TO } from '@/server/access/sign-in-policies';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { DEMO_ID_PREFIX } from '@/server/base/demo-mode';
import type { SignedIn } from '@/server/people/sign-in/begin-session';
import { SignInRefused } from '@/server/people/sign-in/sign-in-refused';

/**
 * Adds a way to sign in to a person who is signed in. Throws 409 if it belongs to someone else, and 403 if it would open
 * an organization that requires it, and neither began this session nor has verified the person's address: otherwise
 * anyone who gets in another way could bring an account of their own there. The person's address stays what it is.
 */
export async function linkIdentity(
  { userId, through }: Pick<Person, 'userId' | 'through'>,
  { issuer, subject, email }: Pick<SignedIn, 'issuer' | 'subject' | 'email'>,
  source: AuditSource,
): Promise<void> {
  if (userId.startsWith(DEMO_ID_PREFIX)) throw new SignInRefused('demoPerson');
  const isVouchedFor = [issuer, OPERATOR_ISSUER].includes(issuerOf(through) ?? '');
  await transaction(async (tx) => {
    if (!isVouchedFor && (await opensMore(tx, userId, issuer, email)))
      throw new SignInRefused('linkOfOtherAddress');
    const [owner] = await query(
      { user_id: column.text },
      statement`insert into identity as i (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
        on conflict (issuer, subject) do update set user_id = i.user_id
        returning i.user_id`,
      tx,
    );
    if (owner?.user_id !== userId) throw new SignInRefused('identityInUse');
    await recordAudit(
      tx,
      { ...source, actorUserId: userId },
      { orgId: null, action: 'person.link', subjectType: 'session', subjectId: userId, after: { issuer } },
    );
  });
}

/** Whether an organization of the person requires the issuer, which hasn't verified the address that the person has. */
async function opensMore(tx: Sql, userId: string, issuer: string, email: string | null): Promise<boolean> {
  const orgs = await query(
    {},
    statement`select from "user" u join org o on o.required_issuer = ${issuer} and ${BELONGS_TO}
      where u.user_id = ${userId} and lower(u.email) is distinct from lower(${email}::text) limit 1`,
    tx,
  );
  return orgs.length > 0;
}
