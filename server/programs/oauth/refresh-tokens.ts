import statement from 'sql-template-tag';
import type { AuditSource } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { hashOfToken, ids } from '@/server/base/ids';
import { renewToken } from '@/server/people/sign-in/access-token';
import { isOurResource } from '@/server/programs/oauth/authorization-request';
import { OAuthRefusal } from '@/server/programs/oauth/oauth-error';
import { revokeReused } from '@/server/programs/oauth/revoke-app';

export const TOKEN_LIFETIME_MS = 60 * 60 * 1000;
/** A program that isn't used for this long has to be connected again. */
export const REFRESH_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

const REFRESH_PREFIX = 'pbr_';

/**
 * A refresh token has two secrets: one that stays the same for a connection, and one that changes with each use. The
 * first alone tells that a used token came again, without keeping every used one.
 */
export function freshRefreshToken(family = ids.token()) {
  const token = `${REFRESH_PREFIX}${family}.${ids.token()}`;
  return { token, hash: hashOfToken(token), familyHash: hashOfToken(family) };
}

/** The part of a refresh token that names its connection; null for any other text. */
export function familyOf(refreshToken: string): string | null {
  const [, family] = /^pbr_([\w-]{43})\.[\w-]{43}$/.exec(refreshToken) ?? [];
  return family ?? null;
}

export const tokenResponse = (accessToken: string, refreshToken: string) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: TOKEN_LIFETIME_MS / 1000,
  refresh_token: refreshToken,
});

const refused = () =>
  new OAuthRefusal('invalid_grant', 'The refresh token is not valid, or has expired or been used.');

/** What a program sends to renew its token (RFC 6749 §6). */
export interface Renewal {
  refreshToken: string;
  clientId: string;
  resource: string | null;
}

/**
 * Renews a token. Each refresh token works once; one that comes again was stolen from one of the two who sent it, so the
 * connection ends. The token keeps its id, so that its runs stay its own.
 */
export async function renew({ refreshToken, clientId, resource }: Renewal, audit: AuditSource) {
  if (!isOurResource(resource)) {
    throw new OAuthRefusal('invalid_target', 'The resource is not the one that the token was issued for.');
  }
  const family = familyOf(refreshToken);
  if (family === null) throw refused();
  const renewed = await transaction(async (tx) => {
    const [grant] = await query(
      { token_id: column.text, is_current: column.boolean, refresh_expires_at: column.time },
      statement`select token_id, refresh_hash = ${hashOfToken(refreshToken)} as is_current, refresh_expires_at
       from oauth_grant where family_hash = ${hashOfToken(family)} and client_id = ${clientId} for update`,
      tx,
    );
    if (grant === undefined) return null;
    if (!grant.is_current) {
      // Committed, although the renewal is refused.
      await revokeReused(tx, grant.token_id, audit);
      return null;
    }
    const nowMs = clock.nowMs();
    if (grant.refresh_expires_at.getTime() <= nowMs) return null;
    const next = freshRefreshToken(family);
    await execute(
      statement`update oauth_grant set refresh_hash = ${next.hash},
         refresh_expires_at = ${new Date(nowMs + REFRESH_LIFETIME_MS)}
       where token_id = ${grant.token_id}`,
      tx,
    );
    const token = await renewToken(tx, grant.token_id, new Date(nowMs + TOKEN_LIFETIME_MS));
    return tokenResponse(token, next.token);
  });
  if (renewed === null) throw refused();
  return renewed;
}
