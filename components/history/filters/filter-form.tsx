'use client';

import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DayField } from '@/components/ui/calendar/day-field';
import { type HistoryFilters, type StatusChoice, statusChoices } from '../history-address';
import { statusNames } from './filter-chips';
import styles from './filter-form.module.css';

type FormFilters = Pick<HistoryFilters, 'status' | 'command' | 'person' | 'values' | 'since' | 'until'>;

interface FilterFormProps {
  filters: HistoryFilters;
  onApply: (filters: FormFilters) => void;
}

/** All filters of the history at once; they combine. */
export function FilterForm({ filters, onApply }: FilterFormProps) {
  const { status, command, person, values, since, until } = filters;
  const [chosen, setChosen] = useState<FormFilters>({ status, command, person, values, since, until });
  const text = (key: 'command' | 'person' | 'values') => ({
    value: chosen[key],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setChosen((before) => ({ ...before, [key]: value }));
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(chosen);
      }}
    >
      <Checkbox.Group
        label="Status"
        value={chosen.status}
        onChange={(next) => setChosen((before) => ({ ...before, status: next as StatusChoice[] }))}
      >
        <div className={styles.choices}>
          {statusChoices.map((choice) => (
            <Checkbox key={choice} value={choice} label={statusNames[choice]} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label="Command"
        placeholder="Part of its name"
        maxLength={200}
        data-autofocus
        {...text('command')}
      />
      <TextInput label="Person" placeholder="Part of their name" maxLength={200} {...text('person')} />
      <TextInput label="Values" placeholder="Part of a name or value" maxLength={400} {...text('values')} />
      <div className={styles.days}>
        <DayField
          isInPopover
          label="Since"
          day={chosen.since}
          maximum={chosen.until || undefined}
          onChange={(day) => setChosen((before) => ({ ...before, since: day }))}
        />
        <DayField
          isInPopover
          label="Until"
          day={chosen.until}
          minimum={chosen.since || undefined}
          onChange={(day) => setChosen((before) => ({ ...before, until: day }))}
        />
      </div>
      <Button type="submit">Apply</Button>
    </form>
  );
}
