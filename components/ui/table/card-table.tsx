import { Children, type CSSProperties, type ReactNode } from 'react';
import styles from './card-table.module.css';

interface CardTableProps {
  label: string;
  columns: readonly string[];
  /** Where there is less room than that, but more than on a phone, the table is scrolled sideways in its card. */
  minWidth: number;
  /** `CardRow`s of the same columns. */
  children: ReactNode;
}

/** A table of a few dozen rows in a card. On a phone, each row shows its values below each other. */
export function CardTable({ label, columns, minWidth, children }: CardTableProps) {
  const style = { '--table-min-width': `${minWidth}px` } as CSSProperties;
  return (
    <div className={styles.card}>
      <table className={styles.table} style={style} aria-label={label}>
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

interface CardRowProps {
  /** Its name for screen readers, which would join all of its texts, badges, and buttons otherwise. */
  name: string;
  columns: readonly string[];
  /** A control in the last cell, which stands across from the name on a phone, where it needs no label. */
  endsWithControl?: boolean;
  /** Whether the row is dimmed. */
  isOff?: boolean;
  /** Whether a panel next to the table is about it. */
  isOpen?: boolean;
  /** One per column, none of them null. */
  children: ReactNode;
}

/** A row of a `CardTable`. */
export function CardRow({
  name,
  columns,
  endsWithControl = false,
  isOff = false,
  isOpen = false,
  children,
}: CardRowProps) {
  return (
    <tr
      aria-label={name}
      data-off={isOff || undefined}
      data-open={isOpen || undefined}
      data-ends-with-control={endsWithControl || undefined}
    >
      {Children.map(children, (cell, index) => (
        <td data-column={columns[index]}>
          <div>{cell}</div>
        </td>
      ))}
    </tr>
  );
}
