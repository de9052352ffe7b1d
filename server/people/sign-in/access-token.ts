import statement from 'sql-template-tag';
import type { Actor, TokenScope } from '@/lib/access/vocabulary';
import type { Entry } from '@/lib/orgs/sign-in-policy';
import { lastChanges } from '@/server/access/memory/last-changes';
import { LONGEST_MS, noteReading } from '@/server/access/memory/remembered-actors';
import { clock } from '@/server/base/clock';
import { isDatabaseUnchangeable } from '@/server/base/database/database-down';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { hashOfToken, ids } from '@/server/base/ids';
import { log } from '@/server/base/log';
import { actorOf, PEOPLE, PERSON } from '@/server/people/sign-in/load-actor';

/** What every token begins with, so that programs that look for leaked secrets can tell what it is. */
export const TOKEN_PREFIX = 'pb_';

/** As many characters as tell a person's tokens apart, and far too few to guess the rest. */
const HINT_LENGTH = 4;

/** A request within this time of the last one does not write again. */
const TOUCH_AFTER_MS = LONGEST_MS;

const SIGNED_OUT: Actor = { kind: 'signedOut' };

/** A token to create. */
export interface NewToken {
  /** The person or service account whom it acts as. */
  userId: string;
  name: string;
  scope: TokenScope;
  /** Whether its programs run commands that aren't known to be safe without a person's confirmation. */
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
    statement`insert into access_token (token_id, token_hash, hint, user_id, name, scope, allows_unasked, issuer, audience,
       created_at, created_by_user_id, expires_at)
     values (${tokenId}, ${hashOfToken(token)}, ${token.slice(-HINT_LENGTH)}, ${fresh.userId}, ${fresh.name}, ${JSON.stringify(fresh.scope)}::jsonb,
       ${fresh.allowsUnasked}, ${fresh.issuer}, ${fresh.audience}, ${clock.now()}, ${fresh.createdByUserId},
       ${fresh.expiresAt})`,
    tx,
  );
  return { tokenId, token };
}

/** Replaces a token by a fresh one with the same id and rights. The former one is no longer accepted. */
export async function renewToken(tx: Sql, tokenId: string, expiresAt: Date): Promise<string> {
  const token = `${TOKEN_PREFIX}${ids.token()}`;
  await execute(
    statement`update access_token set token_hash = ${hashOfToken(token)}, hint = ${token.slice(-HINT_LENGTH)},
       expires_at = ${expiresAt}
     where token_id = ${tokenId}`,
    tx,
  );
  return token;
}

/** The token in an `Authorization` header; null for any other way to authenticate. */
export function bearerToken(header: string | null): string | null {
  const [, token] = /^bearer +(\S+)$/i.exec(header?.trim() ?? '') ?? [];
  return token?.startsWith(TOKEN_PREFIX) ? token : null;
}

/** A service account is nobody once it was removed from its organization; people have other organizations. */
const MAY_ACT = statement`not exists (
  select from "user" u left join membership m on m.org_id = u.service_org_id and m.user_id = u.user_id
  where u.user_id = t.user_id and u.service_org_id is not null and m.state is distinct from 'active')`;

const TOKEN = {
  ...PERSON,
  as_of: column.text,
  expires_at: column.time,
  token_id: column.text,
  scope: column.json<TokenScope>(),
  allows_unasked: column.boolean,
  issuer: column.text.nullable(),
  last_used_at: column.time.nullable(),
};

/**
 * Whom a token acts as, read on each request, so that revoking takes effect at once. Signed out if it doesn't exist, has
 * expired, or was made for another part of the instance.
 *
 * @param audience the address that the token was sent to, for one that only accepts tokens made for it; null elsewhere
 * @param address of the caller, kept as where the token was last used from
 * @param orgId as in `actorOfSession`
 */
export async function actorOfToken(
  token: string,
  audience: string | null,
  address: string | null,
  orgId: string | null = null,
): Promise<Actor> {
  const nowMs = clock.nowMs();
  const [row] = await query(
    TOKEN,
    statement`select p.*, ${lastChanges(statement`${orgId}::text`, statement`t.user_id`)} as as_of, t.expires_at,
       t.token_id, t.scope, t.allows_unasked, t.issuer, t.last_used_at
     from access_token t join (${PEOPLE}) p on p.user_id = t.user_id
     where t.token_hash = ${hashOfToken(token)} and t.expires_at > ${new Date(nowMs)}
       and (t.audience is null or t.audience = ${audience}) and ${MAY_ACT}`,
  );
  if (row === undefined) return SIGNED_OUT;
  const isTouched = row.last_used_at === null || nowMs - row.last_used_at.getTime() > TOUCH_AFTER_MS;
  if (isTouched) await touch(row.token_id, nowMs, address);
  const { token_id: id, scope, issuer, allows_unasked: allowsUnasked } = row;
  const actor = actorOf(row, { kind: 'token', id, scope, issuer, allowsUnasked });
  const usedAtMs = isTouched ? nowMs : (row.last_used_at?.getTime() ?? nowMs);
  const untilMs = Math.min(row.expires_at.getTime(), usedAtMs + TOUCH_AFTER_MS);
  return noteReading(actor, orgId === null ? null : { asOf: row.as_of, untilMs });
}

/**
 * Those of these tokens that are still valid, with what each brings along; null for a service account's, which enters its
 * organization whatever that demands. Checking doesn't count as use.
 */
export async function validTokensOf(tokens: readonly string[]): Promise<ReadonlyMap<string, Entry | null>> {
  const byHash = new Map(tokens.map((token) => [hashOfToken(token).toString('hex'), token]));
  const hashes = [...byHash.keys()].map((hash) => `\\x${hash}`);
  const rows = await query(
    {
      hash: column.text,
      token_id: column.text,
      scope: column.json<TokenScope>(),
      issuer: column.text.nullable(),
      is_of_service: column.boolean,
    },
    statement`select encode(t.token_hash, 'hex') as hash, t.token_id, t.scope, t.issuer,
       owner.service_org_id is not null as is_of_service
     from access_token t join "user" owner on owner.user_id = t.user_id
     where t.token_hash = any(${hashes}::bytea[]) and t.expires_at > ${clock.now()} and ${MAY_ACT}`,
  );
  return new Map(
    rows.flatMap(({ hash, token_id: id, scope, issuer, is_of_service }): [string, Entry | null][] => {
      const token = byHash.get(hash);
      const entry: Entry = { through: { kind: 'token', id, scope, issuer }, longestIdleMs: null };
      return token === undefined ? [] : [[token, is_of_service ? null : entry]];
    }),
  );
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

/** Whether a token was not revoked, whatever has replaced or renewed it since. */
export async function isTokenKept(tokenId: string): Promise<boolean> {
  const rows = await query(
    { token_id: column.text },
    statement`select t.token_id from access_token t where t.token_id = ${tokenId} and ${MAY_ACT}`,
  );
  return rows.length > 0;
}
