import { Tooltip } from '@mantine/core';
import styles from './command-picker.module.css';

/** The first of some words, and the number of further ones, which hovering shows. */
export function InShort({ words: [first, ...others] }: { words: readonly string[] }) {
  if (first === undefined) return '—';
  return (
    <>
      <code>{first}</code>
      {others.length > 0 && (
        <Tooltip label={others.join(', ')} multiline maw={320}>
          <span className={styles.more} tabIndex={0}>{` + ${others.length} more`}</span>
        </Tooltip>
      )}
    </>
  );
}
