import { statfs } from 'node:fs/promises';
import statement from 'sql-template-tag';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { isAlive, tagOr } from '@/server/base/events/worker-alive';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';

/** What is counted for the metrics in the database and on the disk. Ages are seconds, sizes bytes. */
export interface Counts {
  openRuns: { state: string; trigger: string; tag: string; count: number }[];
  /** By the tag of workers; only tags that a worker has or a run waits for. */
  groups: Map<string, GroupCounts>;
  endedRuns: { status: string; trigger: string; count: number }[];
  queueAge: number;
  workers: number;
  /** Of all workers that are alive. */
  places: number;
  placesInUse: number;
  resultBytes: number;
  mail: { state: string; count: number }[];
  mailAge: number;
}

/** What there is of workers with a tag, and of runs that go only to them. A worker with two tags counts in both. */
export interface GroupCounts {
  queueAge: number;
  waiting: number;
  executing: number;
  elsewhere: number;
  workers: number;
  places: number;
}

export const NO_GROUP: GroupCounts = {
  queueAge: 0,
  waiting: 0,
  executing: 0,
  elsewhere: 0,
  workers: 0,
  places: 0,
};

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
    { state: column.text, trigger: column.text, tag: column.text, count: column.int, age: column.int },
    statement`select o.state::text, r.trigger::text, ${tagOr(statement`k.worker_tag`)} as tag, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(coalesce(r.queued_at, r.created_at))))::int as age
      from open_run o join run r on r.org_id = o.org_id and r.run_id = o.run_id
      left join credential k on k.org_id = o.org_id and k.credential_id = o.credential_id group by 1, 2, 3`,
  );
  const endedRuns = await query(
    { status: column.text, trigger: column.text, count: column.int },
    statement`select case when status = 'success' then 'success' else coalesce(end_reason::text, 'error') end as status,
      trigger::text, count(*)::int as count
      from (select status, end_reason, trigger, ended_at from run order by run_id desc limit ${NEWEST_RUNS}) newest
      where ended_at > now() - interval '5 minutes' group by 1, 2`,
  );
  const [sums] = await query(
    { workers: column.int, places: column.int, result_bytes: column.int },
    statement`select count(*)::int as workers,
        coalesce(sum(coalesce(w.places, ${env().workerConcurrency}::int)), 0)::int as places,
        (select coalesce(sum(size_bytes), 0)::int8 from result_usage) as result_bytes
      from worker w where ${isAlive(env().workerDeadAfterSeconds)}`,
  );
  const ofTags = await query(
    { tag: column.text, workers: column.int, places: column.int },
    statement`select tag, count(*)::int as workers,
        coalesce(sum(coalesce(w.places, ${env().workerConcurrency}::int)), 0)::int as places
      from worker w, unnest(w.tags) tag where ${isAlive(env().workerDeadAfterSeconds)} group by 1`,
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
    groups: groupsOf(ofTags, openRuns),
    endedRuns,
    queueAge: Math.max(0, ...inState('waiting').map(({ age }) => age)),
    workers: sums?.workers ?? 0,
    places: sums?.places ?? 0,
    placesInUse: inState('executing', 'beginning').reduce((total, { count }) => total + count, 0),
    resultBytes: sums?.result_bytes ?? 0,
    mail,
    mailAge: Math.max(0, ...unsent.map(({ age }) => age)),
  };
}

function groupsOf(
  ofTags: readonly { tag: string; workers: number; places: number }[],
  openRuns: readonly { state: string; tag: string; count: number; age: number }[],
): Map<string, GroupCounts> {
  const groups = new Map(
    ofTags.map(({ tag, ...counts }): [string, GroupCounts] => [tag, { ...NO_GROUP, ...counts }]),
  );
  for (const { state, tag, count, age } of openRuns) {
    const group = groups.get(tag) ?? { ...NO_GROUP };
    groups.set(tag, group);
    if (state === 'waiting') {
      group.waiting += count;
      group.queueAge = Math.max(group.queueAge, age);
    } else if (state === 'elsewhere') group.elsewhere += count;
    else if (state === 'executing' || state === 'beginning') group.executing += count;
  }
  return groups;
}
