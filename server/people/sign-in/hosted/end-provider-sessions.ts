import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { type LogoutClaims, LogoutTokenError } from '@/server/people/sign-in/hosted/logout-token';
import { forgetStartupValues } from '@/server/people/variables/variables';

/**
 * Ends the sessions that a provider has logged out: of the person or the session of theirs that it names. Where it names
 * both, those of the person end, too, that are not known to come from another session. Throws `LogoutTokenError` for a
 * token that was used already.
 *
 * @returns how many have ended
 */
export function endProviderSessions(
  issuer: string,
  { tokenId, expiresAt, subject, providerSession }: LogoutClaims,
  audit: AuditSource,
): Promise<number> {
  return transaction(async (tx) => {
    const fresh = await query(
      { token_id: column.text },
      statement`insert into used_logout_token (issuer, token_id, expires_at)
        values (${issuer}, ${tokenId}, ${expiresAt}) on conflict do nothing returning token_id`,
      tx,
    );
    if (fresh.length === 0) throw new LogoutTokenError('It was used already.');
    const ended = await query(
      { user_id: column.text, device: column.text.nullable(), address: column.text.nullable() },
      statement`delete from session s where s.issuer = ${issuer}
          and (${subject}::text is null or s.user_id = (
            select i.user_id from identity i where i.issuer = ${issuer} and i.subject = ${subject}))
          and (${providerSession}::text is null or s.provider_session = ${providerSession}
            or (${subject}::text is not null and s.provider_session is null))
        returning user_id, device, address`,
      tx,
    );
    for (const { user_id: userId, device, address } of ended) {
      await forgetStartupValues(tx, userId);
      await recordAudit(tx, audit, {
        orgId: null,
        action: 'session.end',
        subjectType: 'session',
        subjectId: userId,
        before: { device, address },
        after: { because: 'the provider', issuer },
      });
    }
    return ended.length;
  });
}
