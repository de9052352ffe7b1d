'use client';

import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconHelpCircle, IconLink, IconUsers, IconUserX } from '@tabler/icons-react';
import { Face } from '@/components/command/people-faces';
import { roleWords } from '@/lib/access/grant-words';
import { counted } from '@/lib/base/text/counted';
import type { GroupRow, PersonRow } from '../panel/sharing';
import { AccessOrigin } from './access-origin';
import styles from './access-row.module.css';
import type { RowChanges } from './use-row-changes';

interface AccessRowProps {
  row: PersonRow | GroupRow;
  orgSlug: string | null;
  /** Null for people who may only look. */
  changes: RowChanges | null;
  /** Whether it is the viewer's own row: people can't change their own role. */
  isOwn: boolean;
  onWhy: (() => void) | null;
  /** Sends them the link; null if the viewer may not. */
  onSendLink: (() => void) | null;
}

/** One person who has access: their role, what gives it, and actions. */
export function AccessRow({ row, orgSlug, changes, isOwn, onWhy, onSendLink }: AccessRowProps) {
  const isPending = row.kind === 'person' && row.isPending;
  const mayChange = changes !== null && row.origin.kind === 'here' && !isOwn;
  return (
    <>
      <td className={styles.who}>
        {row.kind === 'person' ? (
          <Face person={{ userId: row.id, name: row.name }} />
        ) : (
          <span className={styles.groupIcon}>
            <IconUsers size={16} stroke={1.75} aria-hidden />
          </span>
        )}
        <span className={styles.names}>
          <span className={styles.name}>
            {row.name}
            {isOwn && ' (you)'}
            {isPending && ' (Pending)'}
          </span>
          <span className={styles.byWhat}>
            <AccessOrigin origin={row.origin} orgSlug={orgSlug} />
          </span>
          <span className={styles.second}>
            {row.kind === 'person' ? (row.email ?? '') : counted(row.userIds.length, 'person', 'people')}
          </span>
        </span>
      </td>
      <td className={styles.origin}>
        <AccessOrigin origin={row.origin} orgSlug={orgSlug} />
      </td>
      <td className={styles.role}>
        {mayChange && changes.hasRoles ? (
          <NativeSelect
            size="xs"
            aria-label={`Role of ${row.name}`}
            classNames={{ input: styles.select ?? '' }}
            value={row.role}
            onChange={(event) =>
              changes.changeRole(row, event.currentTarget.value === 'admin' ? 'admin' : 'runner')
            }
            data={[
              { value: 'runner', label: roleWords.runner },
              { value: 'admin', label: roleWords.admin },
            ]}
          />
        ) : (
          roleWords[row.role]
        )}
      </td>
      <td className={styles.actions}>
        {onWhy !== null && !isPending && (
          <ActionIcon size={28} title="Why" aria-label={`Why ${row.name} has this`} onClick={onWhy}>
            <IconHelpCircle size={16} stroke={1.75} />
          </ActionIcon>
        )}
        {onSendLink !== null && !isOwn && !isPending && (
          <ActionIcon
            size={28}
            title="Send link"
            aria-label={`Send link to ${row.name}`}
            onClick={onSendLink}
          >
            <IconLink size={16} stroke={1.75} />
          </ActionIcon>
        )}
        {mayChange && (
          <ActionIcon
            size={28}
            className={styles.taking}
            title="Unshare"
            aria-label={`Unshare with ${row.name}`}
            onClick={() => changes.unshare(row)}
          >
            <IconUserX size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </td>
    </>
  );
}
