import { tableAsText } from '@/lib/results/table/copy-table';

/** A cell of a figure's table. */
export interface FigureCell {
  value: string | number;
  /** Where it leads: an address, or what its button opens. */
  href?: string | undefined;
  open?: (() => void) | undefined;
  /** Said after the value, in quiet words. */
  note?: string | undefined;
}

/** The numbers of a card as a table, which is also its CSV. */
export interface FigureTable {
  columns: readonly { label: string; isNumber?: boolean }[];
  rows: readonly { key: string; cells: readonly FigureCell[] }[];
}

/** A spreadsheet takes such a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** The table as CSV. A text that a spreadsheet would take for a formula is preceded by `'`. */
export function figureCsv({ columns, rows }: FigureTable): string {
  const textOf = (value: string | number) =>
    typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return tableAsText(
    {
      names: columns.map(({ label }) => label),
      rows: rows.map(({ cells }) => cells.map(({ value }) => ({ value, text: textOf(value) }))),
    },
    'CSV',
  );
}
