'use client';

import { memo } from 'react';
import { useCommandsInNeed } from '@/components/command/attention/use-attention';
import { SortHeading } from '@/components/ui/table/sort-heading';
import { useRowKeys } from '@/components/ui/table/use-row-keys';
import { useWindowRows } from '@/components/ui/table/use-window-rows';
import { COLUMN_ORDERS, type LibraryOrder } from '../library-order';
import type { LibraryActions } from '../menus/use-library-actions';
import type { CommandSummary } from '../use-library';
import styles from './command-list.module.css';
import { CommandRow } from './command-row';

interface CommandListProps {
  commands: readonly CommandSummary[];
  /** Left out where the list has an order of its own. */
  order?: LibraryOrder;
  onOrder?: (order: LibraryOrder) => void;
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
  order,
  onOrder,
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
  const heading = (name: keyof typeof COLUMN_ORDERS) => {
    if (order === undefined || onOrder === undefined) return <th scope="col">{name}</th>;
    const [first, second] = COLUMN_ORDERS[name];
    const isSorted = order === first || order === second;
    return (
      <SortHeading
        name={name}
        sorted={isSorted ? (order.endsWith('-') ? 'descending' : 'ascending') : null}
        onSort={() => onOrder(order === first ? second : first)}
      />
    );
  };
  return (
    <table aria-label="Commands" aria-rowcount={commands.length + 1} className={styles.table}>
      <thead className={styles.block}>
        <tr aria-rowindex={1} className={styles.head}>
          {heading('Name')}
          <th scope="col">Source</th>
          <th scope="col">Who can access</th>
          {heading('Last run')}
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
