import { UnstyledButton } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import type { JsonValue } from '@/lib/base/json';
import { cellText } from '@/lib/results/table/result-table';
import styles from '../result.module.css';

const SHORT_ENOUGH = 40;
/** A cell is one line; megabytes are for copying, not for display. */
const MOST_DRAWN = 2_000;

interface CellProps {
  value: JsonValue;
  /** Opens a nested value in full. */
  onOpen?: () => void;
}

/** The value of one cell. Null looks different from empty text; hovering shows a long value in full. */
export function Cell({ value, onOpen }: CellProps) {
  if (value === null) return <i className={styles.null}>null</i>;
  const text = cellText(value);
  const drawn = text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}…` : text;
  const told = (
    <span dir="auto" title={text.length > SHORT_ENOUGH ? drawn : undefined}>
      {drawn}
    </span>
  );
  if (onOpen === undefined || typeof value !== 'object') return told;
  return (
    <>
      {/* By keyboard, Enter opens the cell that one is at. */}
      <UnstyledButton
        className={styles.open}
        aria-label="Open the whole value"
        tabIndex={-1}
        onClick={onOpen}
      >
        <IconArrowsDiagonal size={14} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {told}
    </>
  );
}
