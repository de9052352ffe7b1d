import { Button } from '@mantine/core';
import type { BulkRows } from '../use-bulk-rows';
import styles from './search-reach.module.css';

interface BulkRowsFoundProps {
  rows: BulkRows;
  onShow: () => void;
}

/** That rows of bulk runs, which the list leaves out, match the search, too. */
export function BulkRowsFound({ rows: { words, isOne }, onShow }: BulkRowsFoundProps) {
  return (
    <div className={styles.reach} role="status">
      <span>
        {words} {isOne ? 'matches' : 'match'}, too.
      </span>
      <Button variant="default" size="compact-sm" onClick={onShow}>
        Show {isOne ? 'it' : 'them'}
      </Button>
    </div>
  );
}
