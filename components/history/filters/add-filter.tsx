'use client';

import { Button, Popover } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { HistoryFilters } from '../history-address';
import { FilterForm } from './filter-form';

interface AddFilterProps {
  filters: HistoryFilters;
  onApply: (changes: Partial<HistoryFilters>) => void;
}

/** The button that opens all filters with their current values. */
export function AddFilter({ filters, onApply }: AddFilterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <FilterForm
          filters={filters}
          onApply={(changes) => {
            setOpen(false);
            onApply(changes);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
