'use client';

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { DataTable } from '@/components/ui/table/data-table';
import { arrangeColumns, type TableSource } from '@/lib/outputs/arrange-columns';
import type { ResultTable } from '@/lib/runs/result-table';
import type { OpenedValue } from './cell-actions';
import { EmptyResult } from './empty-result';
import type { FollowUpsOf } from './follow-ups/follow-ups';
import { useRowActions } from './follow-ups/row-actions';
import { useOutputSettings } from './output-settings';
import styles from './result.module.css';
import { columnsOf } from './table-columns';
import { useRevealing } from './use-revealing';
import { WholeValue } from './whole-value';

interface ResultGridProps {
  table: ResultTable;
  label: string;
  /** What its settings are looked up by, and where its masked values are. */
  source: TableSource;
  /** What stands at the start of its bar. */
  lead?: ReactNode;
  /** The buttons of rows that are objects of a document; null without buttons. */
  objects?: FollowUpsOf | null;
}

/** What fits in a card as wide as the form. */
const COMFORTABLE_PX = 998;

/** The rows of one result set in a grid; a value too large for its cell opens below. */
export function ResultGrid({ table, label, source, lead, objects = null }: ResultGridProps) {
  const around = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<(OpenedValue & { times: number }) | null>(null);
  const { columns: settings } = useOutputSettings();
  const revealing = useRevealing(table, source);
  const arranged = useMemo(() => arrangeColumns(table, source, settings), [table, source, settings]);
  const columns = useMemo(
    () =>
      columnsOf(table, arranged, {
        open: (value) => setOpened((before) => ({ ...value, times: (before?.times ?? 0) + 1 })),
        ...revealing,
      }),
    [table, arranged, revealing],
  );
  const actions = useRowActions(table, source, objects);
  const isWide = columns.reduce((sum, { widthPx }) => sum + (widthPx ?? 0), 0) > COMFORTABLE_PX;
  if (table.columns.length === 0) return <EmptyResult />;
  const close = () => {
    setOpened(null);
    around.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div ref={around} data-wide-table={isWide || undefined}>
      <DataTable label={label} columns={columns} rows={table.rows} lead={lead} rowEnd={actions} />
      {table.rows.length === 0 && <p className={styles.note}>No rows. The command ran and found nothing.</p>}
      {opened !== null && <WholeValue key={opened.times} opened={opened} onClose={close} />}
    </div>
  );
}
