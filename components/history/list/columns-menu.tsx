'use client';

import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { AT_FIRST, COLUMNS, type Column, type ColumnKey } from './columns';

/** The person's choice of columns, kept in their browser. */
export function useColumns() {
  const [columns, setColumns] = useLocalStorage<ColumnKey[]>({
    key: 'pushboard-history-columns',
    defaultValue: AT_FIRST,
  });
  const toggle = (key: ColumnKey) =>
    setColumns((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]));
  return { columns: COLUMNS.filter(({ key }) => columns.includes(key)), toggle };
}

interface ColumnsMenuProps {
  columns: readonly Column[];
  onToggle: (key: ColumnKey) => void;
}

/** The button that opens the choice of columns. */
export function ColumnsMenu({ columns, onToggle }: ColumnsMenuProps) {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="sm">
          {COLUMNS.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={columns.some((column) => column.key === key)}
              onChange={() => onToggle(key)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
