import { z } from 'zod';
import type { Person } from '@/lib/access/vocabulary';
import {
  type followRun as followRunOperation,
  type followRuns as followRunsOperation,
  runEvent,
} from '@/lib/contract/runs';
import { commandAccess } from '@/server/access/scope';
import { sql } from '@/server/db';
import type { Context, StreamEvent } from '@/server/http/context';
import { isOver } from '@/server/runs/read-run';
import { watchRun } from '@/server/runs/run-changes';

type Seen = z.output<typeof runEvent>;

interface SeenRow {
  run_id: number;
  status: Seen['status'];
  end_reason: Seen['endReason'];
  total_rows: number | null;
  started_at: Date | null;
  ended_at: Date | null;
  log_text: string | null;
}

/** Read anew for every event, so that who loses a command loses its stream. */
async function look(actor: Person, orgId: string, runIds: readonly number[]): Promise<SeenRow[]> {
  return sql.query<SeenRow>(
    `select r.run_id, r.status, r.end_reason, r.total_rows, r.started_at, r.ended_at, r.log_text
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id ${commandAccess('$1')}
     where r.org_id = $2 and r.run_id = any($3::int[]) and access.role is not null and c.deleted_at is null`,
    [actor.userId, orgId, runIds],
  );
}

function seenOf(row: SeenRow): Seen {
  return {
    runId: row.run_id,
    status: row.status,
    endReason: row.end_reason,
    totalRows: row.total_rows,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/**
 * Tells of runs until all that are visible have ended. It begins with where each of them stands, so that a
 * caller who comes back with `Last-Event-ID` has missed nothing that still matters.
 */
async function* follow(
  actor: Person,
  orgId: string,
  runIds: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const told = new Map<number, { status: string; totalRows: number | null; log: string | null }>();
  let wake = () => {};
  const unwatch = runIds.map((runId) => watchRun(runId, () => wake()));
  signal.addEventListener('abort', () => wake());
  try {
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const rows = await look(actor, orgId, runIds);
      for (const row of rows) {
        const before = told.get(row.run_id);
        const id = `${row.run_id}-${row.status}-${row.total_rows ?? 0}`;
        const data = z.encode(runEvent, seenOf(row));
        if (before?.status !== row.status) yield { event: 'status', id, data };
        else if (before.totalRows !== row.total_rows) yield { event: 'rows', id, data };
        if (row.log_text !== null && before?.log !== row.log_text) {
          yield { event: 'log', id, data: { run_id: row.run_id, logging_message: row.log_text } };
        }
        told.set(row.run_id, { status: row.status, totalRows: row.total_rows, log: row.log_text });
      }
      if (rows.every((row) => isOver(row.status))) return;
      await changed;
    }
  } finally {
    for (const stop of unwatch) stop();
  }
}

export async function followRuns({ actor, subject, query, signal }: Context<typeof followRunsOperation>) {
  return follow(actor, subject.orgId, query.runs, signal);
}

export async function followRun({ actor, subject, signal }: Context<typeof followRunOperation>) {
  return follow(actor, subject.orgId, [subject.runId], signal);
}
