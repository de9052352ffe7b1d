import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { DEMO_ID_PREFIX } from '@/server/base/demo-mode';
import type { SignedIn } from '@/server/people/sign-in/begin-session';
import { SignInRefused } from '@/server/people/sign-in/sign-in-refused';

/**
 * Adds a way to sign in to a person who is signed in. Throws 409 if it belongs to someone else. Their address stays
 * what it is.
 */
export async function linkIdentity(
  userId: string,
  { issuer, subject }: Pick<SignedIn, 'issuer' | 'subject'>,
  source: AuditSource,
): Promise<void> {
  if (userId.startsWith(DEMO_ID_PREFIX)) throw new SignInRefused('demoPerson');
  await transaction(async (tx) => {
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
