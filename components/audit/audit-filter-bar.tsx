'use client';

import { Button, NativeSelect, Select } from '@mantine/core';
import { DayField } from '@/components/ui/calendar/day-field';
import { type AuditFilters, noFilters } from './audit-address';
import styles from './audit-filter-bar.module.css';
import { subjectWords, wordsOfAction } from './audit-words';
import { useAuditChoices } from './use-audit';

interface AuditFilterBarProps {
  orgId: string;
  filters: AuditFilters;
  onChange: (changes: Partial<AuditFilters>) => void;
}

const anything = { value: '', label: 'Anything' };

/** The filters of the log: who, what, subject, and when. They combine. */
export function AuditFilterBar({ orgId, filters, onChange }: AuditFilterBarProps) {
  const { members, actions } = useAuditChoices(orgId);
  const isNarrowed = Object.values(filters).some((value) => value !== '');
  const kinds = Object.entries(subjectWords).map(([value, label]) => ({ value, label: label ?? value }));
  return (
    <search className={styles.bar}>
      <Select
        className={styles.person}
        label="Person"
        placeholder="Anyone"
        data={members.map(({ userId, name, email }) => ({
          value: userId,
          label: email === null ? name : `${name} · ${email}`,
        }))}
        limit={50}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Anyone' }}
        nothingFoundMessage="No one by that name"
        value={filters.person === '' ? null : filters.person}
        onChange={(person) => onChange({ person: person ?? '' })}
      />
      <NativeSelect
        className={styles.choice}
        label="Action"
        data={[anything, ...actions.map((value) => ({ value, label: wordsOfAction(value) }))]}
        value={filters.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.choice}
        label="About"
        data={[anything, ...kinds]}
        value={filters.about}
        onChange={(event) => onChange({ about: event.currentTarget.value, id: '' })}
      />
      <DayField
        className={styles.day}
        label="From"
        day={filters.since}
        maximum={filters.until || undefined}
        onChange={(since) => onChange({ since })}
      />
      <DayField
        className={styles.day}
        label="To"
        day={filters.until}
        minimum={filters.since || undefined}
        onChange={(until) => onChange({ until })}
      />
      {isNarrowed && (
        <Button variant="subtle" color="gray" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
    </search>
  );
}
