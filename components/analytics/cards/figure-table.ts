import { tableAsText } from '@/lib/results/table/copy-table';

/** A cell of a figure's table. */
export interface FigureCell {
  /** Empty where there is nothing. */
  value: string | number;
  /** Shown instead of the value, such as a time in words. */
  text?: string | undefined;
  /** Where it leads: an address, or what its button opens. */
  href?: string | undefined;
  open?: (() => void) | undefined;
  /** Said after the value, in quiet words. */
  note?: string | undefined;
}

interface FigureColumn {
  label: string;
  isNumber?: boolean;
  /** The unit of its values, which a file names in its heading. */
  unit?: 'ms' | 'min' | '%';
}

/** The numbers of a card as a table, which is also its CSV. */
export interface FigureTable {
  columns: readonly FigureColumn[];
  rows: readonly { key: string; cells: readonly FigureCell[] }[];
}

/** The table as CSV. */
export function figureCsv({ columns, rows }: FigureTable): string {
  return tableAsText(
    {
      names: columns.map(({ label, unit }) => (unit === undefined ? label : `${label} (${unit})`)),
      rows: rows.map(({ cells }) => cells.map(({ value }) => ({ value, text: String(value) }))),
    },
    'CSV',
  );
}
