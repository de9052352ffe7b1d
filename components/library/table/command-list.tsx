'use client';

import { memo } from 'react';
import { useCommandsInNeed } from '@/components/command/attention/use-attention';
import { useRowKeys } from '@/components/ui/table/use-row-keys';
import { useWindowRows } from '@/components/ui/table/use-window-rows';
import type { LibraryActions } from '../menus/use-library-actions';
import type { CommandSummary } from '../use-library';
import styles from './command-list.module.css';
import { CommandRow } from './command-row';

interface CommandListProps {
  commands: readonly CommandSummary[];
  org: { orgId: string; slug: string };
  actions: LibraryActions;
  terms: readonly string[];
  onLikelyOpen: (command: CommandSummary) => void;
  /** Whether it lists several folders, so that each row says where it is. */
  showsFolders: boolean;
}

const ROW_HEIGHT = 49;

/**
 * Commands as a table with one row each; on a phone each is a card. Only visible rows are rendered, so thousands scroll
 * as smoothly as ten, and no row re-renders while someone types a search.
 */
export const CommandList = memo(function CommandList({
  commands,
  org,
  actions,
  terms,
  onLikelyOpen,
  showsFolders,
}: CommandListProps) {
  const onKeyDown = useRowKeys();
  const inNeed = useCommandsInNeed(org.orgId);
  const { bodyRef, bodyStyle, rowRef, drawn } = useWindowRows({
    rows: commands,
    keyOf: ({ commandId }) => commandId,
    rowHeight: ROW_HEIGHT,
  });
  return (
    <table aria-label="Commands" aria-rowcount={commands.length + 1} className={styles.table}>
      <thead className={styles.block}>
        <tr aria-rowindex={1} className={styles.head}>
          <th scope="col">Name</th>
          <th scope="col">Source</th>
          <th scope="col">Who can access</th>
          <th scope="col">Last run</th>
        </tr>
      </thead>
      <tbody ref={bodyRef} className={styles.block} style={bodyStyle} onKeyDown={onKeyDown}>
        {drawn.map(({ row, index, key }) => (
          <CommandRow
            key={key}
            ref={rowRef}
            index={index}
            command={row}
            org={org}
            actions={actions}
            terms={terms}
            onLikelyOpen={onLikelyOpen}
            showsFolder={showsFolders}
            needsAttention={inNeed.has(row.commandId)}
          />
        ))}
      </tbody>
    </table>
  );
});
