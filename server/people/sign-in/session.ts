import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Actor } from '@/lib/access/vocabulary';
import type { Entry } from '@/lib/orgs/sign-in-policy';
import { IDLE_PROMPT_MS, INACTIVITY_MS } from '@/lib/sign-in/inactivity';
import type { AuditSource } from '@/server/access/audit';
import { lastChanges } from '@/server/access/memory/last-changes';
import { LONGEST_MS, noteReading } from '@/server/access/memory/remembered-actors';
import { clock } from '@/server/base/clock';
import { isDatabaseUnchangeable } from '@/server/base/database/database-down';
import type { Sql } from '@/server/base/database/db';
import { builtOnce, column, execute, query } from '@/server/base/database/statements';
import { hashOfToken, ids } from '@/server/base/ids';
import { log } from '@/server/base/log';
import { seal } from '@/server/base/secrets/seal';
import { hostCookieName, setCookie } from '@/server/people/sign-in/cookies/host-cookie';
import { deviceOf } from '@/server/people/sign-in/device';
import { actorOf, PEOPLE, PERSON } from '@/server/people/sign-in/load-actor';
import { forgetStartupValues } from '@/server/people/variables/variables';

/** The cookie's name without TLS. Earlier releases used it everywhere. */
const PLAIN_COOKIE = 'pushboard_session';

export const sessionCookieName = (): string => hostCookieName(PLAIN_COOKIE);

/** A session ends this long after it began, whether it is used or not. */
export const SESSION_MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** A request within this time of the last one does not write again. */
const TOUCH_AFTER_MS = LONGEST_MS;
/** As long as the page waits for the person to confirm that they are still there: their response needs the session. */
export const SESSION_IDLE_MS = INACTIVITY_MS + IDLE_PROMPT_MS + TOUCH_AFTER_MS;

/** Enough of a session's hash to tell sessions apart in records, and too little to find a token by. */
const SESSION_ID_BYTES = 8;

/** The id of a session, in SQL, as `Through` has it. */
export const SESSION_ID = statement`encode(substring(token_hash for ${SESSION_ID_BYTES}::int), 'hex')`;

const isOpen = (now: unknown, idleSince: unknown): Statement =>
  statement`(expires_at > ${now} and last_used_at > ${idleSince})`;

const idleSince = (nowMs: number): Date => new Date(nowMs - SESSION_IDLE_MS);

/** Whether a session is still open at a time, in SQL. */
export const isOpenAt = (nowMs: number): Statement => isOpen(new Date(nowMs), idleSince(nowMs));

/** The value of our session cookie in a `Cookie` header. */
export const sessionToken = (cookieHeader: string | null): string | null =>
  cookieValue(cookieHeader, sessionCookieName());

/** A session that an earlier release began behind TLS. It is never accepted, since anyone could have planted it. */
export const formerSessionToken = (cookieHeader: string | null): string | null =>
  sessionCookieName() === PLAIN_COOKIE ? null : cookieValue(cookieHeader, PLAIN_COOKIE);

/** The value of a cookie in a `Cookie` header; null without one. */
export function cookieValue(cookieHeader: string | null, wanted: string): string | null {
  for (const part of (cookieHeader ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === wanted && value) return value;
  }
  return null;
}

/** Builds the session's `Set-Cookie`. */
export const sessionCookie = (token: string, maxAgeSeconds: number): string =>
  setCookie(sessionCookieName(), token, maxAgeSeconds);

/** Removes the cookie of an earlier release. */
export const withoutFormerCookie = `${PLAIN_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;

/** Where a request that begins a session came from. */
export type SessionSource = Pick<AuditSource, 'address' | 'userAgent'>;

/** What a provider says of its own session. */
interface Provided {
  /** When ours ends at the latest; null for as late as ours do. */
  endsBy: Date | null;
  /** Its name for its session. */
  session: string | null;
  /** The ID token, which names the session to it. */
  idToken: string | null;
}

const NOTHING_PROVIDED: Provided = { endsBy: null, session: null, idToken: null };

export const ID_TOKEN_PURPOSE = 'id token';

/**
 * Inserts a session and returns its token. The database keeps only a hash, so the token can't be read again.
 *
 * @param issuer who vouched for the person
 * @param provided what the provider says of its own session
 */
export async function insertSession(
  tx: Sql,
  userId: string,
  issuer: string,
  { address, userAgent }: SessionSource,
  provided: Provided = NOTHING_PROVIDED,
): Promise<string> {
  await forgetStartupValues(tx, userId);
  const token = ids.token();
  const now = clock.now();
  const longest = now.getTime() + SESSION_MAX_AGE_MS;
  const expiresAt = new Date(Math.min(longest, provided.endsBy?.getTime() ?? longest));
  await execute(
    statement`insert into session
       (token_hash, user_id, created_at, last_used_at, expires_at, issuer, device, address, provider_session,
         sealed_id_token)
     values (${hashOfToken(token)}, ${userId}, ${now}, ${now}, ${expiresAt}, ${issuer},
       ${deviceOf(userAgent ?? null)}, ${address}, ${provided.session},
       ${provided.idToken === null ? null : seal(provided.idToken, ID_TOKEN_PURPOSE)})`,
    tx,
  );
  return token;
}

/** Ends a session. Returns its person, or null if the session doesn't exist. */
export const endSession = (tx: Sql, token: string): Promise<string | null> =>
  endSessionOf(tx, hashOfToken(token));

/** The same by the hash of its token. */
export async function endSessionOf(tx: Sql, tokenHash: Buffer): Promise<string | null> {
  const rows = await query(
    { user_id: column.text },
    statement`delete from session where token_hash = ${tokenHash} returning user_id`,
    tx,
  );
  const userId = rows[0]?.user_id ?? null;
  if (userId !== null) await forgetStartupValues(tx, userId);
  return userId;
}

const SESSION = {
  ...PERSON,
  as_of: column.text,
  last_used_at: column.time,
  expires_at: column.time,
  issuer: column.text.nullable(),
  longest_idle_ms: column.int,
};

const sessionOf = builtOnce<{ tokenHash: Buffer; nowMs: number; orgId: string | null }>(
  (mark) => statement`
    select p.*, ${lastChanges(
      mark(({ orgId }) => orgId),
      statement`s.user_id`,
    )} as as_of, s.last_used_at, s.expires_at, s.issuer, s.longest_idle_ms
    from session s join (${PEOPLE}) p on p.user_id = s.user_id
    where s.token_hash = ${mark(({ tokenHash }) => tokenHash)}
      and ${isOpen(
        mark(({ nowMs }) => new Date(nowMs)),
        mark(({ nowMs }) => idleSince(nowMs)),
      )}`,
);

/**
 * Reads the session on each request, so that sign-out, removal, and expiry take effect at once.
 *
 * @param orgId the organization in whose requests the actor may be remembered; see `noteReading`
 */
export async function actorOfSession(token: string, orgId: string | null = null): Promise<Actor> {
  const nowMs = clock.nowMs();
  const tokenHash = hashOfToken(token);
  const [row] = await query(SESSION, sessionOf({ tokenHash, nowMs, orgId }));
  const isTouched = row !== undefined && nowMs - row.last_used_at.getTime() > TOUCH_AFTER_MS;
  if (isTouched) await touch(tokenHash, nowMs);
  const longestIdleMs =
    row === undefined ? null : Math.max(row.longest_idle_ms, nowMs - row.last_used_at.getTime());
  const id = tokenHash.toString('hex', 0, SESSION_ID_BYTES);
  const actor = actorOf(row, { kind: 'session', id, issuer: row?.issuer ?? null }, longestIdleMs);
  if (row === undefined) return actor;
  const usedAtMs = isTouched ? nowMs : row.last_used_at.getTime();
  const untilMs = Math.min(row.expires_at.getTime(), usedAtMs + TOUCH_AFTER_MS);
  return noteReading(actor, orgId === null ? null : { asOf: row.as_of, untilMs });
}

/** How long the session `s` has not been used, in SQL. */
const idleMs = (now: Date) =>
  statement`(extract(epoch from ${now}::timestamptz - last_used_at) * 1000)::bigint`;

/** While the database is read-only, people can still read: their sessions are found, but not extended. */
async function touch(tokenHash: Buffer, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  try {
    await execute(
      statement`update session set last_used_at = ${now},
         longest_idle_ms = greatest(longest_idle_ms, ${idleMs(now)})
       where token_hash = ${tokenHash}`,
    );
  } catch (error) {
    if (!isDatabaseUnchangeable(error)) throw error;
    log().warn({ err: error }, 'A session could not be extended');
  }
}

/** Those of these tokens that belong to a session that is still open, with what it brings along. Checking doesn't count as use. */
export async function openSessionsOf(tokens: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
  const byHash = new Map(tokens.map((token) => [hashOfToken(token).toString('hex'), token]));
  const hashes = [...byHash.keys()].map((hash) => `\\x${hash}`);
  const now = clock.now();
  const rows = await query(
    { hash: column.text, id: column.text, issuer: column.text.nullable(), longest_idle_ms: column.int },
    statement`select encode(token_hash, 'hex') as hash, ${SESSION_ID} as id, issuer,
       greatest(longest_idle_ms, ${idleMs(now)}) as longest_idle_ms
     from session where token_hash = any(${hashes}::bytea[]) and ${isOpenAt(now.getTime())}`,
  );
  return new Map(
    rows.flatMap(({ hash, id, issuer, longest_idle_ms }): [string, Entry][] => {
      const token = byHash.get(hash);
      const entry: Entry = {
        through: { kind: 'session', id, issuer },
        longestIdleMs: longest_idle_ms,
      };
      return token === undefined ? [] : [[token, entry]];
    }),
  );
}

/** How long ago a session began, in milliseconds; 0 if it doesn't exist. */
export async function sessionAgeMs(token: string): Promise<number> {
  const [row] = await query(
    { created_at: column.time },
    statement`select created_at from session where token_hash = ${hashOfToken(token)}`,
  );
  return row === undefined ? 0 : Math.max(0, clock.nowMs() - row.created_at.getTime());
}

const personById = builtOnce<{ userId: string; orgId: string | null }>(
  (mark) => statement`
    select p.*, ${lastChanges(
      mark(({ orgId }) => orgId),
      statement`p.user_id`,
    )} as as_of
    from (${PEOPLE}) p where p.user_id = ${mark(({ userId }) => userId)}`,
);

/**
 * Only for demo mode, where naming a person is enough to act as them.
 *
 * @param orgId as in `actorOfSession`
 */
export async function unsafeActorOfUserId(userId: string, orgId: string | null = null): Promise<Actor> {
  const nowMs = clock.nowMs();
  const [row] = await query({ ...PERSON, as_of: column.text }, personById({ userId, orgId }));
  const actor = actorOf(row, { kind: 'demo' });
  const isNoted = row !== undefined && orgId !== null;
  return noteReading(actor, isNoted ? { asOf: row.as_of, untilMs: nowMs + LONGEST_MS } : null);
}
