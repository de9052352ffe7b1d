import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import styles from './sort-heading.module.css';

interface SortHeadingProps {
  name: string;
  /** How the table is sorted by this column; null if it isn't. */
  sorted: 'ascending' | 'descending' | null;
  onSort: () => void;
}

/** The header of a column that sorts its table when pressed. Its name is the column's name alone. */
export function SortHeading({ name, sorted, onSort }: SortHeadingProps) {
  const Arrow = sorted === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={sorted ?? 'none'}>
      <UnstyledButton className={styles.sort} onClick={onSort}>
        {name}
        {sorted !== null && <Arrow size={14} stroke={1.75} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
