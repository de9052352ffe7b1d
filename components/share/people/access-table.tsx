'use client';

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import type { GroupRow, PersonRow } from '../panel/sharing';
import { AccessRow } from './access-row';
import styles from './access-table.module.css';
import type { RowChanges } from './use-row-changes';

type Row = PersonRow | GroupRow;

interface AccessTableProps {
  title: 'Teammates' | 'Groups';
  rows: readonly Row[];
  /** The text for an empty list. */
  none: string;
  orgSlug: string | null;
  viewerId: string;
  changes: RowChanges | null;
  onWhy: ((userId: string) => void) | null;
  onSendLink: ((row: Row) => void) | null;
}

/** On a phone a long name takes more lines, and its row grows. */
const ROW_HEIGHT = 51;

/**
 * The people who have access, with a search. Only visible rows are rendered, so thousands scroll as smoothly as ten.
 */
export function AccessTable({
  title,
  rows,
  none,
  orgSlug,
  viewerId,
  changes,
  onWhy,
  onSendLink,
}: AccessTableProps) {
  const [search, setSearch] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const text = search.trim().toLowerCase();
  const shown = text === '' ? rows : rows.filter((row) => isFound(row, text));
  const drawn = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    getItemKey: (index) => shown[index]?.id ?? index,
  });
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          {title} <span className={styles.count}>{rows.length.toLocaleString('en-US')}</span>
        </h3>
        <TextInput
          size="xs"
          className={styles.search}
          aria-label={`Search ${title.toLowerCase()}`}
          placeholder={title === 'Teammates' ? 'Name or email' : 'Name'}
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyLine>{rows.length === 0 ? none : 'No one by that name.'}</EmptyLine>
      ) : (
        <div ref={frame} className={styles.frame}>
          <table className={styles.table} aria-label={title} aria-rowcount={shown.length}>
            <thead className={styles.unseen}>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Access through</th>
                <th scope="col">Role</th>
                <th scope="col">Actions</th>
              </tr>
            </thead>
            <tbody className={styles.body} style={{ height: drawn.getTotalSize() }}>
              {drawn.getVirtualItems().map(({ index, key, start }) => {
                const row = shown[index];
                if (row === undefined) return null;
                const foreseen = changes === null ? row : changes.foreseen(row);
                return (
                  <tr
                    key={key}
                    className={styles.row}
                    aria-rowindex={index + 1}
                    aria-label={row.name}
                    data-leaving={foreseen === null}
                    ref={drawn.measureElement}
                    data-index={index}
                    style={{ minHeight: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                  >
                    <AccessRow
                      row={foreseen ?? row}
                      orgSlug={orgSlug}
                      changes={foreseen === null ? null : changes}
                      isOwn={row.kind === 'person' && row.id === viewerId}
                      onSendLink={onSendLink === null ? null : () => onSendLink(row)}
                      onWhy={row.kind === 'person' && onWhy !== null ? () => onWhy(row.id) : null}
                    />
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function isFound(row: Row, text: string): boolean {
  const email = row.kind === 'person' ? (row.email ?? '') : '';
  return row.name.toLowerCase().includes(text) || email.toLowerCase().includes(text);
}
