'use client';

import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import styles from '../library-view.module.css';

/** Nothing matches the search, or the selected folder is empty. */
export function NothingFound({ search, onShowAll }: { search: string; onShowAll: () => void }) {
  return (
    <div className={styles.card}>
      <EmptyNotice
        icon={<IconSearchOff size={22} stroke={1.75} />}
        title={search === '' ? 'This folder is empty' : 'No commands match this search'}
        action={
          <Button variant="default" onClick={onShowAll}>
            Show all commands
          </Button>
        }
      >
        {search === ''
          ? 'Drag a command onto a folder, or choose Move to a folder in its menu.'
          : `No name, source, folder, or description has “${search}”.`}
      </EmptyNotice>
    </div>
  );
}
