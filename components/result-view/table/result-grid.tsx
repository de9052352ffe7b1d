'use client';

import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { DataTable } from '@/components/ui/table/data-table';
import type { RowEnd } from '@/components/ui/table/row-end';
import type { GridView } from '@/components/ui/table/served-rows';
import type { JsonValue } from '@/lib/base/json';
import { personLocale } from '@/lib/results/person-locale';
import { arrangeColumns, type TableSource } from '@/lib/results/table/arrange-columns';
import { uniqueNames } from '@/lib/results/table/copy-table';
import type { ResultTable } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';
import { EmptyResult } from '../empty-result';
import type { RowFollowUps } from '../follow-ups/follow-ups';
import { useRowActions } from '../follow-ups/row-actions';
import { useRowTicks } from '../follow-ups/row-ticks';
import { useTickedRows } from '../follow-ups/ticked-rows';
import { useTellShown } from '../look/shown-rows';
import { useGridLook } from '../look/use-grid-look';
import { resultSetOf } from '../look/use-look';
import { useOutputSettings } from '../output-settings';
import styles from '../result.module.css';
import { WholeValue } from '../whole-value';
import type { OpenedValue } from './cell-actions';
import { firstFacts, lineOfRow } from './first-facts';
import { NoMatch } from './no-match/no-match';
import type { GridPage } from './pages/grid-page';
import { RowCard } from './row-card';
import { columnsOf } from './table-columns';
import { useRevealing } from './use-revealing';

export interface ResultGridProps {
  table: ResultTable;
  label: string;
  /** What its settings are looked up by, and where its masked values are. */
  source: TableSource;
  /** What stands at the start of its bar. */
  lead?: ReactNode;
  /** The buttons of rows that are objects of a document; null without buttons. */
  objects?: RowFollowUps | null;
  /** The page to show instead of the table's own rows. Keep it stable between renders. */
  page?: GridPage | null;
}

const OPEN_MARK_PX = 40;

/** The rows of one result set in a grid; a value too large for its cell opens below. */
export function ResultGrid({ table, label, source, lead, objects = null, page = null }: ResultGridProps) {
  const around = useRef<HTMLDivElement>(null);
  const shownRows = useRef<readonly JsonValue[][]>(table.rows);
  const shownColumns = useRef<readonly number[]>([]);
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const [cardAt, setCardAt] = useState<number | null>(null);
  const [opened, setOpened] = useState<(OpenedValue & { times: number }) | null>(null);
  const { columns: settings } = useOutputSettings();
  const rows = page?.rows ?? table.rows;
  const revealing = useRevealing(table, source, page);
  const arranged = useMemo(() => arrangeColumns(table, source, settings), [table, source, settings]);
  const { look, onLook } = useGridLook(source, arranged, isNarrow);
  const tell = useTellShown(resultSetOf(source));
  const onShown = useCallback(
    (view: GridView<JsonValue[]>) => {
      shownRows.current = view.rows;
      shownColumns.current = view.columns;
      const shown = view.columns.flatMap((place) => arranged[place]?.index ?? []);
      tell({ rows: view.matchingRows, columns: shown });
    },
    [tell, arranged],
  );
  const open = useCallback(
    (value: OpenedValue) => setOpened((before) => ({ ...value, times: (before?.times ?? 0) + 1 })),
    [],
  );
  const columns = useMemo(
    () => columnsOf(table, arranged, { open, ...revealing }, personLocale()),
    [table, arranged, revealing, open],
  );
  const factsOf = useCallback(
    (row: JsonValue[]) =>
      firstFacts(
        shownColumns.current.flatMap((place) => columns[place] ?? []),
        row,
      ),
    [columns],
  );
  const { ticks, bar } = useTickedRows(source, table.columns, rows, page?.numbers ?? null);
  const rowTicks = useRowTicks(ticks);
  const actions = useRowActions(table, source, objects, shownRows, factsOf, isNarrow);
  const openMark = useMemo<RowEnd<JsonValue[]>>(
    () => ({
      header: () => <VisuallyHidden>Open</VisuallyHidden>,
      widthPx: OPEN_MARK_PX,
      draw: (_, index) => (
        <UnstyledButton
          className={styles.openRow}
          aria-label={`Open row ${index + 1}`}
          onClick={() => setCardAt(index)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      ),
    }),
    [],
  );
  if (table.columns.length === 0) return <EmptyResult />;
  const openRow = (row: JsonValue[]) => {
    const at = rows.indexOf(row);
    const names = uniqueNames(arranged.map(({ name }) => name));
    const value = Object.fromEntries(
      arranged.map(({ index }, place) => [names[place] ?? '', row[index] ?? null]),
    );
    open({ column: `row ${formatCount((page?.numbers[at] ?? at) + 1)}`, value });
  };
  const close = () => {
    setOpened(null);
    around.current?.querySelector<HTMLElement>('[role=grid]')?.focus();
  };
  return (
    <div ref={around}>
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        lead={lead}
        rowStart={rowTicks}
        rowEnd={isNarrow ? openMark : (actions?.end ?? null)}
        noMatch={<NoMatch look={look} onLook={onLook} />}
        hasChanged={actions?.hasChanged ?? null}
        served={page?.served}
        look={look}
        onLook={onLook}
        onShown={onShown}
        onOpenRow={isNarrow ? (row) => setCardAt(shownRows.current.indexOf(row)) : openRow}
        lineOf={isNarrow ? lineOfRow : null}
      />
      {bar}
      {table.rows.length === 0 && <p className={styles.note}>No rows. The command ran and found nothing.</p>}
      {cardAt !== null && (
        <RowCard
          columns={shownColumns.current.flatMap((place) => columns[place] ?? [])}
          rows={shownRows.current}
          index={cardAt}
          actions={actions}
          onMove={setCardAt}
          onClose={() => setCardAt(null)}
        />
      )}
      {opened !== null && <WholeValue key={opened.times} opened={opened} onClose={close} />}
    </div>
  );
}
