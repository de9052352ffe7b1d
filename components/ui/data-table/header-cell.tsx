import { ActionIcon, Menu, TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconCopy,
  IconDotsVertical,
  IconEyeOff,
  IconFilter,
} from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import { columnName, type DataColumn } from './data-column';
import styles from './header-cell.module.css';
import { ResizeHandle } from './resize-handle';
import type { GridColumn, GridModel } from './table-model';

interface HeaderCellProps<Row extends RowData> {
  model: GridModel<Row>;
  gridColumn: GridColumn<Row>;
  column: DataColumn<Row>;
  /** Its place in the whole table, from 1. */
  position: number;
  widthPx: number;
  onCopy: () => void;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The head of a column: a button that sorts up, down, as it came; a menu of what else can be done; a handle. */
export function HeaderCell<Row extends RowData>(props: HeaderCellProps<Row>) {
  const { model, gridColumn, column, position, widthPx, onCopy } = props;
  const sorted = gridColumn.getIsSorted();
  const name = columnName(column);
  const filter = gridColumn.getFilterValue();
  return (
    <th
      scope="col"
      aria-colindex={position}
      aria-sort={sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
      className={styles.cell}
      data-align={column.align}
      style={{ width: widthPx }}
    >
      <button
        type="button"
        className={styles.sort}
        title={column.hint === undefined ? name : `${name} · ${column.hint}`}
        onClick={() => gridColumn.toggleSorting()}
      >
        <span className={styles.name}>{name}</span>
        {sorted === 'asc' && <IconArrowUp size={14} stroke={1.75} aria-hidden />}
        {sorted === 'desc' && <IconArrowDown size={14} stroke={1.75} aria-hidden />}
        {filter !== undefined && <IconFilter size={14} stroke={1.75} aria-label="filtered" />}
      </button>
      <Menu position="bottom-end" width={232}>
        <Menu.Target>
          <ActionIcon className={styles.more} size={24} aria-label={`Column ${name}`}>
            <IconDotsVertical size={14} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {column.hint !== undefined && <div className={styles.type}>{column.hint}</div>}
          <TextInput
            className={styles.filter}
            size="xs"
            leftSection={<IconFilter size={14} stroke={1.75} aria-hidden />}
            aria-label={`Only rows whose ${name} contains`}
            placeholder="Only rows that contain…"
            value={typeof filter === 'string' ? filter : ''}
            onChange={(event) => gridColumn.setFilterValue(event.currentTarget.value || undefined)}
          />
          <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => gridColumn.toggleSorting(false)}>
            Sort ascending
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => gridColumn.toggleSorting(true)}>
            Sort descending
          </Menu.Item>
          {sorted !== false && (
            <Menu.Item leftSection={<IconArrowsSort {...icon} />} onClick={() => gridColumn.clearSorting()}>
              As it came
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onCopy}>
            Copy column
          </Menu.Item>
          <Menu.Item
            leftSection={<IconEyeOff {...icon} />}
            disabled={model.getVisibleLeafColumns().length < 2}
            onClick={() => gridColumn.toggleVisibility(false)}
          >
            Hide column
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ResizeHandle model={model} columnId={gridColumn.id} name={name} widthPx={widthPx} />
    </th>
  );
}
