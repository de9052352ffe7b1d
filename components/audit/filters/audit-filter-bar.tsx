'use client';

import { Button, NativeSelect, Popover } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { usePerson } from '@/components/command/found-people';
import { PersonSelect } from '@/components/command/person-select';
import { DayField } from '@/components/ui/calendar/day-field';
import add from '@/components/ui/filters/add-filter.module.css';
import { dayPresets } from '@/components/ui/filters/day-presets';
import { FilterChip } from '@/components/ui/filters/filter-chip';
import { Presets } from '@/components/ui/filters/presets';
import { wordsOfAction } from '@/lib/contract/audit/action-words';
import type { AuditFilters } from '../audit-address';
import { subjectOf, subjectWords } from '../audit-words';
import { type AuditEvent, useAuditActions } from '../use-audit';
import { AboutField, useAboutChoices } from './about-field';
import { auditChips } from './audit-chips';
import styles from './audit-filter-bar.module.css';

interface AuditFilterBarProps {
  orgId: string;
  filters: AuditFilters;
  /** The events that are listed, which know the names of what they are about. */
  events: readonly AuditEvent[];
  onChange: (changes: Partial<AuditFilters>) => void;
}

const anything = { value: '', label: 'Anything' };

/** The filters of the log: those that people use most, removable chips, and all of them in a popover. They combine. */
export function AuditFilterBar({ orgId, filters, events, onChange }: AuditFilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const who = usePerson(orgId, filters.person || null).data;
  const aboutName = useAboutName(orgId, filters, events);
  return (
    <search className={styles.bar}>
      <Presets label="Common filters" presets={dayPresets(filters, onChange)} />
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            className={add.button}
            leftSection={<IconFilterPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            <span className={add.words}>Add filter</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filters">
          <AuditFilterForm orgId={orgId} filters={filters} aboutName={aboutName} onChange={onChange} />
        </Popover.Dropdown>
      </Popover>
      {/* Last: what opens next to the button would move with each chip before it. */}
      {auditChips(filters, { person: who?.name, about: aboutName }).map(({ words, remove }) => (
        <FilterChip key={words} onRemove={() => onChange(remove)}>
          {words}
        </FilterChip>
      ))}
    </search>
  );
}

interface AuditFilterFormProps extends Omit<AuditFilterBarProps, 'events'> {
  /** The name of what the events are about, as far as it is known. */
  aboutName: string | undefined;
}

/** The name of the one thing or person that the filters are about; undefined if it isn't known. */
function useAboutName(
  orgId: string,
  { about, id }: AuditFilters,
  events: readonly AuditEvent[],
): string | undefined {
  const person = usePerson(orgId, about === 'member' ? id || null : null).data;
  const choices = useAboutChoices(orgId, id === '' ? '' : about);
  if (id === '') return undefined;
  const event = events.find((each) => each.subjectType === about && each.subjectId === id);
  if (event !== undefined) return subjectOf(event);
  return person?.name ?? choices?.find(({ value }) => value === id)?.label;
}

/** Each filter applies as it is chosen. */
function AuditFilterForm({ orgId, filters, aboutName, onChange }: AuditFilterFormProps) {
  const actions = useAuditActions(orgId);
  const kinds = Object.entries(subjectWords).map(([value, label]) => ({ value, label: label ?? value }));
  return (
    <div className={styles.form}>
      <PersonSelect
        orgId={orgId}
        userId={filters.person || null}
        onChange={(person) => onChange({ person: person ?? '' })}
      />
      <NativeSelect
        label="Action"
        data={[anything, ...actions.map((value) => ({ value, label: wordsOfAction(value) }))]}
        value={filters.action}
        onChange={(event) => onChange({ action: event.currentTarget.value })}
      />
      <NativeSelect
        label="About"
        data={[anything, ...kinds]}
        value={filters.about}
        onChange={(event) => onChange({ about: event.currentTarget.value, id: '' })}
      />
      {filters.about !== '' && filters.about !== 'org' && (
        <AboutField
          orgId={orgId}
          about={filters.about}
          id={filters.id}
          knownName={aboutName}
          onChange={(id) => onChange({ id })}
        />
      )}
      <div className={styles.days}>
        <DayField
          isInPopover
          label="From"
          day={filters.since}
          maximum={filters.until || undefined}
          onChange={(since) => onChange({ since })}
        />
        <DayField
          isInPopover
          label="To"
          day={filters.until}
          minimum={filters.since || undefined}
          onChange={(until) => onChange({ until })}
        />
      </div>
    </div>
  );
}
