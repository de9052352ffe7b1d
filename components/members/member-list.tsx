'use client';

import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './member-list.module.css';
import { MemberRow } from './member-row';
import { useChangeMember } from './use-change-member';
import type { Member, TeamOwner } from './use-members';

interface MemberListProps {
  members: readonly Member[];
  owner: TeamOwner;
  /** What was searched for, in lower case. */
  term: string;
}

const ROW_HEIGHT = 45;
/** What the server draws, before anybody knows how large the window is. */
const FIRST_VIEW = { width: 1440, height: 900 };

/** People as a table with one row each, of which only those in sight are drawn; on a phone each is a card. */
export function MemberList({ members, owner, term }: MemberListProps) {
  const change = useChangeMember(owner.org.orgId);
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, []);
  const rows = useWindowVirtualizer({
    count: members.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin,
    initialRect: FIRST_VIEW,
    getItemKey: (index) => members[index]?.userId ?? index,
  });
  return (
    <table aria-label="Users" aria-rowcount={members.length + 1} className={styles.table}>
      <thead className={styles.block}>
        <tr aria-rowindex={1} className={styles.head}>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">E-mail</th>
          <th scope="col">
            <span className={styles.unseen}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} className={styles.body} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const member = members[index];
          return member === undefined ? null : (
            <MemberRow
              key={key}
              ref={rows.measureElement}
              index={index}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              member={member}
              owner={owner}
              terms={term === '' ? [] : [term]}
              change={change}
            />
          );
        })}
      </tbody>
    </table>
  );
}
