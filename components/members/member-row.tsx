'use client';

import { Button, NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { type Ref, useState } from 'react';
import { Face } from '@/components/command/people-faces';
import { Chip } from '@/components/ui/text/chip';
import { Marked } from '@/components/ui/text/marked';
import { paths } from '@/lib/base/paths';
import styles from './member-list.module.css';
import type { ChangeMember } from './use-change-member';
import { type Member, nameOf, type TeamOwner } from './use-members';

interface MemberRowProps {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  member: Member;
  owner: TeamOwner;
  terms: readonly string[];
  change: ChangeMember;
}

const roleWords = { admin: 'Admin', member: 'Member' } as const;

/** One person: their name, their role, and what an admin can do. */
export function MemberRow({ ref, index, member, owner, terms, change }: MemberRowProps) {
  const [isChanging, setChanging] = useState(false);
  const { userId, name, email, role, isDeleted, isNew, isServiceAccount } = member;
  const isOwn = userId === owner.userId;
  const mayChange = owner.isAdmin && !isOwn;
  const hold = async (work: Promise<void>) => {
    setChanging(true);
    await work;
    setChanging(false);
  };
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      aria-label={nameOf(member)}
      className={styles.row}
      data-deleted={isDeleted}
    >
      <td className={styles.nameCell}>
        <Face person={member} />
        <Link href={paths.member(owner.org.slug, userId)} prefetch={false} className={styles.name}>
          <Marked text={nameOf(member)} terms={terms} />
        </Link>
        {isOwn && <span className={styles.you}>You</span>}
        {isServiceAccount && <Chip>Service account</Chip>}
        {isNew && !isDeleted && <Chip>NEW</Chip>}
        {isDeleted && <Chip kind="caution">DELETED</Chip>}
      </td>
      <td className={styles.role}>
        {mayChange && !isDeleted && !isServiceAccount && !owner.hasDirectory ? (
          <NativeSelect
            size="xs"
            aria-label={`Role of ${name}`}
            value={role}
            disabled={isChanging}
            data={Object.entries(roleWords).map(([value, label]) => ({ value, label }))}
            onChange={(event) =>
              void hold(change.role(member, event.currentTarget.value === 'admin' ? 'admin' : 'member'))
            }
          />
        ) : (
          roleWords[role]
        )}
      </td>
      <td className={styles.email}>{email ?? '—'}</td>
      <td className={styles.actions}>
        {mayChange && (
          <Button
            variant="default"
            size="compact-sm"
            loading={isChanging}
            aria-label={`${isDeleted ? 'Restore' : 'Remove'} ${name}`}
            onClick={() => void hold(isDeleted ? change.restore(member) : change.remove(member))}
          >
            {isDeleted ? 'Restore' : 'Remove'}
          </Button>
        )}
      </td>
    </tr>
  );
}
