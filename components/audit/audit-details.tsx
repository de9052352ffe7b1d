'use client';

import { Button } from '@mantine/core';
import type { AuditFilters } from './audit-address';
import styles from './audit-list.module.css';
import { type ChangedKey, changesOf } from './audit-words';
import type { AuditEvent } from './use-audit';

interface AuditDetailsProps {
  id: string;
  event: AuditEvent;
  onNarrow: (changes: Partial<AuditFilters>) => void;
}

/** What an event changed, where it came from, and the ways to others like it. */
export function AuditDetails({ id, event, onNarrow }: AuditDetailsProps) {
  const { userId, userName, action, subjectType, subjectId, isPrivate, requestId, address } = event;
  const changes = changesOf(event);
  return (
    <div id={id} className={styles.details}>
      {changes.length > 0 ? (
        <Changes changes={changes} />
      ) : (
        <p className={styles.nothing}>
          {isPrivate
            ? 'The command is its creator’s own: that something was done stands here, what it was does not.'
            : 'There is no more to it than that.'}
        </p>
      )}
      <p className={styles.facts}>
        <span>
          {action} · {subjectType} {subjectId}
        </span>
        <span>{event.at}</span>
        {address !== null && <span>From {address}</span>}
        {requestId !== null && <span>Request {requestId}</span>}
      </p>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onNarrow({ about: subjectType, id: subjectId })}
        >
          All about this
        </Button>
        {userId !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onNarrow({ person: userId })}>
            All by {userName ?? userId}
          </Button>
        )}
      </div>
    </div>
  );
}

function Changes({ changes }: { changes: readonly ChangedKey[] }) {
  return (
    <table className={styles.changes} aria-label="What changed">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ key, before, after }) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td className={styles.value}>{before ?? ''}</td>
            <td className={styles.value}>{after ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
