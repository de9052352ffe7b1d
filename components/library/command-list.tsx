'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './command-list.module.css';
import { CommandRow } from './command-row';
import type { CommandSummary } from './use-library';
import type { LibraryActions } from './use-library-actions';

interface CommandListProps {
  commands: readonly CommandSummary[];
  org: { orgId: string; slug: string };
  actions: LibraryActions;
  terms: readonly string[];
  onLikelyOpen: (command: CommandSummary) => void;
}

const ROW_HEIGHT = 45;
/** What the server draws, before anybody knows how large the window is. */
const FIRST_VIEW = { width: 1440, height: 900 };

/**
 * Commands as a table with one row each; on a phone each is a card of its own. Only the rows in sight are
 * drawn, so thousands scroll as smoothly as ten.
 */
export function CommandList({ commands, org, actions, terms, onLikelyOpen }: CommandListProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const rows = useWindowVirtualizer({
    count: commands.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin,
    initialRect: FIRST_VIEW,
    getItemKey: (index) => commands[index]?.commandId ?? index,
  });
  return (
    <table aria-label="Commands" aria-rowcount={commands.length + 1} className={styles.table}>
      <thead className={styles.block}>
        <tr aria-rowindex={1} className={styles.head}>
          <th scope="col">Name</th>
          <th scope="col">Source</th>
          <th scope="col">Who Can Access?</th>
          <th scope="col">Last run</th>
        </tr>
      </thead>
      <tbody ref={body} className={styles.body} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const command = commands[index];
          return command === undefined ? null : (
            <CommandRow
              key={key}
              ref={rows.measureElement}
              index={index}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              command={command}
              org={org}
              actions={actions}
              terms={terms}
              onLikelyOpen={() => onLikelyOpen(command)}
            />
          );
        })}
      </tbody>
    </table>
  );
}
