import { createHash } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { MemoryShare } from '@/server/connectors/_shared/memory-budget';
import { stoppedBy } from '@/server/connectors/_shared/stopped';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { PostgresConnection } from '../connection';
import { isNetworkRefusal, toConnectorError } from '../errors';
import { ResultTypes } from '../values/result-types';
import { cancelWork } from './cancel-work';
import { clientConfig } from './client-config';
import { openFirst } from './open-client';
import { OwnSettings } from './own-settings';
import { ReportingClient, settleStyles } from './session-styles';
import { lendMemory, rowsTaken } from './size-guard';
import { withinTime } from './within-time';

const idleTimeoutMs = 30_000;
const resetTimeoutMs = 5_000;

/** A session for one task, which nothing else uses meanwhile. */
export interface Session {
  client: PoolClient;
  /** The database's result types, shared by all sessions of the credential. */
  types: ResultTypes;
  /** Ends the session after this work instead of lending it again. */
  isSpoiled: boolean;
  /** How far a transaction of ours is: only a COMMIT that was sent can keep what was done in it. */
  transaction: 'none' | 'open' | 'committing';
}

interface SessionPool {
  credsId: number;
  credsVersion: number;
  pool: Promise<Pool>;
  types: ResultTypes;
  settings: OwnSettings;
  /** Sessions being returned, each settled when it is free again. */
  resets: Set<Promise<void>>;
}

declare global {
  // Modules are loaded once per bundle layer of the web server; sessions are shared between the layers.
  var pushboardPostgresPools: Map<string, SessionPool> | undefined;
}

/**
 * Lends a clean session to the work. Aborting the signal stops the work at the server and throws `cancelled`, unless the
 * work is already done. Afterward the session is reset, or discarded if the work failed or was aborted. Errors of the
 * work pass through.
 */
export async function withSession<T>(
  connection: PostgresConnection,
  context: ConnectorContext,
  signal: AbortSignal | null,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw stoppedBy();
  const entry = poolFor(connection, context);
  const client = await acquire(entry, connection, context, signal);
  const memory = new MemoryShare(context.memory);
  lendMemory(client, memory);
  const stop = cancelWork(client, connection, context, signal);
  let isClean = false;
  try {
    await withinTime(client, () => settleStyles(client)).catch((error: unknown) => {
      throw toConnectorError(error, connection);
    });
    const session = { client, types: entry.types, isSpoiled: false, transaction: 'none' as const };
    const result = await work(session);
    isClean = !session.isSpoiled;
    return result;
  } catch (error) {
    if (signal?.aborted) throw stoppedBy(error);
    throw error;
  } finally {
    stop();
    rowsTaken(client);
    memory.release();
    giveBack(entry, client, isClean && signal?.aborted !== true);
  }
}

/** Ends every session. Work that still uses one finishes first. */
export async function closePools(): Promise<void> {
  const entries = [...pools().values()];
  pools().clear();
  await Promise.all(entries.map(endPool));
}

function pools(): Map<string, SessionPool> {
  globalThis.pushboardPostgresPools ??= new Map();
  return globalThis.pushboardPostgresPools;
}

/** The settings are part of the key, so that no caller can get a session that was opened with others. */
function poolFor(connection: PostgresConnection, context: ConnectorContext): SessionPool {
  const { credsId, credsVersion } = context;
  const settings = JSON.stringify([connection, context.isBuiltin, context.network]);
  const key = `${credsId}:${credsVersion}:${createHash('sha256').update(settings).digest('base64')}`;
  const present = pools().get(key);
  if (present !== undefined) return present;
  endOlderPools(credsId, credsVersion);
  const pool = openPool(connection, context);
  const entry = {
    credsId,
    credsVersion,
    pool,
    types: new ResultTypes(connection, context),
    settings: new OwnSettings(),
    resets: new Set<Promise<void>>(),
  };
  pools().set(key, entry);
  // A pool that never opened is dropped, so that the next call resolves the host again.
  pool.catch(() => forget(entry));
  return entry;
}

function endOlderPools(credsId: number, credsVersion: number): void {
  for (const entry of [...pools().values()]) {
    if (entry.credsId !== credsId || entry.credsVersion >= credsVersion) continue;
    forget(entry);
    void endPool(entry);
  }
}

function forget(entry: SessionPool): void {
  for (const [key, other] of pools()) if (other === entry) pools().delete(key);
}

async function endPool(entry: SessionPool): Promise<void> {
  const pool = await entry.pool.catch(() => null);
  await pool?.end();
}

/** Finds the address and TLS mode that work by opening the first session, which then belongs to the pool. */
function openPool(connection: PostgresConnection, context: ConnectorContext): Promise<Pool> {
  return openFirst(connection, context, null, async (attempt) => {
    const pool = new Pool({
      ...clientConfig(connection, attempt),
      Client: ReportingClient,
      max: context.maximumSessions,
      idleTimeoutMillis: idleTimeoutMs,
      allowExitOnIdle: true,
    });
    pool.on('error', ignoreError);
    try {
      (await pool.connect()).release();
      return pool;
    } catch (error) {
      await pool.end();
      throw error;
    }
  });
}

async function acquire(
  entry: SessionPool,
  connection: PostgresConnection,
  context: ConnectorContext,
  signal: AbortSignal | null,
): Promise<PoolClient> {
  const client = takeSession(entry).catch((error: unknown) => {
    if (error instanceof Error && error.message === waitedTooLong) throw allBusy(context, error);
    if (isNetworkRefusal(error)) {
      // The host may have moved: the next call resolves it again.
      forget(entry);
      void endPool(entry);
    }
    throw toConnectorError(error, connection);
  });
  if (signal === null) return client;
  let onAbort = () => {};
  const aborted = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  const winner = await Promise.race([client, aborted]).finally(() =>
    signal.removeEventListener('abort', onAbort),
  );
  if (winner !== null) return winner;
  client.then((late) => late.release(), ignoreError);
  throw stoppedBy();
}

async function takeSession(entry: SessionPool): Promise<PoolClient> {
  const pool = await entry.pool;
  // A session that is being reset is free sooner than a new one is open.
  if (pool.idleCount === 0 && entry.resets.size > 0) await Promise.race(entry.resets);
  return pool.connect();
}

function giveBack(entry: SessionPool, client: PoolClient, isClean: boolean): void {
  if (!isClean) {
    client.release(true);
    return;
  }
  // Nobody waits for this session yet, but its last user may have something to write first, such as the end of a run.
  const reset = new Promise(setImmediate)
    .then(() => cleared(client, entry.settings))
    .catch(() => false)
    .then((isLikeNew) => {
      client.release(!isLikeNew);
      entry.resets.delete(reset);
    });
  entry.resets.add(reset);
}

/** Clears a session. Returns whether it is like a fresh one then. */
async function cleared(client: PoolClient, settings: OwnSettings): Promise<boolean> {
  const timer = setTimeout(() => client.connection.stream.destroy(), resetTimeoutMs);
  try {
    await client.query('DISCARD ALL');
    return !(await settings.mayExist(client));
  } finally {
    clearTimeout(timer);
  }
}

/** pg-pool's message for a caller that waited too long for a session. */
const waitedTooLong = 'timeout exceeded when trying to connect';

function allBusy({ maximumSessions }: ConnectorContext, cause: unknown): ConnectorError {
  const message = `All ${maximumSessions} sessions of this connection are in use. Try again when a run has ended.`;
  return new ConnectorError('timed_out', message, null, { cause });
}

/** The pool itself drops a session with a broken idle socket. */
function ignoreError(): void {}
