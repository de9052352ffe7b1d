'use client';

import { CardRow, CardTable } from '@/components/ui/table/card-table';
import type { ServerCheckResult, ServerTable } from '@/lib/contract/diagnostics/server';
import { Group } from '../checks/check-group';
import { FactList } from '../checks/fact-list';
import styles from './server-found.module.css';

/** The facts and tables of a part of the server. A table without rows is left out. */
export function ServerFound({ found: { facts, tables } }: { found: ServerCheckResult }) {
  return (
    <>
      {facts.length > 0 && (
        <Group title="Facts">
          <FactList facts={facts} />
        </Group>
      )}
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map((table) => (
          <Group key={table.title} title={table.title}>
            <FoundTable table={table} />
          </Group>
        ))}
    </>
  );
}

const COLUMN_PX = 140;

function FoundTable({ table: { title, columns, rows } }: { table: ServerTable }) {
  return (
    <CardTable label={title} columns={columns} minWidth={COLUMN_PX * columns.length}>
      {rows.map((cells) => (
        <CardRow key={cells.join('\n')} name={cells[0] ?? ''} columns={columns}>
          {cells.map((cell, index) => (
            <span key={columns[index]} className={styles.cell}>
              {cell}
            </span>
          ))}
        </CardRow>
      ))}
    </CardTable>
  );
}
