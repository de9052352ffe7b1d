import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconCopy,
  IconEyeOff,
  IconFilter,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnSummary } from '@/lib/results/charts/column-summary';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import styles from './header-cell.module.css';

export interface ColumnItemsProps {
  /** Its name, and what is known of its values, such as their type. */
  title: string;
  /** The rows that its summary is of. */
  summarizes: 'shown' | 'page';
  summary: () => ColumnSummary;
  /** Opens the filter for its values. */
  onFilter: () => void;
  isSorted: boolean;
  /** Null for the original order. */
  onSort: (direction: 'asc' | 'desc' | null) => void;
  onCopy: () => void;
  /** Whether it stays at the left while the other columns scroll. */
  isPinned: boolean;
  onPin: (isPinned: boolean) => void;
  /** Undefined for the last visible column. */
  onHide: (() => void) | undefined;
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Actions on a column. */
export default function ColumnItems(props: ColumnItemsProps) {
  const { title, summarizes, summary, onFilter, isSorted, onSort, onCopy, isPinned, onPin, onHide } = props;
  return (
    <>
      <div className={styles.type}>{title}</div>
      <Summary of={summary} rows={summarizes} />
      <Menu.Item leftSection={<IconFilter {...icon} />} onClick={onFilter}>
        Filter this column…
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
      <Menu.Item
        leftSection={isPinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
        onClick={() => onPin(!isPinned)}
      >
        {isPinned ? 'Unpin column' : 'Pin to the left'}
      </Menu.Item>
      <Menu.Item leftSection={<IconEyeOff {...icon} />} disabled={onHide === undefined} onClick={onHide}>
        Hide column
      </Menu.Item>
    </>
  );
}

/** What the column's values come to, once when the menu opens. */
function Summary({ of, rows }: { of: () => ColumnSummary; rows: ColumnItemsProps['summarizes'] }) {
  const [{ values, different, blank, numbers }] = useState(of);
  const facts: [string, string][] =
    numbers === null
      ? []
      : [
          ['Sum', numbers.sum],
          ['Average', numbers.average],
          ['Minimum', numbers.least],
          ['Maximum', numbers.most],
        ];
  return (
    <div className={styles.summary}>
      <p>
        {countRows(values + blank)}
        {rows === 'page' && ' on this page'}: {formatCount(different)} different
        {blank > 0 && `, ${formatCount(blank)} blank`}
      </p>
      {/* A menu may not contain a list of terms. */}
      {facts.map(([name, text]) => (
        <div key={name}>
          <span>{name}</span>
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}
