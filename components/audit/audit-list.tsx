'use client';

import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import { wordsOfEvent } from '@/lib/contract/audit/action-words';
import type { AuditFilters } from './audit-address';
import { AuditDetails } from './audit-details';
import styles from './audit-list.module.css';
import { outcomeOf, valuesOf } from './audit-row-words';
import { subjectOf, subjectWords } from './audit-words';
import type { AuditEvent } from './use-audit';

interface AuditListProps {
  org: { orgId: string; slug: string };
  events: readonly AuditEvent[];
  onNarrow: (changes: Partial<AuditFilters>) => void;
}

/** A list of events, latest first; each expands to show what it changed. */
export function AuditList({ org, events, onNarrow }: AuditListProps) {
  return (
    <ol className={styles.list} aria-label="Events">
      {events.map((event) => (
        <AuditRow key={event.auditEventId} org={org} event={event} onNarrow={onNarrow} />
      ))}
    </ol>
  );
}

interface AuditRowProps {
  org: AuditListProps['org'];
  event: AuditEvent;
  onNarrow: (changes: Partial<AuditFilters>) => void;
}

function AuditRow({ org, event, onNarrow }: AuditRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const outcome = outcomeOf(event);
  const subject = subjectOf(event);
  const values = valuesOf(event, subject);
  return (
    <li className={styles.row}>
      <UnstyledButton
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight className={styles.chevron} size={16} stroke={1.75} aria-hidden />
        <span className={styles.when}>
          <Moment at={event.at} as="short" />
        </span>
        <span className={styles.who}>{event.userName ?? 'Pushboard'}</span>
        <span className={styles.what}>{wordsOfEvent(event)}</span>
        <span className={styles.about}>
          <span className={styles.kind}>{subjectWords[event.subjectType] ?? event.subjectType}</span>{' '}
          {subject}
          {values !== '' && <span className={styles.values}>{values}</span>}
        </span>
        <span className={styles.outcome}>{outcome !== null && <StatusPill {...outcome} />}</span>
      </UnstyledButton>
      {isOpen && <AuditDetails id={id} event={event} org={org} onNarrow={onNarrow} />}
    </li>
  );
}
