import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { log } from '@/server/base/log';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** The header of a response to a repeated request, as Stripe names it. */
export const REPLAYED = 'Idempotent-Replayed';

/**
 * How long a claimed key under which nothing was created stays with a request that doesn't renew its claim. A process
 * renews it for as long as it lives, so after this time it must have died.
 */
const CLAIM_SECONDS = 10;
export const RENEW_MS = (CLAIM_SECONDS * 1000) / 4;
/** A repeated request waits for the first one: long enough to take its place if that has died. */
const LONGEST_WAIT_MS = CLAIM_SECONDS * 1500;
const LOOK_AGAIN_MS = 200;

/** A response as it was sent. */
export interface StoredResponse {
  status: number;
  body: string;
}

/** A request's key, and what an earlier request created under it. */
export interface RequestKey {
  userId: string;
  key: string;
  madeId: number | null;
}

/**
 * A CTE that records what the statement created under its request's key, so that both commit together: a request that is
 * repeated with the key gets the same thing, even if the first response was never sent.
 *
 * @param made the CTE that creates the thing, and its column with the id
 */
export function noteMade(key: RequestKey | null, made: string, id: string): Statement {
  return statement`noted as (update idempotency_key set made_id = ${raw(`${made}.${id}`)} from ${raw(made)}
    where user_id = ${key?.userId ?? null} and key = ${key?.key ?? null})`;
}

/**
 * Returns the first response again for the same key and request. The key is claimed before the work begins, so that two
 * concurrent requests do it once: the second one waits for the response of the first, or takes its place if its process
 * dies. If the first request created something, `work` is called with its id and returns its
 * current state; with null if nothing was created yet.
 *
 * @param noteRepeat called before the response is known, if an earlier request did the work
 */
export async function once(
  { userId, key }: Pick<RequestKey, 'userId' | 'key'>,
  request: { operationId: string; params: unknown; body: unknown },
  work: (key: RequestKey) => Promise<StoredResponse>,
  signal?: AbortSignal,
  noteRepeat: () => void = () => {},
): Promise<StoredResponse> {
  if (!KEY.test(key)) {
    throw new AppError('invalid', 'The Idempotency-Key must be 1 to 200 visible ASCII characters.');
  }
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
  const first = await claimOrWait(userId, key, requestHash, signal);
  if (first !== null) noteRepeat();
  if (first !== null && 'answer' in first) return first.answer;
  const madeId = first?.madeId ?? null;
  const renewing = setInterval(() => void renew(userId, key), RENEW_MS);
  try {
    const answer = await work({ userId, key, madeId });
    // The id of what was created is enough: its response is generated again, so that no copy of a result outlives the result.
    await execute(statement`update idempotency_key set status = ${answer.status}, body = ${answer.body}
       where user_id = ${userId} and key = ${key} and made_id is null`);
    return answer;
  } catch (error) {
    // A refused request had no effect, so the same key may be used again.
    if (error instanceof AppError && error.status < 500) {
      await execute(
        statement`delete from idempotency_key where user_id = ${userId} and key = ${key} and made_id is null`,
      );
    }
    throw error;
  } finally {
    clearInterval(renewing);
  }
}

/** What an earlier request with the key has done. */
type FirstRequest = { answer: StoredResponse } | { madeId: number };

/** Returns null once the key is claimed; what the first request has done otherwise. Throws 409 if that goes on and on. */
async function claimOrWait(
  userId: string,
  key: string,
  requestHash: Buffer,
  signal?: AbortSignal,
): Promise<FirstRequest | null> {
  const startedAtMs = performance.now();
  for (;;) {
    if (await claim(userId, key, requestHash)) return null;
    const first = await firstRequest(userId, key, requestHash);
    if (first !== null) return first;
    if (performance.now() - startedAtMs > LONGEST_WAIT_MS) {
      throw new AppError('conflict', 'The first request with this Idempotency-Key is still in progress.', {
        retryAfterSeconds: 1,
      });
    }
    await sleep(LOOK_AGAIN_MS, undefined, signal === undefined ? {} : { signal });
  }
}

/** Claims a key that is new, or whose claim ended with its process. A claim of the future was made before the clock was set back. */
async function claim(userId: string, key: string, requestHash: Buffer): Promise<boolean> {
  const claimed = await query(
    { key: column.text },
    statement`insert into idempotency_key (user_id, key, request_hash) values (${userId}, ${key}, ${requestHash})
     on conflict (user_id, key) do update set created_at = now()
       where idempotency_key.request_hash = ${requestHash} and idempotency_key.status is null
         and idempotency_key.made_id is null
         and idempotency_key.created_at not between now() - make_interval(secs => ${CLAIM_SECONDS})
           and now() + make_interval(secs => ${CLAIM_SECONDS})
     returning key`,
  );
  return claimed.length > 0;
}

/** Says that the process that claimed a key lives. */
async function renew(userId: string, key: string): Promise<void> {
  await execute(
    statement`update idempotency_key set created_at = now()
      where user_id = ${userId} and key = ${key} and status is null and made_id is null`,
  ).catch((error) => log().warn({ err: error }, 'A claim could not be renewed'));
}

/** Returns null if the first request has done nothing so far. */
async function firstRequest(userId: string, key: string, requestHash: Buffer): Promise<FirstRequest | null> {
  const [first] = await query(
    {
      request_hash: column.bytes,
      status: column.int.nullable(),
      body: column.text.nullable(),
      made_id: column.int.nullable(),
    },
    statement`select request_hash, status, body, made_id from idempotency_key where user_id = ${userId}
      and key = ${key}`,
  );
  if (first !== undefined && !first.request_hash.equals(requestHash)) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request. Use a new one.');
  }
  if (first?.status != null && first.body !== null)
    return { answer: { status: first.status, body: first.body } };
  return first?.made_id != null ? { madeId: first.made_id } : null;
}
