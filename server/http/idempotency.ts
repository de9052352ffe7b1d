import { createHash } from 'node:crypto';
import { sql } from '@/server/db';
import { AppError } from '@/server/errors';

const KEY = /^[\x21-\x7e]{1,200}$/;

/** An answer as it went over the wire. */
export interface StoredAnswer {
  status: number;
  body: string;
}

/**
 * Answers the first result again to the same key and request. The key is claimed before the work begins,
 * so that two requests at once do it once; a claim whose request never ended (the process died) stays, and
 * a retry is refused rather than done a second time.
 */
export async function once(
  userId: string,
  key: string,
  request: { operationId: string; params: unknown; body: unknown },
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  if (!KEY.test(key)) {
    throw new AppError('invalid', 'The Idempotency-Key must be 1 to 200 visible ASCII characters.');
  }
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
  const claimed = await sql.query(
    `insert into idempotency_key (user_id, key, request_hash) values ($1, $2, $3)
     on conflict do nothing returning key`,
    [userId, key, requestHash],
  );
  if (claimed.length === 0) return firstAnswer(userId, key, requestHash);
  try {
    const answer = await work();
    await sql.query('update idempotency_key set status = $3, body = $4 where user_id = $1 and key = $2', [
      userId,
      key,
      answer.status,
      answer.body,
    ]);
    return answer;
  } catch (error) {
    // A refusal had no effect, so the same key may try again.
    if (error instanceof AppError && error.status < 500) {
      await sql.query('delete from idempotency_key where user_id = $1 and key = $2', [userId, key]);
    }
    throw error;
  }
}

async function firstAnswer(userId: string, key: string, requestHash: Buffer): Promise<StoredAnswer> {
  const [first] = await sql.query<{ request_hash: Buffer; status: number | null; body: string | null }>(
    'select request_hash, status, body from idempotency_key where user_id = $1 and key = $2',
    [userId, key],
  );
  if (first !== undefined && !first.request_hash.equals(requestHash)) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another request. Take a new one.');
  }
  if (first?.status == null || first.body === null) {
    throw new AppError('conflict', 'The first request with this Idempotency-Key has not been answered yet.', {
      retryAfterSeconds: 1,
    });
  }
  return { status: first.status, body: first.body };
}
