import type { DataColumn } from '@/components/ui/table/data-column';
import type { JsonValue } from '@/lib/json';
import { compareCells, isNumericColumn } from '@/lib/runs/compare-cells';
import { cellText, type ResultTable } from '@/lib/runs/result-table';
import { Cell } from './cell';
import type { OpenedValue } from './whole-value';

const SAMPLED_ROWS = 200;
const MACHINE_CHARACTER_PX = 7.6;
const HEAD_CHARACTER_PX = 7.4;
const PADDING_PX = 26;
const HEAD_ICONS_PX = 26;
const NARROWEST_PX = 56;
const WIDEST_PX = 380;

/** The grid's columns for a table: aligned and sorted by type, wide enough for most cells. */
export function columnsOf(
  { columns, rows }: ResultTable,
  open: (opened: OpenedValue) => void,
): DataColumn<JsonValue[]>[] {
  const sample = rows.slice(0, SAMPLED_ROWS);
  return columns.map(({ name, type }, index) => {
    const cellOf = (row: JsonValue[]) => row[index] ?? null;
    const cells = sample.map(cellOf);
    const isNumeric = isNumericColumn(type, cells);
    return {
      header: name,
      ...(type === '' ? {} : { hint: type }),
      align: isNumeric ? 'end' : 'start',
      widthPx: widthFor(name, cells),
      cell: (row) => <Cell value={cellOf(row)} onOpen={() => open({ column: name, value: cellOf(row) })} />,
      open: (row) => open({ column: name, value: cellOf(row) }),
      text: (row) => cellText(cellOf(row)),
      isBlank: (row) => cellOf(row) === null,
      compare: (a, b) => compareCells(cellOf(a), cellOf(b), isNumeric),
    };
  });
}

function widthFor(name: string, cells: readonly JsonValue[]): number {
  const longest = Math.max(4, ...cells.map((cell) => cellText(cell).length));
  const content = longest * MACHINE_CHARACTER_PX;
  const head = name.length * HEAD_CHARACTER_PX + HEAD_ICONS_PX;
  return Math.ceil(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, content, head) + PADDING_PX));
}
