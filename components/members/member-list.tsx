'use client';

import { VisuallyHidden } from '@mantine/core';
import { useWindowRows } from '@/components/ui/table/use-window-rows';
import { useChangeMember } from './change/use-change-member';
import { useInvitation } from './change/use-invitation';
import styles from './member-list.module.css';
import { MemberRow } from './member-row';
import type { Member, TeamOwner } from './use-members';

interface MemberListProps {
  members: readonly Member[];
  owner: TeamOwner;
  /** The search text, in lowercase. */
  term: string;
}

const ROW_HEIGHT = 45;

const ACTIVE_TITLE = 'When they last ran, changed, or answered something here, themselves or by a program.';

/** People as a table with one row each, of which only visible ones are rendered; on a phone each is a card. */
export function MemberList({ members, owner, term }: MemberListProps) {
  const change = useChangeMember(owner.org);
  const invitation = useInvitation(owner.org.orgId);
  const { bodyRef, bodyStyle, rowRef, drawn } = useWindowRows({
    rows: members,
    keyOf: ({ userId }) => userId,
    rowHeight: ROW_HEIGHT,
  });
  return (
    <table
      aria-label="Users"
      aria-rowcount={members.length + 1}
      className={styles.table}
      data-admin={owner.isAdmin || undefined}
    >
      <thead className={styles.block}>
        <tr aria-rowindex={1} className={styles.head}>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Groups</th>
          <th scope="col">Email</th>
          {owner.isAdmin && (
            <th scope="col" title={ACTIVE_TITLE}>
              Last active
            </th>
          )}
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody ref={bodyRef} className={styles.block} style={bodyStyle}>
        {drawn.map(({ row, index, key }) => (
          <MemberRow
            key={key}
            ref={rowRef}
            index={index}
            member={row}
            owner={owner}
            terms={term === '' ? [] : [term]}
            change={change}
            invitation={invitation}
          />
        ))}
      </tbody>
    </table>
  );
}
