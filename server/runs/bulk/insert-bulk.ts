import statement from 'sql-template-tag';
import { throughText } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import { placeClasses, triggerOf } from '@/lib/contract/runs/trigger';
import { runError } from '@/lib/runs/run-error';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { currentTrace } from '@/server/base/tracing/tracing';
import { noteMade, type RequestKey } from '@/server/operations/idempotency';
import { definitionPart, rememberDefinition } from '@/server/runs/start/definition';
import type { PreparedRun } from '@/server/runs/start/prepare-run';
import { keepFilesOfRows } from '@/server/runs/start/run-files';

/** What a new bulk run belongs to. */
export interface BulkOrigin {
  runGroupId: number | null;
  /** The bulk run whose failed rows it runs again. */
  rerunOf: number | null;
  /** The run whose result its rows were taken from. One that runs rows again has that of the rows. */
  sourceRunId: number | null;
  /** The number that each row has where it comes from; their places if it is left out. */
  rowNumbers?: readonly number[];
  /** The scheduled run whose rows these are. */
  autoRun?: { parentRunId: number; leftOutRows: number };
}

/** A row that can't be sent has failed as soon as it is created. */
export type BulkRow = PreparedRun & { refusal?: string };

/** A created bulk run; `childIds` are in the order of the rows. */
export interface MadeBulk {
  runId: number;
  childIds: number[];
}

/**
 * Creates a bulk run with its rows, held back until it is started. The parent, its rows, and their places in line are
 * one statement. Throws 429 if the person or the organization has too many rows that have not ended.
 */
export async function insertBulk(
  command: RunnableSubject,
  actor: Person,
  rows: readonly BulkRow[],
  origin: BulkOrigin,
  key: RequestKey | null,
): Promise<MadeBulk> {
  return transaction((tx) => insertBulkIn(tx, command, actor, rows, origin, key));
}

/** The same in a transaction of the caller. */
export async function insertBulkIn(
  tx: Sql,
  command: RunnableSubject,
  actor: Person,
  rows: readonly BulkRow[],
  origin: BulkOrigin,
  key: RequestKey | null,
): Promise<MadeBulk> {
  const [first] = rows;
  if (first === undefined) throw new Error('A bulk run has at least one row');
  await refuseTooManyRows(tx, command.orgId, actor.userId, rows.length);
  return insertRows(tx, command, actor, first, rows, origin, key);
}

async function insertRows(
  tx: Sql,
  { orgId, commandId, templateId }: RunnableSubject,
  actor: Person,
  { frozen, definition: { credentialId, sourceKind, lineKind = sourceKind } }: PreparedRun,
  rows: readonly BulkRow[],
  { runGroupId, rerunOf, sourceRunId, rowNumbers = [], autoRun }: BulkOrigin,
  key: RequestKey | null,
): Promise<MadeBulk> {
  const { userId } = actor;
  const through = throughText(actor.through);
  const trigger = autoRun === undefined ? triggerOf(actor.through) : 'row_decoration';
  const errors = rows.map(({ refusal }) =>
    refusal === undefined ? null : JSON.stringify([runError(refusal)]),
  );
  const line = statement`o.org_id = ${orgId} and o.state = 'waiting' and o.credential_id = ${credentialId} and o.class = ${placeClasses.bulk}`;
  // Ids are given in the order of the rows: a default is computed after sorting.
  const [made] = await query(
    { run_id: column.int, definition_id: column.int, child_ids: column.ints },
    statement`with ${definitionPart(frozen)}, parent as (
       insert into run (org_id, command_id, template_id, run_group_id, started_by_user_id, trigger, started_through,
         parent_run_id, definition_id)
       select ${orgId}, ${commandId}, ${templateId}, ${runGroupId}::bigint, ${userId}, ${trigger}::run_trigger,
         ${through}, ${autoRun?.parentRunId ?? null}::bigint, definition_id
       from definition
       where ${runGroupId}::bigint is null or exists (
         select from run_group g where g.org_id = ${orgId} and g.command_id = ${commandId}
           and g.run_group_id = ${runGroupId}::bigint and g.user_id = ${userId})
       returning run_id, definition_id
     ), child as (
       insert into run (org_id, command_id, template_id, started_by_user_id, trigger, started_through, parent_run_id,
         queued_at, params, definition_id, sent_values, sealed_values, status, end_reason, ended_at, errors)
       select ${orgId}, ${commandId}, ${templateId}, ${userId}, 'bulk', ${through}, parent.run_id, now(), given.params,
         parent.definition_id, given.sent, given.sealed,
         (case when given.errors is null then 'starting' else 'failed' end)::run_status,
         case when given.errors is not null then 'refused'::run_end_reason end,
         case when given.errors is not null then now() end, given.errors::jsonb
       from parent, unnest(${rows.map(({ params }) => params)}::text[],
         ${rows.map(({ sentValues }) => sentValues)}::text[], ${rows.map(({ sealedValues }) => sealedValues)}::bytea[],
         ${errors}::text[])
         with ordinality given (params, sent, sealed, errors, place)
       order by given.place
       returning run_id, status
     ), noted_bulk as (
       insert into bulk_run (org_id, run_id, user_id, row_count, rerun_of, source_run_id, row_numbers, left_out_rows)
       select ${orgId}, run_id, ${userId}, ${rows.length}, ${rerunOf}::bigint,
         coalesce(${sourceRunId}::bigint, (select again.source_run_id from bulk_run again
           where again.org_id = ${orgId} and again.run_id = ${rerunOf}::bigint)), ${[...rowNumbers]}::int[],
         ${autoRun?.leftOutRows ?? 0} from parent
     ), parent_in_line as (
       insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn, state)
       select ${orgId}, run_id, ${commandId}, ${credentialId}, ${userId}, ${lineKind}, ${placeClasses.bulk}, 0, 'parent'
       from parent
     ), in_line as (
       insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn, state,
         parent_run_id, trace_parent)
       select ${orgId}, child.run_id, ${commandId}, ${credentialId}, ${userId}, ${lineKind}, ${placeClasses.bulk},
         turn.first + row_number() over (order by child.run_id) - 1, 'held', parent.run_id, ${currentTrace()}::text
       from child, parent, (select greatest(
         coalesce((select max(o.turn) + 1 from open_run o where ${line} and o.user_id = ${userId}), 0),
         coalesce((select min(o.turn) from open_run o where ${line}), 0)) as first) turn
       where child.status = 'starting'
     ), ${noteMade(key, 'parent', 'run_id')}
     select run_id, definition_id, (select array_agg(child.run_id order by child.run_id) from child) as child_ids
     from parent`,
    tx,
  );
  if (made === undefined) {
    throw new AppError('invalid', 'The kitRunId is not a run group of yours for this command.', {
      issues: [{ path: 'kitRunId', message: 'Must be a run group of yours for this command' }],
    });
  }
  const files = rows.map((row) => row.files);
  await keepFilesOfRows(tx, orgId, made.child_ids, files);
  rememberDefinition(frozen, made.definition_id, tx);
  return { runId: made.run_id, childIds: made.child_ids };
}

/** A bulk run of the size that is over the limit takes at least so long to make room. */
const RETRY_SECONDS = 30;

/**
 * The requests of one organization, and of one person in all of theirs, are counted one after another, so that together
 * they can't exceed a limit.
 */
async function refuseTooManyRows(tx: Sql, orgId: string, userId: string, rows: number): Promise<void> {
  await query(
    { locked: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended(held.key, 0))::text as locked
      from unnest(${[`bulk ${orgId}`, `bulk of ${userId}`]}::text[]) held (key)`,
    tx,
  );
  const [open] = await query(
    { of_org: column.int, of_person: column.int },
    statement`select coalesce(sum(row_count) filter (where org_id = ${orgId}), 0)::int as of_org,
       coalesce(sum(row_count) filter (where user_id = ${userId}), 0)::int as of_person
     from bulk_run where (org_id = ${orgId} or user_id = ${userId}) and settled_at is null`,
    tx,
  );
  const { bulkRowsPerOrg, bulkRowsPerPerson } = env();
  refuseMore('Your bulk runs', (open?.of_person ?? 0) + rows, bulkRowsPerPerson);
  refuseMore("Your organization's bulk runs", (open?.of_org ?? 0) + rows, bulkRowsPerOrg);
}

function refuseMore(whose: string, rows: number, most: number): void {
  if (rows <= most) return;
  throw new AppError(
    'too_many_requests',
    `${whose} in progress may have ${most} rows together, and with these they would have ${rows}. Wait until some have ended, or run fewer rows.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
