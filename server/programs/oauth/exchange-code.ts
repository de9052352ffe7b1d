import { createHash } from 'node:crypto';
import statement from 'sql-template-tag';
import type { TokenScope } from '@/lib/access/vocabulary';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { hashOfToken } from '@/server/base/ids';
import { insertToken } from '@/server/people/sign-in/access-token';
import { isOurResource } from '@/server/programs/oauth/authorization-request';
import { OAuthRefusal } from '@/server/programs/oauth/oauth-error';
import {
  freshRefreshToken,
  REFRESH_LIFETIME_MS,
  TOKEN_LIFETIME_MS,
  tokenResponse,
} from '@/server/programs/oauth/refresh-tokens';
import { revokeReused } from '@/server/programs/oauth/revoke-app';

const CODE = {
  user_id: column.text,
  client_id: column.text,
  client_name: column.text,
  redirect_uri: column.text,
  code_challenge: column.text,
  scope: column.json<TokenScope>(),
  allows_unasked: column.boolean,
  audience: column.text,
  issuer: column.text.nullable(),
  expires_at: column.time,
  token_id: column.text.nullable(),
};
type CodeRow = RowOf<typeof CODE>;

/** What a program sends to exchange a code (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface CodeExchange {
  code: string;
  clientId: string;
  redirectUri: string;
  codeVerifier: string;
  resource: string | null;
}

/** The same for a code that is unknown, expired, used, or another program's, so that nobody learns which. */
const refused = () =>
  new OAuthRefusal('invalid_grant', 'The code is not valid, or has expired or been used.');

/**
 * Exchanges a code for tokens, once. A code that comes again was stolen from one of the two who sent it, so what the
 * first one got is revoked.
 */
export async function exchangeCode(sent: CodeExchange, audit: AuditSource) {
  if (!isOurResource(sent.resource)) {
    throw new OAuthRefusal('invalid_target', 'The resource is not the one that the code was issued for.');
  }
  const made = await transaction(async (tx) => {
    const [row] = await query(
      CODE,
      statement`select user_id, client_id, client_name, redirect_uri, code_challenge, scope, allows_unasked, audience,
         issuer, expires_at, token_id
       from oauth_code where code_hash = ${hashOfToken(sent.code)} for update`,
      tx,
    );
    if (row === undefined) return null;
    if (row.token_id !== null) {
      // Committed, although the exchange is refused.
      await revokeReused(tx, row.token_id, audit);
      return null;
    }
    return isValid(row, sent) ? makeTokens(tx, row, hashOfToken(sent.code), audit) : null;
  });
  if (made === null) throw refused();
  return made;
}

function isValid(row: CodeRow, { clientId, redirectUri, codeVerifier }: CodeExchange): boolean {
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  return (
    row.expires_at.getTime() > clock.nowMs() &&
    row.client_id === clientId &&
    row.redirect_uri === redirectUri &&
    row.code_challenge === challenge
  );
}

async function makeTokens(tx: Sql, row: CodeRow, codeHash: Buffer, audit: AuditSource) {
  const nowMs = clock.nowMs();
  const { tokenId, token } = await insertToken(tx, {
    userId: row.user_id,
    name: row.client_name,
    scope: row.scope,
    allowsUnasked: row.allows_unasked,
    issuer: row.issuer,
    audience: row.audience,
    createdByUserId: row.user_id,
    expiresAt: new Date(nowMs + TOKEN_LIFETIME_MS),
  });
  const refresh = freshRefreshToken();
  await execute(
    statement`insert into oauth_grant (token_id, client_id, client_name, redirect_uri, family_hash, refresh_hash,
       refresh_expires_at)
     values (${tokenId}, ${row.client_id}, ${row.client_name}, ${row.redirect_uri}, ${refresh.familyHash},
       ${refresh.hash}, ${new Date(nowMs + REFRESH_LIFETIME_MS)})`,
    tx,
  );
  await execute(statement`update oauth_code set token_id = ${tokenId} where code_hash = ${codeHash}`, tx);
  await recordAudit(
    tx,
    { ...audit, actorUserId: row.user_id },
    {
      orgId: null,
      action: 'app.connect',
      subjectType: 'token',
      subjectId: tokenId,
      after: { name: row.client_name, client: row.client_id },
    },
  );
  return tokenResponse(token, refresh.token);
}
