'use client';

import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { OnlyShared } from '@/components/command/only-shared';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import styles from '../library-view.module.css';
import type { LibraryOwner } from '../use-library';

interface NothingFoundProps {
  owner: LibraryOwner;
  search: string;
  onShowAll: () => void;
}

/** Nothing matches the search, or the selected folder is empty. */
export default function NothingFound({ owner, search, onShowAll }: NothingFoundProps) {
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
        {!owner.isAdmin && (
          <>
            {' '}
            <OnlyShared orgId={owner.org.orgId} />
          </>
        )}
      </EmptyNotice>
    </div>
  );
}
