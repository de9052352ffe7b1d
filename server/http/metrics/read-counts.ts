import { statfs } from 'node:fs/promises';
import statement from 'sql-template-tag';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';

/** What is counted for the metrics in the database and on the disk. Ages are seconds, sizes bytes. */
export interface Counts {
  openRuns: { state: string; trigger: string; count: number }[];
  endedRuns: { status: string; trigger: string; count: number }[];
  queueAge: number;
  workers: number;
  placesInUse: number;
  resultBytes: number;
  mail: { state: string; count: number }[];
  mailAge: number;
}

/** Counts this old are given out again, so that however often metrics are asked for, the database counts rarely. */
const FRESH_MS = 5000;
/** Ended runs are looked for among so many, by their number: a million of them are never read. */
const NEWEST_RUNS = 10_000;

interface Last {
  atMs: number;
  counts: Promise<Counts | null>;
}

/** The last counts; null where the database gave none. */
export function recentCounts(): Promise<Counts | null> {
  const kept = processWide('counts for metrics', (): { last: Last | null } => ({ last: null }));
  const nowMs = clock.nowMs();
  if (kept.last === null || Math.abs(nowMs - kept.last.atMs) >= FRESH_MS) {
    const counts = readCounts().catch((error) => {
      log().warn({ err: error }, 'The metrics could not be counted');
      return null;
    });
    kept.last = { atMs: nowMs, counts };
  }
  return kept.last.counts;
}

/** What is free on the disk of results, in bytes; null before the folder exists. */
export async function freeResultBytes(): Promise<number | null> {
  const disk = await statfs(env().resultsDir).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}

async function readCounts(): Promise<Counts> {
  const openRuns = await query(
    { state: column.text, trigger: column.text, count: column.int, age: column.int },
    statement`select o.state::text, r.trigger::text, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(coalesce(r.queued_at, r.created_at))))::int as age
      from open_run o join run r on r.org_id = o.org_id and r.run_id = o.run_id group by 1, 2`,
  );
  const endedRuns = await query(
    { status: column.text, trigger: column.text, count: column.int },
    statement`select case when status = 'success' then 'success' else coalesce(end_reason::text, 'error') end as status,
      trigger::text, count(*)::int as count
      from (select status, end_reason, trigger, ended_at from run order by run_id desc limit ${NEWEST_RUNS}) newest
      where ended_at > now() - interval '5 minutes' group by 1, 2`,
  );
  const [sums] = await query(
    { workers: column.int, result_bytes: column.int },
    statement`select
      (select count(*)::int from worker
        where heartbeat_at > now() - make_interval(secs => ${env().workerDeadAfterSeconds})) as workers,
      (select coalesce(sum(size_bytes), 0)::int8 from result_usage) as result_bytes`,
  );
  const mail = await query(
    { state: column.text, count: column.int, age: column.int },
    statement`select state::text, count(*)::int as count,
        greatest(0, extract(epoch from now() - min(created_at)))::int as age
      from mail_message where state in ('waiting', 'sending') group by 1
      union all
      select 'failed', count(*)::int, 0 from mail_message
      where state = 'failed' and created_at > now() - interval '1 day'`,
  );
  const inState = (...states: string[]) => openRuns.filter(({ state }) => states.includes(state));
  const unsent = mail.filter(({ state }) => state !== 'failed');
  return {
    openRuns,
    endedRuns,
    queueAge: Math.max(0, ...inState('waiting').map(({ age }) => age)),
    workers: sums?.workers ?? 0,
    placesInUse: inState('executing', 'beginning').reduce((total, { count }) => total + count, 0),
    resultBytes: sums?.result_bytes ?? 0,
    mail,
    mailAge: Math.max(0, ...unsent.map(({ age }) => age)),
  };
}
