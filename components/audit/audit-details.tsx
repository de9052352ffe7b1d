'use client';

import { Button } from '@mantine/core';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { LinkButton } from '@/components/ui/layout/link-button';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { paths } from '@/lib/base/paths';
import type { AuditFilters } from './audit-address';
import styles from './audit-list.module.css';
import { AuditRun } from './audit-run';
import { wordsOfKey } from './audit-value-words';
import { type ChangedKey, changesOf, runIdOf, subjectWords } from './audit-words';
import type { AuditEvent } from './use-audit';

interface AuditDetailsProps {
  id: string;
  event: AuditEvent;
  org: { orgId: string; slug: string };
  onNarrow: (changes: Partial<AuditFilters>) => void;
}

/** What an event changed, where it came from, and links to similar events. */
export function AuditDetails({ id, event, org, onNarrow }: AuditDetailsProps) {
  const { userId, userName, action, subjectType, subjectId, isPrivate, requestId, address } = event;
  const runId = runIdOf(event);
  const kind = (subjectWords[subjectType] ?? subjectType.replaceAll('_', ' ')).toLowerCase();
  // The run itself shows which one it was.
  const changes = changesOf(event).filter(({ key }) => key !== 'run_id');
  return (
    <div id={id} className={styles.details}>
      {changes.length > 0 && <Changes changes={changes} />}
      {runId !== null && <AuditRun orgId={org.orgId} runId={runId} />}
      {changes.length === 0 && runId === null && (
        <EmptyLine>
          {isPrivate
            ? 'Only the creator can see this command, so the log shows that something was done, but not what.'
            : 'Nothing else was recorded.'}
        </EmptyLine>
      )}
      <p className={styles.facts}>
        <span>
          Recorded as{' '}
          <code>
            {action} of {subjectType} {subjectId}
          </code>
        </span>
        <span>
          At <code>{event.at}</code>
        </span>
        {address !== null && (
          <span>
            From <code>{address}</code>
          </span>
        )}
        {requestId !== null && (
          <span>
            Request <code>{requestId}</code>
          </span>
        )}
      </p>
      <div className={styles.actions}>
        {runId !== null && (
          <LinkButton
            variant="default"
            size="compact-sm"
            href={`${paths.history(org.slug)}?panel=${panelAddress({ kind: 'run', runId })}`}
          >
            Look at run {runId}
          </LinkButton>
        )}
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onNarrow({ about: subjectType, id: subjectId })}
        >
          Events for this {kind}
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
            <th scope="row">{wordsOfKey(key)}</th>
            <td className={styles.value}>{before ?? ''}</td>
            <td className={styles.value}>{after ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
