import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { warnOf } from '@/server/base/database/database-down';
import { pool } from '@/server/base/database/db';
import { readingAt, replicaPool } from '@/server/base/database/replica-reads';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';
import { TookTooLong, withinTime } from '@/server/base/waiting/within-time';

const CHECK_EVERY_MS = 1000;
/** How often a replica is asked whether it has caught up: soon at first, since it usually has within a millisecond. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/** A place in the primary's log of changes, and the system that wrote it. */
interface Position {
  lsn: string;
  system: string;
}

/**
 * Where the primary's log ends now. It sends nothing before that is on its disk, and the start of a run doesn't wait for
 * it: if something isn't, an empty message is committed that does, without waiting for any standby.
 */
const END = `select shown.lsn::text, system_identifier::text as system, case when pg_current_wal_flush_lsn() < shown.lsn
    then set_config('synchronous_commit', 'local', true) || pg_logical_emit_message(true, 'pushboard', '')::text end as flushed
  from (select pg_current_wal_insert_lsn() as lsn offset 0) shown, pg_control_system()`;

const HAS_REPLAYED = `select pg_is_in_recovery() and system_identifier::text = $2 as is_standby,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has_replayed from pg_control_system()`;

/** What a process knows about the replica. */
export interface ReplicaState {
  /** `unknown` before the first check. Only a `ready` one is read. */
  kind: 'unknown' | 'ready' | 'behind' | 'away';
  /** Up to when it had everything when it was last asked, by `performance.now()`; null if it never had. */
  caughtUpAtMs: number | null;
  /** How long it took to catch up then, in milliseconds. */
  tookMs: number;
}

const known = () =>
  processWide('replica', (): ReplicaState => ({ kind: 'unknown', caughtUpAtMs: null, tookMs: 0 }));

/** What is known about the replica; null without `DATABASE_REPLICA_URL`. */
export const replicaState = (): Readonly<ReplicaState> | null =>
  env().databaseReplicaUrl === null ? null : known();

/** How far the replica is behind, in seconds; null if it never had everything. */
export function replicaLagSeconds({ kind, caughtUpAtMs, tookMs }: ReplicaState): number | null {
  if (caughtUpAtMs === null) return null;
  return (kind === 'ready' ? tookMs : performance.now() - caughtUpAtMs) / 1000;
}

/**
 * Does work that reads much and changes nothing, at the replica if that has everything that was committed before: what
 * people have just done is there, in whichever process they did it. The replica gets `DATABASE_REPLICA_SECONDS` to catch
 * up; then the primary does the work.
 */
export async function readElsewhere<T>(work: () => Promise<T>): Promise<T> {
  const replica = await freshReplica();
  return replica === null ? work() : readingAt(replica, work);
}

/** The same for a file that is written while it is read. */
export async function* chunksFromElsewhere<T>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const replica = await freshReplica();
  const iterator = chunks[Symbol.asyncIterator]();
  const next = () => iterator.next();
  try {
    for (;;) {
      const { done, value } = await (replica === null ? next() : readingAt(replica, next));
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Returns the replica once it has everything that is committed now; null if it doesn't in time. */
async function freshReplica(): Promise<pg.Pool | null> {
  const replica = replicaPool();
  if (replica === null || known().kind !== 'ready') return null;
  try {
    return (await hasReplayed(replica, await endOfLog())) ? replica : null;
  } catch (error) {
    log().debug({ err: error }, 'The replica was not read');
    return null;
  }
}

async function endOfLog(): Promise<Position> {
  const [position] = (await pool().query<Position>(END)).rows;
  if (position === undefined) throw new Error('The primary named no position');
  return position;
}

/**
 * Waits until a replica has what the primary had at a position, for as long as the configuration says.
 *
 * @returns whether it has
 * @throws if it can't be reached, or isn't a standby of that primary
 */
async function hasReplayed(replica: pg.Pool, { lsn, system }: Position): Promise<boolean> {
  const patienceMs = env().databaseReplicaMs;
  const deadlineMs = performance.now() + patienceMs;
  const isThere = async (): Promise<boolean> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const { rows } = await replica.query<{ is_standby: boolean; has_replayed: boolean }>(HAS_REPLAYED, [
        lsn,
        system,
      ]);
      if (rows[0]?.is_standby !== true)
        throw new Error('DATABASE_REPLICA_URL is not the address of a standby of this database.');
      if (rows[0].has_replayed) return true;
      if (performance.now() + pauseMs >= deadlineMs) return false;
      await sleep(pauseMs);
    }
  };
  return withinTime(isThere(), patienceMs).catch((error: unknown) => {
    // All of its connections are busy, or it doesn't answer: either way, the primary is faster.
    if (error instanceof TookTooLong) return false;
    throw error;
  });
}

/** Finds out whether the replica can be read, and logs it when that has changed. */
export async function checkReplica(): Promise<void> {
  const replica = replicaPool();
  if (replica === null) return;
  let position: Position;
  const askedAtMs = performance.now();
  try {
    position = await endOfLog();
  } catch (error) {
    // Whether the replica can be read depends on a primary that says what it should have.
    warnOf(error, 'The replica could not be compared with the primary');
    return;
  }
  try {
    if (!(await hasReplayed(replica, position))) return note('behind');
    Object.assign(known(), { caughtUpAtMs: askedAtMs, tookMs: performance.now() - askedAtMs });
    note('ready');
  } catch (error) {
    note('away', error);
  }
}

const NEWS = {
  ready: 'The replica is up to date: history, figures, and the audit log are read there',
  behind: 'The replica is too far behind or too busy: the primary is read instead',
  away: "The replica can't be read: the primary is read instead",
};

function note(kind: keyof typeof NEWS, error?: unknown): void {
  const state = known();
  if (state.kind === kind) return;
  state.kind = kind;
  if (kind === 'ready') log().info(NEWS[kind]);
  else log().warn({ err: error, behindSeconds: replicaLagSeconds(state) }, NEWS[kind]);
}

/** Checks the replica every second until the returned function is called. Does nothing without one. */
export function watchReplica(): () => void {
  if (env().databaseReplicaUrl === null) return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const check = async () => {
    await checkReplica();
    if (!isOver) timer = setTimeout(() => void check(), CHECK_EVERY_MS).unref();
  };
  void check();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
