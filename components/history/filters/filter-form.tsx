'use client';

import { Checkbox, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { PersonSelect } from '@/components/command/person-select';
import { ThingSelect } from '@/components/command/pickers/thing-select';
import type { CommandChoice } from '@/components/command/pickers/use-command-choices';
import { DayField } from '@/components/ui/calendar/day-field';
import { type HistoryFilters, type StatusChoice, statusChoices } from '../history-address';
import { SEARCH_DEBOUNCE_MS } from '../use-history-address';
import { statusNames } from './filter-chips';
import styles from './filter-form.module.css';
import { chosenId, withChosen } from './picked-filters';

interface FilterFormProps {
  orgId: string;
  filters: HistoryFilters;
  commands: readonly CommandChoice[];
  /** The names of commands and people, by the filters that pick them. */
  names: ReadonlyMap<string, string>;
  onChange: (changes: Partial<HistoryFilters>) => void;
}

/** All filters of the history at once; they combine, and each applies as it is chosen. */
export function FilterForm({ orgId, filters, commands, names, onChange }: FilterFormProps) {
  const { status, since, until, filter } = filters;
  const userId = chosenId(filter, 'user_id');
  return (
    <div className={styles.form}>
      <Checkbox.Group
        label="Status"
        value={status}
        onChange={(next) => onChange({ status: next as StatusChoice[] })}
      >
        <div className={styles.choices}>
          {statusChoices.map((choice) => (
            <Checkbox key={choice} value={choice} label={statusNames[choice]} />
          ))}
        </div>
      </Checkbox.Group>
      <ThingSelect
        kind="command"
        data={commands}
        value={chosenId(filter, 'kit_id')}
        onChange={(id) => onChange({ filter: withChosen(filter, 'kit_id', id) })}
      />
      <PersonSelect
        orgId={orgId}
        userId={userId}
        knownName={names.get(`user_id:${userId}`)}
        onChange={(id) => onChange({ filter: withChosen(filter, 'user_id', id) })}
      />
      <ValuesField text={filters.values} onChange={(values) => onChange({ values })} />
      <div className={styles.days}>
        <DayField
          isInPopover
          label="Since"
          day={since}
          maximum={until || undefined}
          onChange={(day) => onChange({ since: day })}
        />
        <DayField
          isInPopover
          label="Until"
          day={until}
          minimum={since || undefined}
          onChange={(day) => onChange({ until: day })}
        />
      </div>
      <fieldset className={styles.also}>
        <legend className={styles.legend}>List these, too</legend>
        <Switch
          size="xs"
          label="Dropdown runs"
          description="They loaded the options of a dropdown"
          checked={filters.dropdowns}
          onChange={(event) => onChange({ dropdowns: event.currentTarget.checked })}
        />
        <Switch
          size="xs"
          label="Startup runs"
          description="They ran because someone opened the organization"
          checked={filters.startup}
          onChange={(event) => onChange({ startup: event.currentTarget.checked })}
        />
      </fieldset>
    </div>
  );
}

/** Applies a moment after the last key. */
function ValuesField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const apply = useDebouncedCallback(onChange, { delay: SEARCH_DEBOUNCE_MS, flushOnUnmount: true });
  return (
    <TextInput
      label="Values"
      placeholder="Part of a name or value"
      maxLength={400}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
    />
  );
}
