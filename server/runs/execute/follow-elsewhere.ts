import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { hasFacts, noFacts, type ResultFacts } from '@/lib/results/result-facts';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { notifyRunChanged } from '@/server/base/events/run-changes';
import { isOwnTag } from '@/server/base/events/worker-alive';
import { log } from '@/server/base/log';
import {
  type OpenSource,
  openCredential,
  STORED_CREDENTIAL,
  type StoredCredential,
  storedCredentialOf,
  storedCredentialShape,
} from '@/server/connections/open-credential';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { Look, WorkElsewhere } from '@/server/connectors/types';
import { endRun } from '@/server/runs/execute/end-run';
import { connectionDeleted, ended, type RunEnd, stopped, thrownEnd } from '@/server/runs/execute/run-ends';
import { insertLog } from '@/server/runs/execute/run-log';
import { RunSink } from '@/server/runs/execute/run-sink';
import { readDefinition } from '@/server/runs/start/definition';

/** The time limit of a check. */
const LOOK_TIMEOUT_MS = 20_000;
/** If a worker dies during a check, another takes over after this time. */
const LEASE_SECONDS = 60;
/** The delay after a failed check, for example because the source was down. */
const LOOK_AFTER_FAILURE_MS = 10_000;

/** A run whose work continues elsewhere, while a worker checks it. */
export interface RunElsewhere {
  orgId: string;
  runId: number;
  commandId: number;
  handle: JsonValue;
  isCancelled: boolean;
  isTimedOut: boolean;
  /** Whether other rows of its bulk run need the same work. */
  isShared: boolean;
  /** How long it may take. */
  timeLimitMs: number;
  /** Null if the connection has been deleted. */
  credential: StoredCredential | null;
  facts: ResultFacts;
  logOffset: number;
  /** The part of a JSON result to keep; null for all of it. */
  outputObjectPath: string | null;
  minutesSavedColumn: string | null;
}

/** When to check a run in progress again, and the handle to find it by. */
export interface StillRunning {
  orgId: string;
  runId: number;
  lookAgainMs: number;
  handle: JsonValue;
}

const DUE = {
  org_id: column.text,
  run_id: column.int,
  command_id: column.int,
  handle: column.text,
  is_cancelled: column.boolean,
  is_timed_out: column.boolean,
  is_shared: column.boolean,
  time_limit_ms: column.int,
  result_facts: column.text.nullable(),
  log_offset: column.int,
  reading_definition: column.text.nullable(),
  ...storedCredentialShape,
};

/** Whether runs are due for a check. */
export const HAS_DUE_ELSEWHERE = statement`exists (select from open_run where state = 'elsewhere' and look_at <= now())`;

/** Takes runs that are due for a check, at most `most`, of connections that this worker serves. Nobody else checks them until the lease ends. */
export async function takeDueRuns(workerId: string, most: number): Promise<RunElsewhere[]> {
  const rows = await query(
    DUE,
    statement`with due as (
       select o.org_id, o.run_id from open_run o
       left join credential k on k.org_id = o.org_id and k.credential_id = o.credential_id
       where o.state = 'elsewhere' and o.look_at <= now() and ${isOwnTag(statement`k.worker_tag`)}
       order by o.look_at limit ${most} for update of o skip locked
     ), taken as (
       update open_run o set look_at = now() + make_interval(secs => ${LEASE_SECONDS}), worker_id = ${workerId}
       from due where o.org_id = due.org_id and o.run_id = due.run_id
       returning o.org_id, o.run_id, o.credential_id, o.handle, o.shared_as
     )
     select r.org_id, r.run_id, r.command_id, taken.handle, r.cancel_requested_by is not null as is_cancelled,
       r.started_at < now() - make_interval(secs => time_limit.ms / 1000.0) as is_timed_out,
       taken.shared_as is not null and exists (
         select from open_run other join run of_other on of_other.org_id = other.org_id and of_other.run_id = other.run_id
         where other.org_id = taken.org_id and other.shared_as = taken.shared_as and other.run_id <> taken.run_id
           and of_other.cancel_requested_by is null
           and of_other.started_at >= now() - make_interval(secs => time_limit.ms / 1000.0)) as is_shared,
       time_limit.ms as time_limit_ms,
       r.result_facts,
       coalesce((select max(l.end_offset) from run_log l where l.org_id = r.org_id and l.run_id = r.run_id), 0) as log_offset,
       case when strpos(d.content, '"outputObjectPath":') > 0 or strpos(d.content, '"minutesSavedColumn":') > 0
         then d.content end as reading_definition,
       ${STORED_CREDENTIAL}
     from taken
     join run r on r.org_id = taken.org_id and r.run_id = taken.run_id
     left join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
     cross join lateral (select least(${env().runTimeoutMs}::int, case
       when strpos(d.content, '"timeoutSeconds":') > 0 then (d.content::jsonb->>'timeoutSeconds')::int * 1000 end) as ms
     ) time_limit
     left join credential k on k.org_id = taken.org_id and k.credential_id = taken.credential_id
       and k.deleted_at is null`,
  );
  return rows.map((row) => ({
    orgId: row.org_id,
    runId: row.run_id,
    commandId: row.command_id,
    handle: JSON.parse(row.handle),
    isCancelled: row.is_cancelled,
    isTimedOut: row.is_timed_out,
    isShared: row.is_shared,
    timeLimitMs: row.time_limit_ms,
    facts: row.result_facts === null ? noFacts() : JSON.parse(row.result_facts),
    logOffset: row.log_offset,
    ...readingOf(row.reading_definition),
    credential: storedCredentialOf(row),
  }));
}

/** How the result of a run is read, by its definition. */
function readingOf(definition: string | null): Pick<RunElsewhere, 'outputObjectPath' | 'minutesSavedColumn'> {
  if (definition === null) return { outputObjectPath: null, minutesSavedColumn: null };
  const { outputObjectPath = null, minutesSavedColumn = null } = readDefinition(definition);
  return { outputObjectPath, minutesSavedColumn };
}

/**
 * Checks a run, and ends it if its work has ended or should be stopped. Returns null if it ended, or else when to check
 * again.
 */
export async function checkElsewhere(
  run: RunElsewhere,
  workerId: string,
  stop: AbortSignal,
): Promise<StillRunning | null> {
  const sink = new RunSink(run.orgId, run.runId, run.logOffset, run.facts);
  sink.keepOnly(run.outputObjectPath);
  sink.addUp(run.minutesSavedColumn);
  const timeout = new AbortController();
  // Not `AbortSignal.timeout`: `AbortSignal.any` alone doesn't keep that from being collected as garbage.
  const timer = setTimeout(() => timeout.abort(), LOOK_TIMEOUT_MS);
  const seen = await lookOrStop(run, sink, AbortSignal.any([stop, timeout.signal])).finally(() =>
    clearTimeout(timer),
  );
  if ('status' in seen) {
    await endRun(run, workerId, sink, seen);
    return null;
  }
  await saveNews(run, workerId, sink);
  return {
    orgId: run.orgId,
    runId: run.runId,
    lookAgainMs: seen.lookAgainMs,
    handle: seen.handle ?? run.handle,
  };
}

type InProgress = Extract<Look, { ended: false }>;

async function lookOrStop(
  run: RunElsewhere,
  sink: RunSink,
  signal: AbortSignal,
): Promise<RunEnd | InProgress> {
  if (run.credential === null) return connectionDeleted();
  try {
    const source = await openCredential(run.orgId, run.credential);
    const { elsewhere } = source.connector;
    if (elsewhere === undefined) throw new Error(`${source.connector.label} does not run elsewhere`);
    if (run.isCancelled || run.isTimedOut) return await stopThere(run, source, elsewhere, sink, signal);
    const look = await elsewhere.follow(source.connection, source.context, run.handle, sink, signal);
    return look.ended ? ended(look.errors) : look;
  } catch (thrown) {
    if (!isPassing(thrown) && !signal.aborted) return thrownEnd(run.runId, thrown);
    log().warn({ err: thrown, run: run.runId }, 'A run elsewhere could not be checked');
    return { ended: false, lookAgainMs: LOOK_AFTER_FAILURE_MS };
  }
}

async function stopThere(
  { handle, isCancelled, isShared, timeLimitMs }: RunElsewhere,
  { connection, context, connector }: OpenSource,
  elsewhere: WorkElsewhere<unknown>,
  sink: RunSink,
  signal: AbortSignal,
): Promise<RunEnd> {
  if (isShared) {
    const message = `${connector.label} was not asked to stop: other rows of the bulk run share the work, so this row may go on there.`;
    sink.log({ level: 'warning', message, atMs: Date.now() });
  } else await elsewhere.cancel(connection, context, handle, signal);
  return stopped(isCancelled ? 'cancelled' : 'timed_out', timeLimitMs);
}

/** Errors that may be gone at the next check. */
const isPassing = (thrown: unknown): boolean =>
  thrown instanceof ConnectorError
    ? thrown.code === 'unreachable' || thrown.code === 'cancelled'
    : isDatabaseDown(thrown);

/** Saves what a check added to the log, the links, and the metadata, and notifies watchers. */
async function saveNews(run: RunElsewhere, workerId: string, sink: RunSink): Promise<void> {
  const piece = sink.logged.pending();
  const facts = hasFacts(sink.facts) ? JSON.stringify(sink.facts) : null;
  if (piece === null && facts === null) return;
  await query(
    { notified: column.text },
    statement`with news as (
       update run set result_facts = ${facts}
       where org_id = ${run.orgId} and run_id = ${run.runId} and status = 'running' and exists (
         select from open_run o where o.org_id = ${run.orgId} and o.run_id = ${run.runId} and o.worker_id = ${workerId})
       returning org_id, run_id
     ), logged as (${insertLog(statement`news`, piece)})
     select ${notifyRunChanged(statement`run_id`)} as notified from news`,
  );
}

/** Releases runs in progress until their next checks; many at once, since there may be thousands. */
export async function releaseStillRunning(runs: readonly StillRunning[], workerId: string): Promise<void> {
  await execute(statement`update open_run o set handle = seen.handle, worker_id = null,
       look_at = now() + make_interval(secs => seen.look_again_seconds)
     from unnest(${runs.map(({ runId }) => runId)}::bigint[], ${runs.map(({ orgId }) => orgId)}::text[],
       ${runs.map(({ handle }) => JSON.stringify(handle))}::text[],
       ${runs.map(({ lookAgainMs }) => lookAgainMs / 1000)}::float8[])
       as seen(run_id, org_id, handle, look_again_seconds)
     where o.org_id = seen.org_id and o.run_id = seen.run_id and o.worker_id = ${workerId} and o.state = 'elsewhere'`);
}
