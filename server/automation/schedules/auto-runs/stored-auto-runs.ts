import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Input } from '@/lib/inputs/input';
import {
  type JobValues,
  keptOf,
  openStored,
  type PurposeOf,
  storedForm,
} from '@/server/automation/schedules/job-values';
import { type Sql, sql } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { goneOutputs } from '@/server/dependents/gone-outputs';

const AUTO_RUN = {
  scheduled_auto_run_id: column.int,
  scheduled_job_id: column.int,
  kind: column.oneOf(['row', 'error']),
  decoration_id: column.int.nullable(),
  name: column.text,
  target_command_id: column.int,
  is_target_deleted: column.boolean,
  confirmed_word: column.text.nullable(),
  /** Inputs that the decoration filled, and that the command no longer has. */
  lost_inputs: column.texts,
  /** Columns that the decoration fills from, and that the last result no longer had. */
  gone_outputs: column.texts,
};
export type StoredAutoRun = RowOf<typeof AUTO_RUN>;

/** The auto-runs of some jobs, in the order in which they were linked. */
export const readAutoRuns = (
  orgId: string,
  jobIds: readonly number[],
  db: Sql = sql,
): Promise<StoredAutoRun[]> =>
  query(
    AUTO_RUN,
    statement`select a.scheduled_auto_run_id, a.scheduled_job_id, a.kind, a.decoration_id, a.name, a.target_command_id,
        c.deleted_at is not null as is_target_deleted, a.confirmed_word,
        coalesce(d.lost_inputs, '{}') as lost_inputs, ${goneOutputs(statement`d`)} as gone_outputs
      from scheduled_auto_run a
      join command c on c.org_id = a.org_id and c.command_id = a.target_command_id
      left join decoration d on d.org_id = a.org_id and d.decoration_id = a.decoration_id
      where a.org_id = ${orgId} and a.scheduled_job_id = any(${[...jobIds]}::int[]) order by a.scheduled_auto_run_id`,
    db,
  );

const VALUE = {
  scheduled_auto_run_input_id: column.int,
  scheduled_auto_run_id: column.int,
  input_id: column.int,
  value: column.text.nullable(),
  sealed_value: column.bytes.nullable(),
};
export type StoredAutoRunValue = RowOf<typeof VALUE>;

/** The jobs' own values for some auto-runs. */
export const readAutoRunValues = (
  orgId: string,
  autoRunIds: readonly number[],
  db: Sql = sql,
): Promise<StoredAutoRunValue[]> =>
  query(
    VALUE,
    statement`select scheduled_auto_run_input_id, scheduled_auto_run_id, input_id, value, sealed_value
      from scheduled_auto_run_input
      where org_id = ${orgId} and scheduled_auto_run_id = any(${[...autoRunIds]}::bigint[])`,
    db,
  );

/** What a secret is sealed for: the auto-run, and the input that it belongs to. */
export const autoRunPurpose =
  (orgId: string, autoRunId: number): PurposeOf =>
  (inputId) =>
    `auto-run:${orgId}:${autoRunId}:${inputId}`;

/**
 * The values of one auto-run, secrets included. Throws 422 if a key that sealed one is gone.
 *
 * @param given the values of a request, of which only those that it keeps are opened; null for all
 */
export const openAutoRunValues = async (
  orgId: string,
  autoRunId: number,
  db: Sql,
  given: JobValues | null,
): Promise<JobValues> =>
  openStored(
    keptOf(await readAutoRunValues(orgId, [autoRunId], db), given),
    autoRunPurpose(orgId, autoRunId),
  );

/** Replaces the values of an auto-run in its transaction. A secret's mark keeps the value that it has. */
export async function writeAutoRunValues(
  tx: Sql,
  orgId: string,
  autoRunId: number,
  inputs: readonly Input[],
  values: JobValues,
): Promise<void> {
  const { inputIds, texts, sealed, keptIds } = storedForm(inputs, values, autoRunPurpose(orgId, autoRunId));
  await execute(
    statement`delete from scheduled_auto_run_input
      where org_id = ${orgId} and scheduled_auto_run_id = ${autoRunId} and input_id <> all(${keptIds}::int[])`,
    tx,
  );
  await execute(
    statement`insert into scheduled_auto_run_input (org_id, scheduled_auto_run_id, input_id, value, sealed_value)
      select ${orgId}, ${autoRunId}, given.*
      from unnest(${inputIds}::int[], ${texts}::text[], ${sealed}::bytea[]) given (input_id, value, sealed_value)`,
    tx,
  );
}

/** The run of a job's time. */
export interface FiredRun {
  jobId: number;
  slotAt: Date;
  runId: number;
}

/** Scheduled runs as a table of job_id, slot_at, and run_id. */
export const firedRuns = (runs: readonly FiredRun[]): Statement =>
  statement`unnest(${runs.map(({ jobId }) => jobId)}::int[], ${runs.map(({ slotAt }) => slotAt)}::timestamptz[],
    ${runs.map(({ runId }) => runId)}::bigint[]) fired (job_id, slot_at, run_id)`;

/**
 * Notes what scheduled runs will lead to when they have ended, in the transaction that creates them. What is linked later
 * counts for later runs.
 */
export const noteDueAutoRuns = (tx: Sql, runs: readonly FiredRun[]): Promise<void> =>
  execute(
    statement`insert into due_auto_run (org_id, run_id, scheduled_auto_run_id, slot_at)
      select a.org_id, fired.run_id, a.scheduled_auto_run_id, fired.slot_at
      from scheduled_auto_run a join ${firedRuns(runs)} on fired.job_id = a.scheduled_job_id`,
    tx,
  );
