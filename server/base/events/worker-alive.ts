import statement, { type Sql as Statement } from 'sql-template-tag';
import { DEFAULT_TAG } from '@/lib/sources/worker-tag';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';

/**
 * A statement part: whether the worker `w` has said lately that it lives. What it said in the future, before the clock
 * was set back, says nothing.
 */
export const isAlive = (deadAfterSeconds: number): Statement => statement`
  w.heartbeat_at between now() - make_interval(secs => ${deadAfterSeconds})
    and now() + make_interval(secs => ${deadAfterSeconds})`;

/**
 * A statement part: whether a worker is alive that has a tag.
 *
 * @param tag null for the tag of connections without one
 */
export const isTagServed = (tag: Statement): Statement => statement`exists (
  select from worker w where ${isAlive(env().workerDeadAfterSeconds)} and ${tagOr(tag)} = any(w.tags))`;

/** A statement part: the tag of a connection. */
export const tagOr = (tag: Statement): Statement => statement`coalesce(${tag}, ${DEFAULT_TAG}::text)`;

/** A statement part: whether this worker has the tag of a connection. */
export const isOwnTag = (tag: Statement): Statement =>
  statement`${tagOr(tag)} = any(${env().workerTags}::text[])`;

/** When a database server was asked which workers live. */
export interface RollCall {
  /** By the clock of the server. */
  at: Date;
  /** When the server started, which no two servers of one database have in common. */
  server: string;
  /** How long a worker is silent before it counts as dead. */
  deadAfterSeconds: number;
}

/** Asks the database server for its time, and for what tells it from another. */
export async function callRoll(deadAfterSeconds = env().workerDeadAfterSeconds): Promise<RollCall> {
  const [row] = await query(
    { at: column.time, server: column.text },
    statement`select now() as at, extract(epoch from pg_postmaster_start_time())::text as server`,
  );
  if (row === undefined) throw new Error('A statement without a table returned no row');
  return { ...row, deadAfterSeconds };
}

/**
 * A statement part: whether a worker had been silent for too long when the roll was called. A statement may reach the
 * server long after that, or reach another server, where heartbeats may be missing: time that has passed since makes
 * nobody dead, and another server knows of no dead.
 *
 * @param workerId null where no worker has the work
 */
export const isDead = (
  workerId: Statement,
  { at, server, deadAfterSeconds }: RollCall,
): Statement => statement`
  (extract(epoch from pg_postmaster_start_time())::text = ${server} and not exists (
    select 1 from worker w where w.worker_id = ${workerId}
      and w.heartbeat_at >= ${at}::timestamptz - make_interval(secs => ${deadAfterSeconds})
      and w.heartbeat_at <= greatest(now(), ${at}::timestamptz) + make_interval(secs => ${deadAfterSeconds})))`;
