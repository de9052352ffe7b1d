'use client';

import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
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

/** What narrows the log: who, what, about what, and when. They combine. */
export function AuditFilterBar({ orgId, filters, onChange }: AuditFilterBarProps) {
  const { members, actions } = useAuditChoices(orgId);
  const isNarrowed = Object.values(filters).some((value) => value !== '');
  const kinds = Object.entries(subjectWords).map(([value, label]) => ({ value, label: label ?? value }));
  return (
    <search className={styles.bar}>
      <Select
        className={styles.person}
        label="Who"
        placeholder="Anybody"
        data={members.map(({ userId, name, email }) => ({
          value: userId,
          label: email === null ? name : `${name} · ${email}`,
        }))}
        limit={50}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Anybody' }}
        nothingFoundMessage="Nobody has such a name"
        value={filters.person === '' ? null : filters.person}
        onChange={(person) => onChange({ person: person ?? '' })}
      />
      <NativeSelect
        className={styles.choice}
        label="Did what"
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
      <TextInput
        className={styles.day}
        label="From"
        type="date"
        max={filters.until || undefined}
        value={filters.since}
        onChange={(event) => onChange({ since: event.currentTarget.value })}
      />
      <TextInput
        className={styles.day}
        label="To"
        type="date"
        min={filters.since || undefined}
        value={filters.until}
        onChange={(event) => onChange({ until: event.currentTarget.value })}
      />
      {isNarrowed && (
        <Button variant="subtle" color="gray" onClick={() => onChange(noFilters)}>
          Clear
        </Button>
      )}
    </search>
  );
}
