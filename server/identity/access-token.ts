import statement from 'sql-template-tag';
import type { Actor, TokenScope } from '@/lib/access/vocabulary';
import { clock } from '@/server/clock';
import { isDatabaseUnchangeable } from '@/server/database-down';
import type { Sql } from '@/server/db';
import { actorOf, PEOPLE, PERSON } from '@/server/identity/load-actor';
import { hashOfToken, ids } from '@/server/ids';
import { log } from '@/server/log';
import { column, execute, query } from '@/server/statements';

/** What every token begins with, so that programs that look for leaked secrets can tell what it is. */
export const TOKEN_PREFIX = 'pb_';

/** A request within this time of the last one does not write again. */
const TOUCH_AFTER_MS = 60 * 1000;

const SIGNED_OUT: Actor = { kind: 'signedOut' };

/** A token to create. */
export interface NewToken {
  /** The person or service account whom it acts as. */
  userId: string;
  name: string;
  scope: TokenScope;
  /** Whether programs that can't ask a person may run commands that aren't known to be safe. */
  allowsUnasked: boolean;
  /** The issuer of the sign-in under which it is created; null for a service account's. */
  issuer: string | null;
  /** The only address that accepts it; null if every part of the API does. */
  audience: string | null;
  createdByUserId: string;
  expiresAt: Date;
}

/** Inserts a token. The database keeps only a hash, so the token can't be read again. */
export async function insertToken(tx: Sql, fresh: NewToken): Promise<{ tokenId: string; token: string }> {
  const token = `${TOKEN_PREFIX}${ids.token()}`;
  const tokenId = ids.accessToken();
  await execute(
    statement`insert into access_token (token_id, token_hash, user_id, name, scope, allows_unasked, issuer, audience,
       created_at, created_by_user_id, expires_at)
     values (${tokenId}, ${hashOfToken(token)}, ${fresh.userId}, ${fresh.name}, ${JSON.stringify(fresh.scope)}::jsonb,
       ${fresh.allowsUnasked}, ${fresh.issuer}, ${fresh.audience}, ${clock.now()}, ${fresh.createdByUserId},
       ${fresh.expiresAt})`,
    tx,
  );
  return { tokenId, token };
}

/** The token in an `Authorization` header; null for any other way to authenticate. */
export function bearerToken(header: string | null): string | null {
  const [, token] = /^bearer +(\S+)$/i.exec(header?.trim() ?? '') ?? [];
  return token?.startsWith(TOKEN_PREFIX) ? token : null;
}

const TOKEN = {
  ...PERSON,
  token_id: column.text,
  scope: column.json<TokenScope>(),
  allows_unasked: column.boolean,
  last_used_at: column.time.nullable(),
};

/**
 * Whom a token acts as, read on each request, so that revoking takes effect at once. Signed out if it doesn't exist, has
 * expired, or was made for another part of the instance.
 *
 * @param audience the address that the token was sent to, for one that only accepts tokens made for it; null elsewhere
 * @param address of the caller, kept as where the token was last used from
 */
export async function actorOfToken(
  token: string,
  audience: string | null,
  address: string | null,
): Promise<Actor> {
  const nowMs = clock.nowMs();
  const [row] = await query(
    TOKEN,
    statement`select p.*, t.token_id, t.scope, t.allows_unasked, t.last_used_at
     from access_token t join (${PEOPLE}) p on p.user_id = t.user_id
     where t.token_hash = ${hashOfToken(token)} and t.expires_at > ${new Date(nowMs)}
       and (t.audience is null or t.audience = ${audience})`,
  );
  if (row === undefined) return SIGNED_OUT;
  if (row.last_used_at === null || nowMs - row.last_used_at.getTime() > TOUCH_AFTER_MS) {
    await touch(row.token_id, nowMs, address);
  }
  const { token_id: id, scope, allows_unasked: allowsUnasked } = row;
  return actorOf(row, { kind: 'token', id, scope, allowsUnasked });
}

/** While the database is read-only, tokens still work, but their last use isn't recorded. */
async function touch(tokenId: string, nowMs: number, address: string | null): Promise<void> {
  try {
    await execute(
      statement`update access_token set last_used_at = ${new Date(nowMs)}, last_address = ${address}
       where token_id = ${tokenId}`,
    );
  } catch (error) {
    if (!isDatabaseUnchangeable(error)) throw error;
    log().warn({ err: error }, 'The use of a token could not be recorded');
  }
}

/** Revokes a token of a person. Returns whether it was there. */
export async function deleteToken(tx: Sql, userId: string, tokenId: string): Promise<boolean> {
  const revoked = await query(
    { token_id: column.text },
    statement`delete from access_token where token_id = ${tokenId} and user_id = ${userId} returning token_id`,
    tx,
  );
  return revoked.length > 0;
}
