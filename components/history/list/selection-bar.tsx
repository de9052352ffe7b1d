'use client';

import { Button } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import { CombineButton } from './combine-button';
import styles from './selection-bar.module.css';
import { useDeleteResults } from './use-delete-results';
import type { Selection } from './use-selection';

/** Actions on the selected runs, as far as permitted; nothing if none are selected. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { askToDelete, isDeleting } = useDeleteResults();
  const { runs } = selection;
  const own = runs.filter(({ mayDeleteResult }) => mayDeleteResult);
  return (
    <div className={styles.place} role="status">
      {runs.length > 0 && (
        <div className={styles.bar}>
          <span className={styles.count}>{runs.length} selected</span>
          <CombineButton runs={runs} />
          {own.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              loading={isDeleting}
              onClick={() => void askToDelete(own).then((isDone) => isDone && selection.clear())}
            >
              {own.length === runs.length ? 'Delete results' : `Delete results of ${own.length}`}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={16} stroke={1.75} aria-hidden />}
            aria-label="Clear"
            onClick={selection.clear}
          >
            <span className={styles.words}>Clear</span>
          </Button>
        </div>
      )}
    </div>
  );
}
