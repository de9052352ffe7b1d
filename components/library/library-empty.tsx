'use client';

import { IconEyeOff, IconSearchOff, IconSquareRoundedPlus } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/empty-notice';
import styles from './library-view.module.css';
import { NewCommandMenu } from './new-command-menu';
import type { LibraryOwner } from './use-library';

/** A library without a command: what to do first, by who one is. */
export function LibraryEmpty({ owner, isHidden }: { owner: LibraryOwner; isHidden: boolean }) {
  if (isHidden) {
    return (
      <div className={styles.card}>
        <EmptyNotice icon={<IconEyeOff size={22} stroke={1.75} />} title="Nothing is hidden">
          What an engineer hides from the library is listed here, and can be restored.
        </EmptyNotice>
      </div>
    );
  }
  return (
    <div className={styles.card}>
      <EmptyNotice
        icon={<IconSquareRoundedPlus size={22} stroke={1.75} />}
        title="You haven't created any buttons yet!"
        action={
          owner.isAdmin ? <NewCommandMenu orgId={owner.org.orgId} label="Create a Button" /> : undefined
        }
      >
        {owner.isAdmin
          ? 'A button runs one routine of a database that you connect.'
          : 'When an engineer shares a command with you, it appears here.'}
      </EmptyNotice>
    </div>
  );
}

/** Nothing fits the search, or the folder that was chosen holds nothing. */
export function NothingFound({ search }: { search: string }) {
  return (
    <div className={styles.card}>
      <EmptyNotice
        icon={<IconSearchOff size={22} stroke={1.75} />}
        title={search === '' ? 'Nothing is in here yet' : 'No command fits this search'}
      >
        {search === ''
          ? 'Drag a command onto a folder, or choose Move to a folder in its menu.'
          : `Nothing here has a name, a source or a folder that fits “${search}”.`}
      </EmptyNotice>
    </div>
  );
}
