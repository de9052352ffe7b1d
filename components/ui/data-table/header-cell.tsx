import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import type { DataColumn } from './data-column';
import styles from './data-table.module.css';

interface HeaderCellProps<Row extends RowData> {
  column: DataColumn<Row>;
  index: number;
  sorted: false | 'asc' | 'desc';
  onSort: () => void;
}

/** The head of a column: its name, its type on hover, and a button that sorts: up, down, as it came. */
export function HeaderCell<Row extends RowData>({ column, index, sorted, onSort }: HeaderCellProps<Row>) {
  const order = sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      aria-sort={order}
      className={styles.headCell}
      data-align={column.align}
      style={{ width: column.widthPx }}
    >
      <button
        type="button"
        className={styles.sort}
        title={column.hint === undefined ? column.header : `${column.header} · ${column.hint}`}
        onClick={onSort}
      >
        <span className={styles.name}>{column.header === '' ? '(no name)' : column.header}</span>
        {sorted === 'asc' && <IconArrowUp size={14} stroke={1.75} aria-hidden />}
        {sorted === 'desc' && <IconArrowDown size={14} stroke={1.75} aria-hidden />}
      </button>
    </th>
  );
}
