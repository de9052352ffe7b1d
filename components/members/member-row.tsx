'use client';

import { Button, NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { type Ref, useState } from 'react';
import { Face } from '@/components/command/people-faces';
import { Chip } from '@/components/ui/text/chip';
import { Marked } from '@/components/ui/text/marked';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import type { ChangeMember } from './change/use-change-member';
import type { Invitation } from './change/use-invitation';
import styles from './member-list.module.css';
import { type Member, nameOf, standingWord, type TeamOwner } from './use-members';

const STANDING_TITLE =
  'Their highest role on any command. People become engineers when a command or folder is shared with them as engineers.';

interface MemberRowProps {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  member: Member;
  owner: TeamOwner;
  terms: readonly string[];
  change: ChangeMember;
  invitation: Invitation;
}

/** One person: their name, their role, their groups, and what an admin can do. */
export function MemberRow({ ref, index, member, owner, terms, change, invitation }: MemberRowProps) {
  const [changing, setChanging] = useState<'revoke' | 'other' | null>(null);
  const isChanging = changing !== null;
  const { userId, name, email, role, groups, lastActiveAt } = member;
  const { isDeleted, isPending, isRevoked, isNew, isServiceAccount } = member;
  const isOwn = userId === owner.userId;
  const mayChange = owner.isAdmin && !isOwn;
  const hold = async (work: Promise<void>, what: 'revoke' | 'other' = 'other') => {
    setChanging(what);
    await work;
    setChanging(null);
  };
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      aria-label={nameOf(member)}
      className={styles.row}
      data-deleted={isDeleted}
      data-pending={isPending || undefined}
    >
      <td className={styles.nameCell}>
        <Face person={member} />
        <Link href={paths.member(owner.org.slug, userId)} prefetch={false} className={styles.name}>
          <Marked text={nameOf(member)} terms={terms} />
        </Link>
        {isOwn && <span className={styles.you}>You</span>}
        {isServiceAccount && <Chip>Service account</Chip>}
        {isNew && !isDeleted && <Chip>NEW</Chip>}
        {isDeleted && <Chip kind="caution">{isRevoked ? 'INVITATION REVOKED' : 'DELETED'}</Chip>}
      </td>
      <td className={styles.role}>
        {mayChange && !isDeleted && !isServiceAccount && !owner.hasDirectory ? (
          <NativeSelect
            className={styles.choice ?? ''}
            size="xs"
            aria-label={`Role of ${name}`}
            value={role}
            disabled={isChanging}
            data={[
              { value: 'admin', label: 'Admin' },
              { value: 'member', label: 'Member' },
            ]}
            onChange={(event) =>
              void hold(change.role(member, event.currentTarget.value === 'admin' ? 'admin' : 'member'))
            }
          />
        ) : (
          <span>{role === 'admin' ? 'Admin' : 'Member'}</span>
        )}
        {role === 'member' && !isDeleted && (
          <span className={styles.standing} title={STANDING_TITLE}>
            {standingWord(member)}
          </span>
        )}
      </td>
      <td className={styles.groups} data-none={!groups?.length || undefined}>
        {groups?.join(', ') || '—'}
      </td>
      <td className={styles.email}>{email ?? '—'}</td>
      {owner.isAdmin && (
        <td className={styles.active}>
          {lastActiveAt === null ? '—' : <Moment at={lastActiveAt} as="ago" />}
        </td>
      )}
      <td className={styles.actions}>
        {mayChange &&
          (isPending ? (
            <>
              <Button
                variant="default"
                size="compact-sm"
                loading={changing === 'other'}
                disabled={changing === 'revoke'}
                aria-label={owner.sendsMail ? `Resend the invitation of ${name}` : `Copy link of ${name}`}
                onClick={() =>
                  void hold(owner.sendsMail ? invitation.resend(member) : invitation.copyLink(member))
                }
              >
                {owner.sendsMail ? 'Resend' : 'Copy link'}
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                className={styles.taking}
                loading={changing === 'revoke'}
                disabled={changing === 'other'}
                aria-label={`Revoke the invitation of ${name}`}
                onClick={() => void hold(change.revoke(member), 'revoke')}
              >
                Revoke
              </Button>
            </>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              className={isDeleted ? undefined : styles.taking}
              loading={isChanging}
              aria-label={`${isDeleted ? 'Restore' : 'Remove'} ${name}`}
              onClick={() => void hold(isDeleted ? change.restore(member) : change.remove(member))}
            >
              {isDeleted ? 'Restore' : 'Remove'}
            </Button>
          ))}
      </td>
    </tr>
  );
}
