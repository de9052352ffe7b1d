'use client';

import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';

export const COLUMNS = [
  { key: 'values', label: 'Values' },
  { key: 'rows', label: 'Rows' },
  { key: 'took', label: 'Took' },
  { key: 'by', label: 'By' },
  { key: 'started', label: 'Started' },
  { key: 'ended', label: 'Ended' },
  { key: 'schedule', label: 'Schedule' },
  { key: 'cached', label: 'Cached run' },
] as const;

export type ColumnKey = (typeof COLUMNS)[number]['key'];

const AT_FIRST: ColumnKey[] = ['values', 'rows', 'took', 'by', 'started'];

/** Which columns somebody likes to see, kept in their browser. */
export function useColumns() {
  const [columns, setColumns] = useLocalStorage<ColumnKey[]>({
    key: 'pushboard-history-columns',
    defaultValue: AT_FIRST,
  });
  const toggle = (key: ColumnKey) =>
    setColumns((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]));
  return { columns, toggle };
}

interface ColumnsMenuProps {
  columns: readonly ColumnKey[];
  onToggle: (key: ColumnKey) => void;
}

export function ColumnsMenu({ columns, onToggle }: ColumnsMenuProps) {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="sm">
          {COLUMNS.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={columns.includes(key)}
              onChange={() => onToggle(key)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
