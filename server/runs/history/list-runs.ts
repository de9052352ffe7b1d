import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import {
  DEEPEST_ROW,
  type listRuns as listRunsOperation,
  type readRunSummary as readRunSummaryOperation,
  SEARCHED_RUNS,
} from '@/lib/contract/runs/history';
import { commandAccess } from '@/server/access/scope';
import { type Viewer, viewerOf } from '@/server/access/viewer';
import { adHocSql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, invalidAt, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

import { commonTexts } from '@/server/runs/history/common-values';
import { runFilters } from '@/server/runs/history/run-filters';
import { runQuery } from '@/server/runs/history/run-query';
import { loadRunScope } from '@/server/runs/history/run-scope';
import {
  BULK_JOIN,
  RUN_SUMMARY,
  type RunSummary,
  runSummaryOf,
  SUMMARY_COLUMNS,
  seenSources,
} from '@/server/runs/history/run-summary';
import { searchHorizon, untilHorizon } from '@/server/runs/history/search-horizon';

const ROWS_A_PAGE = 25;

/** Runs are listed in the order they were requested. No other order has a fast first page. */
function orderOf({ sort, sortDesc }: { sort?: string; sortDesc?: string }): 'asc' | 'desc' {
  const field = sort ?? sortDesc ?? 'start_time';
  if (field !== 'start_time') {
    throw invalidAt('query.sort', `You can't sort by "${field}". Available field: start_time`);
  }
  return sort === undefined ? 'desc' : 'asc';
}

/**
 * Returns a page of the runs of the commands that the caller has access to, with the caller's own runs of commands that
 * other organizations granted to them. With `max_possible_count`, the header
 * `X-Total-Count` says how many runs match, counted up to that number. A text too short for an index is searched in the
 * newest runs only; if there are older ones, `X-Searched-Until` says how far back.
 */
export async function listRuns({
  actor,
  subject: { orgId, role },
  query: wanted,
  responseHeaders,
}: Context<typeof listRunsOperation>): Promise<RunSummary[]> {
  const order = orderOf(wanted);
  const limit = wanted.per_page ?? ROWS_A_PAGE;
  const offset = (wanted.page ?? 0) * limit;
  if (offset >= DEEPEST_ROW) {
    throw new AppError(
      'invalid',
      `Pages end at ${DEEPEST_ROW} runs. Narrow the list by date to see older ones.`,
    );
  }
  const filters = runFilters(wanted.filter ?? []);
  const [scope, common] = await Promise.all([
    loadRunScope(viewerOf(actor), orgId, filters, role === null ? null : actor.userId),
    commonTexts(orgId, filters),
  ]);
  if (scope.commandIds.length + scope.outside.commandIds.length === 0) {
    if (wanted.max_possible_count !== undefined) responseHeaders.set('X-Total-Count', '0');
    return [];
  }
  const depth = wanted.search_depth ?? SEARCHED_RUNS;
  const horizon = await searchHorizon(orgId, filters, scope, depth);
  if (horizon !== null) responseHeaders.set('X-Searched-Until', horizon.toISOString());
  const runs = runQuery(orgId, untilHorizon(filters, horizon), scope, common);
  const [rows] = await Promise.all([
    readPage(runs.page(order, offset, limit), order, viewerOf(actor)),
    wanted.max_possible_count === undefined
      ? undefined
      : countInto(responseHeaders, runs.count(wanted.max_possible_count)),
  ]);
  const seen = await seenSources(rows, actor, orgId);
  return rows.map((row) => runSummaryOf(row, actor, seen));
}

/** Summaries of the runs `r` of a FROM item, each with the viewer's access to its command. */
const summariesFrom = (runs: Statement, viewer: Viewer): Statement => statement`
  select ${SUMMARY_COLUMNS}
  from ${runs}
  join command c on c.org_id = r.org_id and c.command_id = r.command_id
  join "user" u on u.user_id = r.started_by_user_id
  ${BULK_JOIN}
  ${commandAccess(viewer)}`;

/** Loads the summaries of one page of runs, in their order. */
export function readPage(page: Statement, order: 'asc' | 'desc', viewer: Viewer) {
  const direction = raw(order);
  return query(
    RUN_SUMMARY,
    statement`with page as materialized (${page})
     ${summariesFrom(statement`page join run r on r.run_id = page.run_id`, viewer)}
     order by r.created_at ${direction}, r.run_id ${direction}`,
    adHocSql,
  );
}

async function countInto(headers: Headers, counting: Statement): Promise<void> {
  const [row] = await query({ count: column.int }, counting, adHocSql);
  headers.set('X-Total-Count', String(row?.count ?? 0));
}

export async function readRunSummary({
  actor,
  subject,
}: Context<typeof readRunSummaryOperation>): Promise<RunSummary> {
  const [row] = await query(
    RUN_SUMMARY,
    statement`${summariesFrom(statement`run r`, viewerOf(actor))}
     where r.org_id = ${subject.orgId} and r.run_id = ${subject.runId}`,
  );
  if (row === undefined) throw notFound();
  return runSummaryOf(row, actor, await seenSources([row], actor, subject.orgId));
}
