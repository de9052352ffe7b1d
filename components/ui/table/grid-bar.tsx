'use client';

import { Button, Checkbox, CloseButton, Popover, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import { columnName, type DataColumn } from './columns/data-column';
import styles from './grid-bar.module.css';
import { columnOf, type GridModel } from './table-model';

interface GridBarProps<Row extends RowData> {
  lead: ReactNode;
  model: GridModel<Row>;
  columns: readonly DataColumn<Row>[];
  /** Null where that isn't known. */
  shownRows: number | null;
  totalRows: number;
  /** Copies the visible rows and columns. */
  onCopy: () => void;
}

/** The bar above a grid: a filter over all columns, the number of matching rows, and the choice of columns. */
export function GridBar<Row extends RowData>(props: GridBarProps<Row>) {
  const { lead, model, columns, shownRows, totalRows, onCopy } = props;
  const text = String(model.state.globalFilter ?? '');
  const search = (next: string) => model.setGlobalFilter(next === '' ? undefined : next);
  const isNarrowed = shownRows === null ? text !== '' : shownRows < totalRows;
  const isFiltered = isNarrowed || model.state.columnFilters.length > 0;
  const isSorted = model.state.sorting.length > 0;
  return (
    <div className={styles.bar}>
      {lead}
      <TextInput
        className={styles.search}
        size="xs"
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        aria-label="Filter the rows"
        placeholder="Filter the rows"
        value={text}
        onChange={(event) => search(event.currentTarget.value)}
        rightSection={
          text === '' ? null : (
            <CloseButton size="xs" aria-label="Clear the filter" onClick={() => search('')} />
          )
        }
      />
      <span className={styles.count} role="status">
        {isFiltered && shownRows !== null && `${formatCount(shownRows)} of ${countRows(totalRows)}`}
      </span>
      {isFiltered && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            model.resetColumnFilters(true);
            search('');
          }}
        >
          Show all
        </Button>
      )}
      {(isFiltered || isSorted) && shownRows !== null && (
        <Button variant="subtle" size="compact-xs" onClick={onCopy}>
          Copy what is shown
        </Button>
      )}
      <ColumnChooser model={model} columns={columns} />
    </div>
  );
}

function ColumnChooser<Row extends RowData>({
  model,
  columns,
}: Pick<GridBarProps<Row>, 'model' | 'columns'>) {
  const all = model.getAllLeafColumns();
  const hidden = all.filter((column) => !column.getIsVisible()).length;
  return (
    <Popover position="bottom-end" width={260} trapFocus>
      <Popover.Target>
        <Button
          className={styles.columns}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconColumns3 size={14} stroke={1.75} aria-hidden />}
        >
          {hidden === 0 ? 'Columns' : `${hidden} hidden`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Columns">
        <div className={styles.chooser}>
          {all.map((each) => {
            const column = columnOf(columns, each);
            return (
              <Checkbox
                key={each.id}
                size="xs"
                label={column === undefined ? '' : columnName(column)}
                checked={each.getIsVisible()}
                disabled={each.getIsVisible() && all.length - hidden < 2}
                onChange={() => each.toggleVisibility()}
              />
            );
          })}
        </div>
        {hidden > 0 && (
          <div className={styles.foot}>
            <Button variant="subtle" size="compact-xs" onClick={() => model.setColumnVisibility({})}>
              Show all columns
            </Button>
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
