'use client';

import { Button } from '@mantine/core';
import { IconGitCompare, IconTrash, IconX } from '@tabler/icons-react';
import { LinkButton } from '@/components/ui/layout/link-button';
import { paths } from '@/lib/paths';
import { CombineButton } from './combine-button';
import styles from './selection-bar.module.css';
import { useDeleteResults } from './use-delete-results';
import type { Selection } from './use-selection';

/** Actions on the selected runs, as far as permitted; nothing if none are selected. */
export function SelectionBar({ selection, orgSlug }: { selection: Selection; orgSlug: string }) {
  const { askToDelete, isDeleting } = useDeleteResults();
  const { runs } = selection;
  // The newest is first.
  const [newer, older] = runs;
  const own = runs.filter(({ mayDeleteResult }) => mayDeleteResult);
  return (
    <div className={styles.place} role="status">
      {runs.length > 0 && (
        <div className={styles.bar}>
          <span className={styles.count}>{runs.length} selected</span>
          <CombineButton runs={runs} />
          {older !== undefined && newer !== undefined && runs.length === 2 && (
            <LinkButton
              variant="default"
              href={paths.compareRuns(orgSlug, older.runId, newer.runId)}
              leftSection={<IconGitCompare size={16} stroke={1.75} aria-hidden />}
            >
              Compare
            </LinkButton>
          )}
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
