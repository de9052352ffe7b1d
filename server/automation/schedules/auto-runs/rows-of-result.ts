import type { RowDecoration } from '@/lib/contract/command/decoration-shapes';
import { MOST_AUTO_RUN_ROWS } from '@/lib/contract/schedules/auto-runs';
import type { InputValues } from '@/lib/inputs/input';
import { exactRowValues } from '@/lib/results/follow-ups';
import { rowHolds } from '@/lib/results/look/row-terms';
import { AppError } from '@/server/base/errors';
import { ResultCursor } from '@/server/results/reading/result-cursor';
import { openResult } from '@/server/results/stored/stored-bytes';
import type { ReadRow } from '@/server/runs/bulk/check-rows';

/** The limit for the values of all rows together, as JSON: they are in memory at once. */
const LARGEST_ROWS = 32_000_000;
const TOO_LONG = 'This row is too long to be sent to another command.';

export interface RowsToRun {
  rows: ReadRow[];
  /** How many more there are than an auto-run runs. */
  leftOut: number;
}

/**
 * Reads the rows of a stored result that have a button, each with the values that it fills in and the job's own.
 * Throws 409 if the result's file is gone, and 422 if it is no table or misses a column.
 */
export async function rowsOfResult(
  orgId: string,
  runId: number,
  decoration: RowDecoration,
  own: InputValues,
): Promise<RowsToRun> {
  // Values are named by the columns of the source, not by those of files that people download.
  const stored = { ...(await openResult(orgId, runId)), fileDisplay: null };
  const cursor = ResultCursor.over(stored);
  try {
    const columns = await columnsOf(cursor, decoration.resultSet);
    refuseMissing(decoration, columns);
    const hasButton = rowHolds(decoration.shownWhen, columns);
    const valuesOf = exactRowValues(decoration, columns, stored.isMasked !== null);
    const found: RowsToRun = { rows: [], leftOut: 0 };
    let size = 0;
    const add = (row: () => ReadRow): void => {
      const isFull = found.rows.length >= MOST_AUTO_RUN_ROWS || size > LARGEST_ROWS;
      if (isFull) found.leftOut += 1;
      else {
        const read = row();
        size += read.values === null ? 0 : JSON.stringify(read.values).length;
        found.rows.push(read);
      }
    };
    for await (const rows of cursor.rows()) {
      if (Array.isArray(rows)) {
        for (const row of rows) {
          if (hasButton(row)) add(() => ({ values: { ...own, ...valuesOf(row) }, refusal: null }));
        }
        continue;
      }
      // The rows after it can be read once it was.
      for await (const _ of rows.pieces);
      add(() => ({ values: null, refusal: TOO_LONG }));
    }
    return found;
  } finally {
    await cursor.close();
  }
}

async function columnsOf(cursor: ResultCursor, resultSet: number): Promise<readonly string[]> {
  for (let at = 0; ; at += 1) {
    const columns = await cursor.nextTable();
    if (columns === null) {
      throw new AppError(
        'impossible',
        `The result has no result set ${resultSet + 1}, whose rows were to be run.`,
      );
    }
    if (at === resultSet) return columns;
  }
}

/** A column that is gone would silently leave its input empty in each row, or no row with the button. */
function refuseMissing({ maps, shownWhen }: RowDecoration, columns: readonly string[]): void {
  const unknown = shownWhen.find(({ key }) => !columns.includes(key));
  if (unknown !== undefined) {
    throw new AppError(
      'impossible',
      `The result has no column “${unknown.key}”, which decides which rows have the button. Choose again which rows have it.`,
    );
  }
  const missing = maps.find(({ isFilled, path }) => isFilled && !columns.includes(path));
  if (missing === undefined) return;
  throw new AppError(
    'impossible',
    `The result has no column “${missing.path}”, which fills in “${missing.inputKey}”. Choose again what the row button fills.`,
  );
}
