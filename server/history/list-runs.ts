import {
  DEEPEST_ROW,
  type listRuns as listRunsOperation,
  type readRunSummary as readRunSummaryOperation,
  SEARCHED_RUNS,
} from '@/lib/contract/history';
import { commandAccess } from '@/server/access/scope';
import { adHocSql, sql } from '@/server/db';
import { AppError, notFound } from '@/server/errors';
import { runFilters } from '@/server/history/run-filters';
import { runQuery } from '@/server/history/run-query';
import { loadRunScope } from '@/server/history/run-scope';
import {
  type RunSummary,
  type RunSummaryRow,
  runSummaryOf,
  SUMMARY_COLUMNS,
} from '@/server/history/run-summary';
import { searchHorizon, untilHorizon } from '@/server/history/search-horizon';
import type { Context } from '@/server/http/context';
import { refuseFilter } from '@/server/http/list-filter';

const ROWS_A_PAGE = 25;

/** Runs come in the order in which they were asked for, and in no other: no other has a fast first page. */
function orderOf({ sort, sortDesc }: { sort?: string; sortDesc?: string }): 'asc' | 'desc' {
  const field = sort ?? sortDesc ?? 'start_time';
  if (field !== 'start_time') {
    throw refuseFilter('query.sort', `There is no field "${field}" to sort by. Known: start_time`);
  }
  return sort === undefined ? 'desc' : 'asc';
}

/**
 * The runs of the commands that the caller has access to, page by page. With `max_possible_count` the header
 * `X-Total-Count` says how many there are, counted no further than that. A text too short for an index is looked for
 * in the newest runs alone; where there are older ones, `X-Searched-Until` says back to when.
 */
export async function listRuns({
  actor,
  subject,
  query,
  responseHeaders,
}: Context<typeof listRunsOperation>): Promise<RunSummary[]> {
  const order = orderOf(query);
  const limit = query.per_page ?? ROWS_A_PAGE;
  const offset = (query.page ?? 0) * limit;
  if (offset >= DEEPEST_ROW) {
    throw new AppError(
      'invalid',
      `Pages end at ${DEEPEST_ROW} runs. Narrow the list by date to see older ones.`,
    );
  }
  const filters = runFilters(query.filter ?? []);
  const scope = await loadRunScope(actor.userId, subject.orgId, filters);
  if (scope.commandIds.length === 0) {
    if (query.max_possible_count !== undefined) responseHeaders.set('X-Total-Count', '0');
    return [];
  }
  const depth = query.search_depth ?? SEARCHED_RUNS;
  const horizon = await searchHorizon(subject.orgId, filters, scope, depth);
  if (horizon !== null) responseHeaders.set('X-Searched-Until', horizon.toISOString());
  const runs = runQuery(subject.orgId, untilHorizon(filters, horizon), scope);
  const [rows] = await Promise.all([
    readPage(runs.page(order, offset, limit), order, actor.userId),
    query.max_possible_count === undefined
      ? undefined
      : countInto(responseHeaders, runs.count(query.max_possible_count)),
  ]);
  return rows.map((row) => runSummaryOf(row, actor));
}

function readPage(
  { text, values }: { text: string; values: unknown[] },
  order: 'asc' | 'desc',
  viewerId: string,
) {
  return adHocSql.query<RunSummaryRow>(
    `with page as materialized (${text})
     select ${SUMMARY_COLUMNS}
     from page
     join run r on r.run_id = page.run_id
     join command c on c.org_id = r.org_id and c.command_id = r.command_id
     join "user" u on u.user_id = r.started_by_user_id
     ${commandAccess(`$${values.length + 1}`)}
     order by r.created_at ${order}, r.run_id ${order}`,
    [...values, viewerId],
  );
}

async function countInto(
  headers: Headers,
  { text, values }: { text: string; values: unknown[] },
): Promise<void> {
  const [row] = await adHocSql.query<{ count: number }>(text, values);
  headers.set('X-Total-Count', String(row?.count ?? 0));
}

export async function readRunSummary({
  actor,
  subject,
}: Context<typeof readRunSummaryOperation>): Promise<RunSummary> {
  const [row] = await sql.query<RunSummaryRow>(
    `select ${SUMMARY_COLUMNS}
     from run r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id
     join "user" u on u.user_id = r.started_by_user_id
     ${commandAccess('$3')}
     where r.org_id = $1 and r.run_id = $2`,
    [subject.orgId, subject.runId, actor.userId],
  );
  if (row === undefined) throw notFound();
  return runSummaryOf(row, actor);
}
