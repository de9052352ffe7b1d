import type pg from 'pg';
import type { AcceptedRun } from '../faults/load';
import type { Work } from './work';

interface Ended {
  run_id: number;
  tag: string;
  status: string;
  end_reason: string | null;
}

/** What became of runs that were accepted. */
export interface Outcome {
  accepted: number;
  /** Ended as lost, which they say: their worker was killed. */
  lost: number;
  faults: string[];
}

/**
 * Compares what runs say with what the source was asked to do: a successful one exactly once, one whose worker was killed
 * at most once, and nothing else.
 */
export async function compare(
  own: pg.Pool,
  source: pg.Pool,
  accepted: readonly AcceptedRun[],
): Promise<Outcome> {
  const { rows } = await own.query<Ended>(
    `select run_id, params::jsonb ->> 'tag' as tag, status, end_reason from run where run_id = any($1)`,
    [accepted.map(({ runId }) => runId)],
  );
  const executions = await source.query<{ tag: string; times: number }>(
    'select tag, count(*)::int as times from execution group by tag',
  );
  const timesOf = new Map(executions.rows.map(({ tag, times }) => [tag, times]));
  const found = new Map(rows.map((row) => [row.run_id, row]));
  const faults = accepted.flatMap(({ runId, tag }) => {
    const run = found.get(runId);
    const times = timesOf.get(tag) ?? 0;
    if (run === undefined) return [`Run ${runId} is gone.`];
    const isTrue = run.status === 'success' ? times === 1 : run.end_reason === 'worker_lost' && times <= 1;
    return isTrue
      ? []
      : [`Run ${runId} is ${run.status} (${run.end_reason}) and was executed ${times} times.`];
  });
  const lost = rows.filter(({ end_reason }) => end_reason === 'worker_lost').length;
  return { accepted: accepted.length, lost, faults };
}

/** Each firing of a job has one run, each run of a job its firing, and each of these runs is as in `compare`. */
export async function compareJobs(
  own: pg.Pool,
  source: pg.Pool,
  tags: readonly string[],
): Promise<Outcome & { firings: number }> {
  const { rows } = await own.query<{ firings: number; without: number; runs: number; stray: number }>(
    `select count(*)::int as firings, count(*) filter (where run_id is null)::int as without,
       (select count(*)::int from run where trigger = 'schedule') as runs,
       (select count(*)::int from run where trigger = 'schedule' and not exists (
         select from scheduled_firing firing where firing.run_id = run.run_id)) as stray
     from scheduled_firing`,
  );
  const counts = rows[0] ?? { firings: 0, without: 0, runs: 0, stray: 0 };
  const faults = [
    ...(counts.without === 0 ? [] : [`${counts.without} firings have no run.`]),
    ...(counts.stray === 0 ? [] : [`${counts.stray} runs of jobs belong to no firing.`]),
  ];
  const executions = await source.query<{ tag: string; times: number }>(
    'select tag, count(*)::int as times from execution where tag = any($1) group by tag',
    [tags],
  );
  const timesOf = new Map(executions.rows.map(({ tag, times }) => [tag, times]));
  const ends = await own.query<{ tag: string; success: number; lost: number; other: number }>(
    `select params::jsonb ->> 'tag' as tag, count(*) filter (where status = 'success')::int as success,
       count(*) filter (where end_reason = 'worker_lost')::int as lost,
       count(*) filter (where status <> 'success' and end_reason is distinct from 'worker_lost')::int as other
     from run where trigger = 'schedule' group by 1`,
  );
  for (const { tag, success, lost, other } of ends.rows) {
    const times = timesOf.get(tag) ?? 0;
    if (other > 0 || times < success || times > success + lost)
      faults.push(
        `A job was executed ${times} times: ${success} runs successful, ${lost} lost, ${other} ended otherwise.`,
      );
  }
  const lost = ends.rows.reduce((total, row) => total + row.lost, 0);
  return { accepted: counts.runs, firings: counts.firings, lost, faults };
}

/** The most executions of the narrow command that the source saw at the same time. */
export async function mostAtOnce(source: pg.Pool): Promise<number> {
  const { rows } = await source.query<{ most: number }>(
    `select coalesce(max(at_once), 0)::int as most from (
       select sum(change) over (order by at, change) as at_once from (
         select began_at as at, 1 as change from narrow_execution
         union all select ended_at, -1 from narrow_execution where ended_at is not null) as changes) as counted`,
  );
  return rows[0]?.most ?? 0;
}

/**
 * The longest time, in seconds, from a click that failed to the next that succeeded, and how many failed, together and in
 * each way.
 */
export function outageOf(clicks: Work['clicks']): {
  failed: number;
  longestSeconds: number;
  outcomes: string[];
} {
  let longestMs = 0;
  let since: number | null = null;
  for (const { at, tookMs, outcome } of clicks) {
    if (outcome !== 'success') since ??= at.getTime();
    else if (since !== null) {
      longestMs = Math.max(longestMs, at.getTime() + tookMs - since);
      since = null;
    }
  }
  const failed = clicks.filter(({ outcome }) => outcome !== 'success');
  const ways = new Map<string, number>();
  for (const { outcome } of failed) {
    const way = outcome.slice(0, 120).trim();
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  return {
    failed: failed.length,
    longestSeconds: longestMs / 1000,
    outcomes: [...ways].map(([way, count]) => `${count} times: ${way}`),
  };
}
