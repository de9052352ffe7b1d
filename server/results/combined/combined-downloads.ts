import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import {
  type CombinedFormat,
  type combinedDownload,
  combinedFormat,
  type combineRuns as combineRunsOperation,
  type readCombinedDownload as readCombinedDownloadOperation,
} from '@/lib/contract/results/combined-downloads';
import { API_BASE } from '@/lib/wire/url';
import type { Decoded } from '@/lib/wire/wire';
import { loadSeenRuns } from '@/server/access/load/load-run';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError, invalidAt, notFound } from '@/server/base/errors';
import { enqueueCombining } from '@/server/base/events/tasks';
import type { Context } from '@/server/operations/context';
import { unsafeCombinable } from '@/server/results/combined/combinable-runs';
import { sealedLink } from '@/server/results/downloads/timed-link';

type Answer = Decoded<typeof combinedDownload>;

const NOTHING_CHOSEN = 'Please select at least one run to download';

export const COMBINED = {
  combined_id: column.int,
  run_ids: column.ints,
  format: combinedFormat,
  with_params: column.boolean,
  with_errors: column.boolean,
  left_out_runs: column.int,
  status: column.oneOf(['queued', 'making', 'ready', 'failed']),
  done_runs: column.int,
  output_key: column.text.nullable(),
  result_store_id: column.int.nullable(),
  failure: column.text.nullable(),
};
export type CombinedRow = RowOf<typeof COMBINED>;

export const COMBINED_COLUMNS: Statement = statement`
  combined_id, run_ids, format, with_params, with_errors, left_out_runs, status::text, done_runs, output_key,
  result_store_id, failure`;

/** What a link to a combined file allows. */
export const linkPurpose = (userId: string, combinedId: number): string => `combined:${userId}:${combinedId}`;

/**
 * Combines the results of runs into one file. CSV is ready at once, since it is written while it is sent; a worker
 * writes XLSX. Throws if one of the runs may not be read (404), did not succeed or isn't a table (409).
 */
export async function combineRuns({
  actor,
  subject: { orgId },
  body,
}: Context<typeof combineRunsOperation>): Promise<Answer> {
  const withErrors = body.withErrors ?? false;
  const chosen = chosenRuns(body.runIds ?? [], body.parentRunId ?? null);
  await loadSeenRuns(actor, orgId, chosen);
  const { runIds, leftOutRuns } = await unsafeCombinable(orgId, chosen, withErrors);
  await loadSeenRuns(actor, orgId, runIds);
  const format: CombinedFormat = body.format ?? 'csv';
  const status = format === 'csv' ? 'ready' : 'queued';
  const [row] = await query(
    COMBINED,
    statement`with made as (
       insert into combined_download (org_id, user_id, run_ids, format, with_params, with_errors, left_out_runs,
         status)
       values (${orgId}, ${actor.userId}, ${runIds}::bigint[], ${format}, ${body.withParams ?? false}, ${withErrors},
         ${leftOutRuns}, ${status}::spreadsheet_status)
       returning ${COMBINED_COLUMNS}
     ), queued as (select ${enqueueCombining(statement`combined_id`)} as job_id from made where format = 'xlsx')
     select made.* from made left join queued on true`,
  );
  if (row === undefined) throw new Error('The combined download was not stored');
  return answerOf(orgId, actor, row);
}

export async function readCombinedDownload({
  actor,
  subject: { orgId },
  params: { combinedId },
}: Context<typeof readCombinedDownloadOperation>): Promise<Answer> {
  return answerOf(orgId, actor, await loadCombined(actor, orgId, combinedId));
}

/** A combined file that this person requested. Throws 404 for anyone else's. */
export async function loadCombined(actor: Person, orgId: string, combinedId: number): Promise<CombinedRow> {
  const [row] = await query(
    COMBINED,
    statement`select ${COMBINED_COLUMNS} from combined_download
      where org_id = ${orgId} and combined_id = ${combinedId}::bigint and user_id = ${actor.userId}`,
  );
  if (row === undefined) throw notFound();
  return row;
}

function chosenRuns(runIds: readonly number[], parentRunId: number | null): number[] {
  if (parentRunId !== null) {
    if (runIds.length > 0) {
      throw new AppError('invalid', 'Name either runs or a bulk run.', {
        issues: [{ path: 'parentRunId', message: 'Leave it out, or leave out runIds' }],
      });
    }
    return [parentRunId];
  }
  if (runIds.length > 0) return [...new Set(runIds)];
  throw invalidAt('runIds', NOTHING_CHOSEN);
}

function answerOf(orgId: string, { userId }: Person, row: CombinedRow): Answer {
  const path = `${API_BASE}/${encodeURIComponent(orgId)}/combined-downloads/${row.combined_id}/file`;
  const isReady = row.status === 'ready';
  return {
    combinedId: row.combined_id,
    status: row.status,
    doneRuns: isReady ? row.run_ids.length : row.done_runs,
    totalRuns: row.run_ids.length,
    leftOutRuns: row.left_out_runs,
    url: isReady ? `${env().appUrl}${path}?link=${sealedLink(linkPurpose(userId, row.combined_id))}` : null,
    failure: row.failure,
  };
}
