import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconFilter } from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { useRef, useState } from 'react';
import { fetchedPart } from '@/components/ui/loading/fetched-part';
import { MenuOnDemand } from '@/components/ui/menus/menu-on-demand';
import type { JsonValue } from '@/lib/base/json';
import { summarize } from '@/lib/results/charts/column-summary';
import type { GridColumn, GridModel } from '../table-model';
import { placed } from '../table-row';
import { ColumnFilter } from './column-filter';
import type { ColumnItemsProps } from './column-items';
import { columnName, type DataColumn } from './data-column';
import styles from './header-cell.module.css';
import { ResizeHandle } from './resize-handle';

interface HeaderCellProps<Row extends RowData> {
  model: GridModel<Row>;
  gridColumn: GridColumn<Row>;
  column: DataColumn<Row>;
  /** Its index in the whole table, from 1. */
  position: number;
  widthPx: number;
  /** Where it stays; null if it scrolls. */
  leftPx: number | null;
  /** The room of columns before it that aren't drawn. */
  gapPx: number;
  onCopy: () => void;
  /** What its summary is of. */
  summarizes: ColumnItemsProps['summarizes'];
  /** The values of the shown rows. */
  cells: () => JsonValue[];
}

const columnItems = fetchedPart(() => import('./column-items'));

/** The header of a column: a button that cycles through the sort orders, a menu, and a resize handle. */
export function HeaderCell<Row extends RowData>(props: HeaderCellProps<Row>) {
  const { model, gridColumn, column, position, widthPx, leftPx, gapPx, onCopy, summarizes, cells } = props;
  const sorted = gridColumn.getIsSorted();
  const name = columnName(column);
  const title = column.hint === undefined ? name : `${name} · ${column.hint}`;
  const filter = gridColumn.getFilterValue();
  const [isFiltering, setFiltering] = useState(false);
  const sort = useRef<HTMLButtonElement>(null);
  return (
    <th
      scope="col"
      aria-label={name}
      aria-colindex={position}
      aria-sort={sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
      className={styles.cell}
      data-align={column.align}
      data-pinned={leftPx === null ? undefined : ''}
      style={placed(widthPx, leftPx, gapPx)}
    >
      {isFiltering ? (
        <ColumnFilter
          name={name}
          comparison={column.comparison}
          text={typeof filter === 'string' ? filter : ''}
          onChange={(text) => gridColumn.setFilterValue(text || undefined)}
          onLeave={(isOver) => {
            setFiltering(false);
            if (isOver) setTimeout(() => sort.current?.focus(), 0);
          }}
        />
      ) : (
        <>
          <button
            ref={sort}
            type="button"
            className={styles.sort}
            title={title}
            onClick={() => gridColumn.toggleSorting()}
          >
            <span className={styles.name}>{name}</span>
            {sorted === 'asc' && <IconArrowUp size={14} stroke={1.75} aria-hidden />}
            {sorted === 'desc' && <IconArrowDown size={14} stroke={1.75} aria-hidden />}
            {filter !== undefined && <IconFilter size={14} stroke={1.75} aria-label="filtered" />}
          </button>
          <MenuOnDemand
            width={232}
            items={columnItems}
            itemProps={{
              title,
              summarizes,
              summary: () => summarize(cells(), column.align === 'end'),
              onFilter: () => setFiltering(true),
              isSorted: sorted !== false,
              onSort: (direction) =>
                direction === null
                  ? gridColumn.clearSorting()
                  : gridColumn.toggleSorting(direction === 'desc'),
              onCopy,
              isPinned: gridColumn.getIsPinned() !== false,
              onPin: (isPinned) => gridColumn.pin(isPinned ? 'start' : false),
              onHide:
                model.getVisibleLeafColumns().length < 2
                  ? undefined
                  : () => gridColumn.toggleVisibility(false),
            }}
            target={
              <ActionIcon className={styles.more} size={24} aria-label={`Column ${name}`}>
                <IconDotsVertical size={14} stroke={1.75} />
              </ActionIcon>
            }
          />
        </>
      )}
      <ResizeHandle model={model} columnId={gridColumn.id} name={name} widthPx={widthPx} />
    </th>
  );
}
