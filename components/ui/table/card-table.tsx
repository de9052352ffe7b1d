import type { ReactNode } from 'react';
import styles from './card-table.module.css';

interface CardTableProps {
  label: string;
  columns: readonly string[];
  /** Where there is less room, the table is scrolled sideways in its card. */
  minWidth: number;
  /** Its rows. One with `data-off` is dimmed. */
  children: ReactNode;
}

/** A table of a few dozen rows in a card. */
export function CardTable({ label, columns, minWidth, children }: CardTableProps) {
  return (
    <div className={styles.card}>
      <table className={styles.table} style={{ minWidth }} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
