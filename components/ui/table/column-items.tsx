import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconCopy,
  IconEyeOff,
  IconFilter,
} from '@tabler/icons-react';
import styles from './header-cell.module.css';

export interface ColumnItemsProps {
  /** A description of its values, such as their type. */
  hint: string | undefined;
  /** Opens the filter for its values. */
  onFilter: () => void;
  isSorted: boolean;
  /** Null for the original order. */
  onSort: (direction: 'asc' | 'desc' | null) => void;
  onCopy: () => void;
  /** Undefined for the last visible column. */
  onHide: (() => void) | undefined;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Actions on a column. */
export default function ColumnItems(props: ColumnItemsProps) {
  const { hint, onFilter, isSorted, onSort, onCopy, onHide } = props;
  return (
    <>
      {hint !== undefined && <div className={styles.type}>{hint}</div>}
      <Menu.Item leftSection={<IconFilter {...icon} />} onClick={onFilter}>
        Only rows that contain…
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => onSort('asc')}>
        Sort ascending
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => onSort('desc')}>
        Sort descending
      </Menu.Item>
      {isSorted && (
        <Menu.Item leftSection={<IconArrowsSort {...icon} />} onClick={() => onSort(null)}>
          Original order
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onCopy}>
        Copy column
      </Menu.Item>
      <Menu.Item leftSection={<IconEyeOff {...icon} />} disabled={onHide === undefined} onClick={onHide}>
        Hide column
      </Menu.Item>
    </>
  );
}
