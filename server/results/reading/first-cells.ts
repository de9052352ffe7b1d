import statement from 'sql-template-tag';
import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { column, query } from '@/server/base/database/statements';
import { rowsOfCsv } from '@/server/results/formats/csv-rows';
import { wholeRow } from '@/server/results/formats/file-columns';
import { MASK_COLUMNS, MASK_JOIN, MASKS, masksOfRow } from '@/server/results/masks/run-masks';
import { ResultCursor } from '@/server/results/reading/result-cursor';
import { shownWhole } from '@/server/results/reading/shown-whole';
import type { StoredWhole } from '@/server/results/stored/result-file';
import { type StoredBytes, storedBytes } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';

const MOST_CELLS = 4;
const LONGEST_CELL = 200;

const SMALL = { run_id: column.int, lines: column.text, ...MASKS };

/**
 * What lists show of results: the value, or the first cells of the first row, masked. A result that is a file in a store
 * is left out, since a page of them would wait for as many files.
 *
 * @param runIds runs whose access was already checked
 */
export async function unsafeFirstCells(
  orgId: string,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (runIds.length === 0) return new Map();
  const rows = await query(
    SMALL,
    statement`select r.run_id, rr.lines, ${MASK_COLUMNS}
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id ${MASK_JOIN}
     join run_result rr on rr.org_id = r.org_id and rr.run_id = r.run_id
     where r.org_id = ${orgId} and r.run_id = any(${[...runIds]}::bigint[])`,
  );
  const cells = new Map<number, string[]>();
  for (const row of rows) {
    const stored = await storedBytes(orgId, row.run_id, row.lines, masksOfRow(row));
    cells.set(row.run_id, (await firstRow(stored)).slice(0, MOST_CELLS).map(cutText));
  }
  return cells;
}

async function firstRow(stored: StoredBytes): Promise<readonly JsonValue[]> {
  const whole = await storedWhole(stored);
  if (whole !== null) return firstOfWhole(whole);
  const cursor = ResultCursor.over(stored);
  try {
    if ((await cursor.nextTable()) === null) return [];
    for await (const rows of cursor.rows(1)) return Array.isArray(rows) ? (rows[0] ?? []) : wholeRow(rows);
    return [];
  } finally {
    await cursor.close();
  }
}

async function firstOfWhole(whole: StoredWhole): Promise<readonly JsonValue[]> {
  if (whole.format === 'file') return [whole.file?.name ?? 'file'];
  if (whole.format !== 'csv') return [await shownWhole(whole)];
  for await (const [, first] of rowsOfCsv(whole)) return first ?? [];
  return [];
}

function cutText(cell: JsonValue): string {
  const text = cell === null ? '' : typeof cell === 'object' ? exactJson(cell) : String(cell);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
}
