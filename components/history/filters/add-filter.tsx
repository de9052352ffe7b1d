'use client';

import { Button, CloseButton, Popover } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import type { CommandChoice } from '@/components/command/pickers/use-command-choices';
import styles from '@/components/ui/filters/add-filter.module.css';
import type { HistoryFilters } from '../history-address';
import { FilterForm } from './filter-form';
import sheet from './filter-form.module.css';

interface AddFilterProps {
  orgId: string;
  filters: HistoryFilters;
  commands: readonly CommandChoice[];
  names: ReadonlyMap<string, string>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (changes: Partial<HistoryFilters>) => void;
}

/** The button that opens all filters with their current values. */
export function AddFilter({ isOpen, onOpen, ...form }: AddFilterProps) {
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          h={32}
          className={styles.button}
          leftSection={<IconFilterPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => onOpen(!isOpen)}
        >
          <span className={styles.words}>Add filter</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters" className={sheet.sheet}>
        <div className={sheet.top}>
          <h2>Filters</h2>
          <CloseButton aria-label="Close the filters" onClick={() => onOpen(false)} />
        </div>
        <FilterForm {...form} />
        <div className={sheet.foot}>
          <Button fullWidth onClick={() => onOpen(false)}>
            Show the runs
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
