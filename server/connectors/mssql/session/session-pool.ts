import { createHash } from 'node:crypto';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { MemoryShare } from '@/server/connectors/_shared/memory-budget';
import { stoppedBy } from '@/server/connectors/_shared/stopped';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { MssqlConnection } from '../connection';
import { resetSession } from '../request';
import type { ExactConnection } from './exact-connection';
import { openSession } from './open-session';
import { pools, type SessionPool } from './pools';

const idleTimeoutMs = 30_000;
const waitTimeoutMs = 10_000;

/**
 * Does work in a session that nothing else uses meanwhile, and that starts as if it were new. A session is kept only after
 * work that succeeded. Throws a `ConnectorError` if it can't open a session, and stops waiting when the signal aborts.
 */
export async function withSession<T>(
  connection: MssqlConnection,
  context: ConnectorContext,
  signal: AbortSignal | null,
  work: (session: ExactConnection) => Promise<T>,
): Promise<T> {
  const pool = poolFor(connection, context);
  await takePlace(pool, context, signal);
  let session: ExactConnection | null = null;
  let isClean = false;
  const memory = new MemoryShare(context.memory);
  try {
    session = (await takeIdle(pool)) ?? (await openSession(connection, context, signal));
    if (signal?.aborted) throw stoppedBy();
    session.lendMemory(memory);
    const result = await work(session);
    isClean = session.failure === null && signal?.aborted !== true;
    return result;
  } catch (error) {
    if (signal?.aborted) throw stoppedBy(error);
    throw error;
  } finally {
    memory.release();
    session?.lendMemory(null);
    if (session !== null) giveBack(pool, session, isClean);
    pool.used -= 1;
    pool.waiting.shift()?.();
  }
}

/** Ends every session. Work that still uses one finishes first. */
export async function closePools(): Promise<void> {
  for (const pool of pools().values()) endPool(pool);
  pools().clear();
}

/** The settings are part of the key, so that no caller can get a session that was opened with others. */
function poolFor(connection: MssqlConnection, context: ConnectorContext): SessionPool {
  const { credsId, credsVersion } = context;
  const settings = JSON.stringify([connection, context.isBuiltin, context.network]);
  const key = `${credsId}:${credsVersion}:${createHash('sha256').update(settings).digest('base64')}`;
  const present = pools().get(key);
  if (present !== undefined) return present;
  for (const [other, pool] of pools()) {
    if (pool.credsId !== credsId || pool.credsVersion >= credsVersion) continue;
    pools().delete(other);
    endPool(pool);
  }
  const pool = { credsId, credsVersion, used: 0, idle: [], waiting: [], isClosed: false };
  pools().set(key, pool);
  return pool;
}

function endPool(pool: SessionPool): void {
  pool.isClosed = true;
  for (const { session, timer } of pool.idle.splice(0)) {
    clearTimeout(timer);
    session.close();
  }
}

async function takePlace(
  pool: SessionPool,
  { maximumSessions }: ConnectorContext,
  signal: AbortSignal | null,
): Promise<void> {
  if (signal?.aborted) throw stoppedBy();
  while (pool.used >= maximumSessions) await freePlace(pool, maximumSessions, signal);
  pool.used += 1;
}

function freePlace(pool: SessionPool, maximumSessions: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      pool.waiting = pool.waiting.filter((each) => each !== onFree);
    };
    const onFree = (): void => {
      stop();
      resolve();
    };
    const onAbort = (): void => {
      stop();
      reject(stoppedBy());
    };
    const timer = setTimeout(() => {
      stop();
      const message = `All ${maximumSessions} sessions of this connection are in use. Try again when a run has ended.`;
      reject(new ConnectorError('timed_out', message));
    }, waitTimeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    pool.waiting.push(onFree);
  });
}

/** Takes a kept session that still works and resets its state; null if none does. */
async function takeIdle(pool: SessionPool): Promise<ExactConnection | null> {
  for (let idle = pool.idle.pop(); idle !== undefined; idle = pool.idle.pop()) {
    clearTimeout(idle.timer);
    if (idle.session.closed || idle.session.failure !== null) continue;
    if (await resetSession(idle.session)) return idle.session;
    idle.session.close();
  }
  return null;
}

function giveBack(pool: SessionPool, session: ExactConnection, isClean: boolean): void {
  if (!isClean || pool.isClosed || session.closed) {
    session.close();
    return;
  }
  const timer = setTimeout(() => {
    pool.idle = pool.idle.filter((each) => each.session !== session);
    session.close();
  }, idleTimeoutMs);
  timer.unref();
  pool.idle.push({ session, timer });
}
