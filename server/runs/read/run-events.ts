import statement from 'sql-template-tag';
import { z } from 'zod';
import type { Person } from '@/lib/access/vocabulary';
import { bulkProgress } from '@/lib/contract/runs/bulk-progress';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import {
  type followRun as followRunOperation,
  type followRuns as followRunsOperation,
  logEvent,
  runEvent,
} from '@/lib/contract/runs/run-events';
import type { ResultFacts } from '@/lib/results/result-facts';
import { commandAccess } from '@/server/access/scope';
import { andOwnRun, viewerOf } from '@/server/access/viewer';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { watchRun } from '@/server/base/events/run-changes';
import type { Context, StreamEvent } from '@/server/operations/context';
import { readMaskText } from '@/server/results/masks/mask-texts';
import { readBulkProgress } from '@/server/runs/bulk/read-bulk';
import { readLog } from '@/server/runs/execute/run-log';
import { isOver } from '@/server/runs/read/read-run';

type Seen = z.output<typeof runEvent>;

const SEEN = {
  run_id: column.int,
  status: runStatus,
  end_reason: runEndReason.nullable(),
  total_rows: column.int.nullable(),
  going_facts: column.text.nullable(),
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
  is_bulk: column.boolean,
  is_silent: column.boolean,
};
type SeenRow = RowOf<typeof SEEN>;

/** Reads the runs again for every event, so that a person who loses a command loses its stream. */
async function look(actor: Person, orgId: string, runIds: readonly number[]): Promise<SeenRow[]> {
  const viewer = viewerOf(actor);
  return query(
    SEEN,
    statement`select r.run_id, r.status, r.end_reason, r.total_rows, r.started_at, r.ended_at,
       case when r.status = 'running' then r.result_facts end as going_facts,
       exists (select from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id) as is_bulk,
       exists (select from open_run o where o.org_id = r.org_id and o.run_id = r.run_id
         and o.news_channel is not null) as is_silent
     from run r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id
     ${commandAccess(viewer)}
     where r.org_id = ${orgId} and r.run_id = any(${runIds}::bigint[]) and access.role is not null ${andOwnRun(viewer)}
       and c.deleted_at is null`,
  );
}

/**
 * Has the changes of runs announced of which only the end would be. One after the other: a claim holds several at a time,
 * in its own order.
 */
async function announceAll(orgId: string, rows: readonly SeenRow[]): Promise<void> {
  for (const { run_id: runId } of rows) {
    await execute(
      statement`update open_run set news_channel = null where org_id = ${orgId} and run_id = ${runId}`,
    );
  }
}

/** Links are few while a run is in progress; the rest of what it says besides rows comes at its end. */
function linkCountOf({ going_facts: text }: SeenRow): number {
  const facts: Partial<ResultFacts> = text === null ? {} : JSON.parse(text);
  return facts.links?.length ?? 0;
}

function seenOf(row: SeenRow): Seen {
  return {
    runId: row.run_id,
    status: row.status,
    endReason: row.end_reason,
    totalRows: row.total_rows,
    ...(isOver(row.status) ? {} : { linkCount: linkCountOf(row) }),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** What has been sent to a watcher about a run. */
interface Sent {
  status: Seen['status'] | null;
  totalRows: number | null;
  linkCount: number;
  logOffset: number;
  /** The last progress of a bulk run, as sent. */
  progress: string | null;
}

/** Rows of a bulk run end many times a second; people and browsers need fewer updates. */
const PROGRESS_EVERY_MS = 500;

/** `{run id}:{offset}` of each run whose log was sent: where to resume after the connection breaks. */
const idOf = (sent: ReadonlyMap<number, Sent>): string =>
  [...sent].flatMap(([runId, { logOffset }]) => (logOffset > 0 ? [`${runId}:${logOffset}`] : [])).join(',');

/** @param lastId the id of the last event received, as the client reports it */
function sentBefore(runIds: readonly number[], lastId: string | null): Map<number, Sent> {
  const offsets = new Map(
    [...(lastId ?? '').matchAll(/(\d{1,16}):(\d{1,10})/g)].map(([, runId, offset]) => [
      Number(runId),
      Number(offset),
    ]),
  );
  return new Map(
    runIds.map((runId) => [
      runId,
      { status: null, totalRows: null, linkCount: 0, logOffset: offsets.get(runId) ?? 0, progress: null },
    ]),
  );
}

/**
 * Streams events of runs until all visible ones have ended. It starts with the current state of each, and sends each
 * piece of a log once: a client that reconnects with `Last-Event-ID` misses nothing and gets nothing twice.
 */
export async function* followVisibleRuns(
  actor: Person,
  orgId: string,
  runIds: readonly number[],
  signal: AbortSignal,
  lastId: string | null,
): AsyncGenerator<StreamEvent> {
  const sent = sentBefore(runIds, lastId);
  let wake = () => {};
  const unwatch = runIds.map((runId) => watchRun(runId, () => wake()));
  signal.addEventListener('abort', () => wake());
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const rows = await look(actor, orgId, runIds);
      const silent = rows.filter((row) => row.is_silent);
      await announceAll(orgId, silent);
      // Read after the rows: the log of a run that has ended is complete.
      const hasMore = yield* sendLogs(orgId, rows, sent);
      yield* sendProgress(orgId, rows, sent);
      for (const row of rows) yield* sendChange(row, sent);
      if (hasMore || silent.length > 0) continue;
      if (rows.every((row) => isOver(row.status))) return;
      const counts = rows.some((row) => row.is_bulk && !isOver(row.status));
      const timer = counts ? setTimeout(() => wake(), PROGRESS_EVERY_MS) : undefined;
      await changed;
      clearTimeout(timer);
    }
  } finally {
    for (const stop of unwatch) stop();
  }
}

function* sendChange(row: SeenRow, sent: ReadonlyMap<number, Sent>): Generator<StreamEvent> {
  const before = sent.get(row.run_id);
  if (before === undefined) return;
  const linkCount = linkCountOf(row);
  const hasNews = before.totalRows !== row.total_rows || before.linkCount < linkCount;
  const event = before.status !== row.status ? 'status' : hasNews ? 'rows' : null;
  before.status = row.status;
  before.totalRows = row.total_rows;
  before.linkCount = linkCount;
  if (event !== null) yield { event, id: idOf(sent), data: z.encode(runEvent, seenOf(row)) };
}

async function* sendProgress(
  orgId: string,
  rows: readonly SeenRow[],
  sent: ReadonlyMap<number, Sent>,
): AsyncGenerator<StreamEvent> {
  const bulkIds = rows.filter((row) => row.is_bulk).map((row) => row.run_id);
  if (bulkIds.length === 0) return;
  for (const [runId, progress] of await readBulkProgress(orgId, bulkIds)) {
    const before = sent.get(runId);
    const data = z.encode(bulkProgress, progress);
    const text = JSON.stringify(data);
    if (before === undefined || before.progress === text) continue;
    before.progress = text;
    yield { event: 'progress', id: idOf(sent), data };
  }
}

/** Returns whether there is more to send. */
async function* sendLogs(
  orgId: string,
  rows: readonly SeenRow[],
  sent: ReadonlyMap<number, Sent>,
): AsyncGenerator<StreamEvent, boolean> {
  const positions = rows.map(({ run_id }) => ({
    runId: run_id,
    offset: sent.get(run_id)?.logOffset ?? 0,
  }));
  const pieces = positions.length === 0 ? [] : await readLog(orgId, positions);
  for (const { runId, startOffset, endOffset, text } of pieces) {
    const before = sent.get(runId);
    if (before === undefined) continue;
    before.logOffset = endOffset;
    const maskText = await readMaskText(orgId, runId);
    const data = z.encode(logEvent, { runId, offset: startOffset, text: maskText?.(text) ?? text });
    yield { event: 'log', id: idOf(sent), data };
  }
  return pieces.length > 0;
}

export async function followRuns({
  actor,
  subject,
  query,
  signal,
  requestHeaders,
}: Context<typeof followRunsOperation>) {
  return followVisibleRuns(actor, subject.orgId, query.runs, signal, requestHeaders.get('last-event-id'));
}

export async function followRun({
  actor,
  subject,
  signal,
  requestHeaders,
}: Context<typeof followRunOperation>) {
  return followVisibleRuns(
    actor,
    subject.orgId,
    [subject.runId],
    signal,
    requestHeaders.get('last-event-id'),
  );
}
