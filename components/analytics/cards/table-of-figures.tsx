'use client';

import { UnstyledButton } from '@mantine/core';
import Link from 'next/link';
import { Pager } from '@/components/ui/table/pager';
import { formatCount } from '@/lib/results/table/row-counts';
import type { FigureCell, FigureTable } from './figure-table';
import styles from './table-of-figures.module.css';

export const ROWS_A_PAGE = 10;

interface TableOfFiguresProps {
  label: string;
  table: FigureTable;
  /** From 0. */
  page: number;
  onTurn: (page: number) => void;
}

/** The numbers of a card, ten rows a page. */
export function TableOfFigures({
  label,
  table: { columns, rows },
  page: wanted,
  onTurn,
}: TableOfFiguresProps) {
  const page = Math.min(wanted, Math.max(0, Math.ceil(rows.length / ROWS_A_PAGE) - 1));
  const shown = rows.slice(page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE);
  return (
    <>
      <section className={styles.scroll} aria-label={label} tabIndex={0}>
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.label} scope="col" data-number={column.isNumber || undefined}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={columns[index]?.label} data-number={columns[index]?.isNumber || undefined}>
                    <Value cell={cell} />
                    {cell.note !== undefined && <span className={styles.note}>{cell.note}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > ROWS_A_PAGE && (
        <Pager
          page={page}
          rowsAPage={ROWS_A_PAGE}
          rowsHere={shown.length}
          count={rows.length}
          labels={{ before: 'Previous rows', after: 'Next rows' }}
          onTurn={onTurn}
        />
      )}
    </>
  );
}

function Value({ cell: { value, text, href, open } }: { cell: FigureCell }) {
  const words = text ?? (typeof value === 'number' ? formatCount(value) : value);
  if (href !== undefined) {
    return (
      <Link href={href} prefetch={false} className={styles.link}>
        {words}
      </Link>
    );
  }
  if (open === undefined || value === 0) return words;
  return (
    <UnstyledButton className={styles.link} onClick={open}>
      {words}
    </UnstyledButton>
  );
}
