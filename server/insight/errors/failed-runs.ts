import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { RunError } from '@/lib/runs/run-error';
import type { Sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { type FailureKind, failureKind } from '@/server/insight/errors/fingerprint/fingerprint';

/** Longer values are cut: a message doesn't repeat all of them. */
const LONGEST_VALUES = 20_000;
const MOST_VALUES = 200;

const FAILED = {
  run_id: column.int,
  org_id: column.text,
  command_id: column.int,
  template_id: column.int,
  user_id: column.text,
  credential_id: column.int,
  source_kind: column.text,
  end_reason: column.oneOf(['error', 'timed_out', 'worker_lost', 'never_started']),
  error: column.json<RunError | null>(),
  params: column.text.nullable(),
  created_at: column.time,
  begun_at: column.time,
  ended_at: column.time,
};

/** A failed run, and what its failure is. */
export interface FailedRun extends FailureKind {
  run: RowOf<typeof FAILED>;
}

/** Whether failed runs wait for their group. */
export const HAS_FAILURES = statement`exists (select from ungrouped_run)`;

/** Takes some of the runs that wait for their group, the oldest first, in the transaction that groups them. */
export async function takeFailedRuns(tx: Sql, most: number): Promise<{ taken: number; failed: FailedRun[] }> {
  const ids = await query(
    { run_id: column.int },
    statement`delete from ungrouped_run
      where run_id = any(array(select run_id from ungrouped_run order by run_id limit ${most})) returning run_id`,
    tx,
  );
  const runs = await query(
    FAILED,
    statement`select r.run_id, r.org_id, r.command_id, r.template_id, r.started_by_user_id as user_id,
        t.credential_id, k.source_kind, r.end_reason::text, r.errors->0 as error,
        case when length(r.params) <= ${LONGEST_VALUES} then r.params end as params,
        r.created_at, coalesce(r.started_at, r.queued_at) as begun_at, r.ended_at
      from run r
      join template t on t.org_id = r.org_id and t.template_id = r.template_id
      join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
      where r.run_id = any(${ids.map(({ run_id }) => run_id)}::bigint[])
        and not exists (select from grouped_run g where g.run_id = r.run_id)
      order by r.run_id`,
    tx,
  );
  return { taken: ids.length, failed: runs.map((run) => ({ run, ...kindOf(run) })) };
}

const kindOf = (run: RowOf<typeof FAILED>): FailureKind =>
  failureKind({
    sourceKind: run.source_kind,
    credentialId: run.credential_id,
    templateId: run.template_id,
    endReason: run.end_reason,
    error: run.error,
    inputs: run.params === null ? [] : textsIn(JSON.parse(run.params)),
  });

/** The texts and numbers among some values, as a message would repeat them. */
function textsIn(value: JsonValue, found: string[] = []): string[] {
  if (found.length >= MOST_VALUES || value === null) return found;
  if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
  else if (typeof value === 'object') for (const part of Object.values(value)) textsIn(part, found);
  return found;
}
