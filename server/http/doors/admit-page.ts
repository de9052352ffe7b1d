import type { IncomingHttpHeaders } from 'node:http';
import statement from 'sql-template-tag';
import { Recent } from '@/lib/base/memory/recent';
import { clock } from '@/server/base/clock';
import { isDatabaseReachable } from '@/server/base/database/database-reachable';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { hashOfToken } from '@/server/base/ids';
import { callerName } from '@/server/base/outside/caller-network';
import { processWide } from '@/server/base/process-wide';
import { withinTime } from '@/server/base/waiting/within-time';
import { countRequest } from '@/server/http/limits/concurrent-requests';
import { FairGate } from '@/server/http/limits/fair-gate';
import { loopLoad } from '@/server/http/limits/loop-load';
import { limitRate } from '@/server/http/limits/rate-limit';
import { sessionToken } from '@/server/people/sign-in/session';

const LONGEST_LINE = 100;
const LONGEST_WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 3;
/** The database is often back soon. */
const DATABASE_RETRY_SECONDS = 5;
/** How long a page that doesn't need the database waits to hear from it. */
const PATIENCE_MS = 2000;
/** Who a session belongs to never changes. It is looked up again now and then, so that ended sessions are forgotten. */
const KNOWN_FOR_MS = 60_000;
const MOST_KNOWN = 10_000;

/**
 * Who a page is counted against, and the organization whose line it waits in: always their first one, so that people have
 * no further lines for further organizations.
 */
interface Owner {
  userId: string;
  orgId: string;
}

const gate = () =>
  processWide(
    'gate of pages',
    () =>
      new FairGate({
        atOnce: env().pagesAtOnce,
        longestLine: LONGEST_LINE,
        longestWaitMs: LONGEST_WAIT_MS,
        isBusy: loopLoad(),
        nowMs: clock.nowMs,
      }),
  );

const known = () =>
  processWide(
    'owners of sessions',
    () => new Recent<{ owner: Promise<Owner | null>; atMs: number }>(MOST_KNOWN),
  );

/**
 * The owner of a session; null for a caller who is signed out. Looking a session up counts against the address, so that
 * made-up sessions cost no more than their address's allowance.
 */
async function callerOf(token: string | null, address: string | null): Promise<Owner | null> {
  const hash = hashOfToken(token ?? '');
  const key = hash.toString('base64');
  const nowMs = clock.nowMs();
  const asked = known().get(key);
  if (asked !== undefined && nowMs - asked.atMs < KNOWN_FOR_MS) return asked.owner;
  limitRate('person', null, address);
  if (token === null) return null;
  // A database that is lost now is noticed by the page.
  const owner = ownerOf(hash).catch(() => null);
  known().set(key, { owner, atMs: nowMs });
  const found = await owner;
  if (found === null) known().delete(key);
  return found;
}

async function ownerOf(hash: Buffer): Promise<Owner | null> {
  const [row] = await query(
    { user_id: column.text, org_id: column.text.nullable() },
    statement`select s.user_id, (select m.org_id from membership m
        where m.user_id = s.user_id and m.state = 'active' order by m.created_at, m.org_id limit 1) as org_id
      from session s where s.token_hash = ${hash}`,
  );
  return row === undefined ? null : { userId: row.user_id, orgId: row.org_id ?? row.user_id };
}

/** The same for a page that doesn't need the database, and so doesn't wait for it for long. */
const isReachableSoon = (): Promise<boolean> =>
  withinTime(isDatabaseReachable(), PATIENCE_MS).catch(() => false);

/** Why a page is not rendered, and after how many seconds to ask again. */
export interface PageRefused {
  why: 'tooMany' | 'databaseAway';
  retryAfterSeconds: number;
}

/** A page that is rendered. Each function frees the place that it names; calling one again does nothing. */
export interface Admission {
  /** The place among the pages that are rendered. */
  rendered: () => void;
  /** The place among the requests of its caller. */
  sent: () => void;
}

const tooMany = (retryAfterSeconds: number): PageRefused => ({ why: 'tooMany', retryAfterSeconds });

/**
 * Lets a page be rendered, or answers why not. Pages count against the same allowance as
 * requests to the API: their person's, or, signed out, their address's. Few are rendered at a time, and the
 * organizations take turns.
 *
 * @param over aborted when the request is answered, or canceled by its caller
 * @param needsDatabase whether the page is not rendered while the database is down
 */
export async function admitPage(
  headers: IncomingHttpHeaders,
  over: AbortSignal,
  needsDatabase = true,
): Promise<Admission | PageRefused> {
  // One of ours: whatever callers wrote into it has been replaced.
  const address = [headers['x-forwarded-for'] ?? []].flat()[0] ?? null;
  const isReachable = needsDatabase ? await isDatabaseReachable() : await isReachableSoon();
  if (!isReachable && needsDatabase) {
    return { why: 'databaseAway', retryAfterSeconds: DATABASE_RETRY_SECONDS };
  }
  try {
    const owner = await callerOf(isReachable ? sessionToken(headers.cookie ?? null) : null, address);
    if (owner !== null) limitRate('person', owner.userId, address);
    const sent = countRequest(callerName(owner?.userId ?? null, address));
    const entered = await gate()
      .enter(callerName(owner?.orgId ?? null, address), over)
      .catch((error) => {
        sent();
        throw error;
      });
    if (typeof entered !== 'string') return { rendered: entered, sent };
    sent();
    return tooMany(RETRY_AFTER_SECONDS);
  } catch (refusal) {
    if (!(refusal instanceof AppError) || refusal.code !== 'too_many_requests') throw refusal;
    return tooMany(refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
  }
}
