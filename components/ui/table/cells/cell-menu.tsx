import { Menu } from '@mantine/core';
import {
  IconArrowsDiagonal,
  IconColumns3,
  IconCopy,
  IconFilter,
  IconListDetails,
  IconRowInsertBottom,
  IconTable,
} from '@tabler/icons-react';
import type { RowData } from '@tanstack/react-table';
import type { ReactElement } from 'react';
import { copyFormats } from '@/lib/results/table/copy-table';
import { columnName, type DataColumn } from '../columns/data-column';
import { copyCell, copyRows, copyRowsAs } from './copy-cells';

/** The subject of a cell's menu. */
export interface CellTarget<Row extends RowData> {
  column: DataColumn<Row>;
  row: Row;
}

interface CellMenuProps<Row extends RowData> {
  target: CellTarget<Row> | null;
  /** The visible columns and rows, for copying. */
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  onFilter: (column: DataColumn<Row>, text: string) => void;
  /** Shows all values of a row; undefined for tables that show whole rows already. */
  onOpenRow: ((row: Row) => void) | undefined;
  children: ReactElement;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const LONGEST_SHOWN = 24;

/** The menu of a cell, opened by right click, long press, or the menu key: open it, copy, and filter by it. */
export function CellMenu<Row extends RowData>(props: CellMenuProps<Row>) {
  const { target, columns, rows, onFilter, onOpenRow, children } = props;
  return (
    <Menu width={248} position="bottom-start">
      <Menu.ContextMenu disabled={target === null}>{children}</Menu.ContextMenu>
      <Menu.Dropdown>
        {target !== null && (
          <>
            {target.column.open !== undefined && !target.column.isBlank(target.row) && (
              <Menu.Item
                leftSection={<IconArrowsDiagonal {...icon} />}
                onClick={() => target.column.open?.(target.row)}
              >
                Open the whole value
              </Menu.Item>
            )}
            {onOpenRow !== undefined && (
              <Menu.Item leftSection={<IconListDetails {...icon} />} onClick={() => onOpenRow(target.row)}>
                Open the row
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconCopy {...icon} />}
              onClick={() => copyCell(target.column, target.row)}
            >
              Copy cell
            </Menu.Item>
            <Menu.Item
              leftSection={<IconRowInsertBottom {...icon} />}
              onClick={() => copyRows(columns, [target.row], 'Row copied to clipboard')}
            >
              Copy row
            </Menu.Item>
            <Menu.Item
              leftSection={<IconColumns3 {...icon} />}
              onClick={() => copyRows([target.column], rows, 'Column copied to clipboard')}
            >
              Copy column
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTable {...icon} />}
              onClick={() => copyRows(columns, rows, 'Results copied to clipboard')}
            >
              Copy all that is shown
            </Menu.Item>
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconTable {...icon} />}>Copy all as</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {copyFormats.map((format) => (
                  <Menu.Item key={format} onClick={() => copyRowsAs(format, columns, rows)}>
                    {format}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
            {!target.column.isBlank(target.row) && (
              <>
                <Menu.Divider />
                <Menu.Item
                  leftSection={<IconFilter {...icon} />}
                  onClick={() => onFilter(target.column, target.column.text(target.row))}
                >
                  Only rows with this {shorten(columnName(target.column))}
                </Menu.Item>
              </>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
