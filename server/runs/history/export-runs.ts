import {
  DEEPEST_ROW,
  type exportRuns as exportRunsOperation,
  SEARCHED_RUNS,
} from '@/lib/contract/runs/history';
import { CSV_LINE_END, csvLine } from '@/lib/results/csv';
import { valuesCell } from '@/lib/results/values-summary';
import { statusLabel } from '@/lib/runs/run-status';
import { starterOf } from '@/lib/runs/summary/run-starter';
import { viewerOf } from '@/server/access/viewer';
import { clock } from '@/server/base/clock';
import type { Context, FileDownload } from '@/server/operations/context';
import { markedCsv } from '@/server/results/formats/csv-mark';
import { readPage } from '@/server/runs/history/list-runs';
import { runFilters } from '@/server/runs/history/run-filters';
import { runQuery } from '@/server/runs/history/run-query';
import { loadRunScope } from '@/server/runs/history/run-scope';
import { type RunSummary, runSummaryOf } from '@/server/runs/history/run-summary';
import { searchHorizon, untilHorizon } from '@/server/runs/history/search-horizon';

const ROWS_AT_ONCE = 500;

const HEAD = ['Run', 'Status', 'Command', 'Values', 'Rows', 'By', 'Requested', 'Started', 'Ended'];

const cellsOf = (run: RunSummary) => [
  run.runId,
  statusLabel(run.status, run.endReason).word,
  run.name,
  valuesCell(run),
  run.totalRows,
  starterOf(run),
  run.createdAt,
  run.startedAt,
  run.endedAt,
];

/** The file has no column for them. */
const NO_SOURCES: ReadonlySet<number> = new Set();

const line = (cells: Parameters<typeof csvLine>[0]) => csvLine(cells) + CSV_LINE_END;

/** Exports the newest matching runs, as far as the history has pages, as a CSV file. */
export async function exportRuns({
  actor,
  subject: { orgId, role },
  query: wanted,
}: Context<typeof exportRunsOperation>): Promise<FileDownload> {
  const viewer = viewerOf(actor);
  const filters = runFilters(wanted.filter ?? []);
  const scope = await loadRunScope(viewer, orgId, filters, role === null ? null : actor.userId);
  const depth = wanted.search_depth ?? SEARCHED_RUNS;
  const hasCommands = scope.commandIds.length + scope.outside.commandIds.length > 0;
  const horizon = hasCommands ? await searchHorizon(orgId, filters, scope, depth) : null;
  const runs = runQuery(orgId, untilHorizon(filters, horizon), scope);
  async function* lines(): AsyncGenerator<string> {
    yield line(HEAD);
    if (!hasCommands) return;
    for (let offset = 0; offset < DEEPEST_ROW; offset += ROWS_AT_ONCE) {
      const rows = await readPage(runs.page('desc', offset, ROWS_AT_ONCE), 'desc', viewer);
      if (rows.length > 0)
        yield rows.map((row) => line(cellsOf(runSummaryOf(row, actor, NO_SOURCES)))).join('');
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }
  const day = clock.now().toISOString().slice(0, 10);
  return {
    fileName: `history-${orgId}-${day}.csv`,
    contentType: 'text/csv; charset=utf-8',
    chunks: markedCsv(orgId, lines()),
  };
}
