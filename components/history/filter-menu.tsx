'use client';

import { Button, Checkbox, Popover, Stack, TextInput } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type HistoryFilters, STATUS_CHOICES } from './history-filters';
import styles from './history-view.module.css';

interface FilterMenuProps {
  filters: HistoryFilters;
  onChange: (changes: Partial<HistoryFilters>) => void;
}

/** Everything the history can be narrowed by. All of it combines. */
export function FilterMenu({ filters, onChange }: FilterMenuProps) {
  const { statuses } = filters;
  return (
    <Popover position="bottom-start" trapFocus width={320}>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterPlus size={16} stroke={1.75} aria-hidden />}
        >
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Stack gap="md">
          <fieldset className={styles.fieldset}>
            <legend className={styles.legend}>Status</legend>
            {STATUS_CHOICES.map(({ status, word }) => (
              <Checkbox
                key={status}
                label={word}
                checked={statuses.includes(status)}
                onChange={(event) =>
                  onChange({
                    statuses: event.currentTarget.checked
                      ? [...statuses, status]
                      : statuses.filter((each) => each !== status),
                  })
                }
              />
            ))}
          </fieldset>
          <TextFilter label="Person" value={filters.person} onSettle={(person) => onChange({ person })} />
          <TextFilter label="Command" value={filters.command} onSettle={(command) => onChange({ command })} />
          <TextFilter label="Values" value={filters.values} onSettle={(values) => onChange({ values })} />
          <div className={styles.dates}>
            <TextInput
              type="date"
              label="Since"
              value={filters.since}
              onChange={(event) => onChange({ since: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="Until"
              value={filters.until}
              onChange={(event) => onChange({ until: event.currentTarget.value })}
            />
          </div>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface TextFilterProps {
  label: string;
  value: string;
  onSettle: (text: string) => void;
}

/** A text that filters when one is done with it: on Enter, and when one leaves it. */
function TextFilter({ label, value, onSettle }: TextFilterProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      label={label}
      placeholder="Contains…"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== value && onSettle(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSettle(text);
      }}
    />
  );
}
