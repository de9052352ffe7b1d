import type { JsonValue } from '@/lib/json';
import { cellText } from '@/lib/runs/result-table';
import styles from './result.module.css';

const SHORT_ENOUGH = 40;
/** A cell is one line; megabytes of it are for the copy, not for the screen. */
const MOST_DRAWN = 2_000;

/** The value of one cell. Null is told apart from empty text; a long value is read in full on hover. */
export function Cell({ value }: { value: JsonValue }) {
  if (value === null) return <i className={styles.null}>null</i>;
  const text = cellText(value);
  const drawn = text.length > MOST_DRAWN ? `${text.slice(0, MOST_DRAWN)}…` : text;
  return (
    <span dir="auto" title={text.length > SHORT_ENOUGH ? drawn : undefined}>
      {drawn}
    </span>
  );
}
