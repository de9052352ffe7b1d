'use client';

import { Switch } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { PageSearch } from '@/components/ui/layout/page-search';
import type { HistoryFilters } from '../history-address';
import type { RunSummary } from '../use-history';
import type { ChangeHistory } from '../use-history-address';
import { AddFilter } from './add-filter';
import { filterChips } from './filter-chips';
import styles from './history-filter-bar.module.css';

/** Longer texts are pasted by mistake, and no filter accepts them. */
const LONGEST_SEARCH = 900;

interface HistoryFilterBarProps {
  filters: HistoryFilters;
  change: ChangeHistory;
  /** The listed runs, which provide the names of their commands and people. */
  runs: readonly RunSummary[];
}

/** The filters of the history: a search, removable chips, and two kinds of runs that are hidden by default. */
export function HistoryFilterBar({ filters, change, runs }: HistoryFilterBarProps) {
  const chips = filterChips(filters, namesIn(runs));
  return (
    <search className={styles.bar}>
      <PageSearch
        label="Search runs by name, person or parameters"
        placeholder="Name, person, parameters"
        maxLength={LONGEST_SEARCH}
        text={filters.q}
        onChange={change.search}
      />
      {chips.map((chip) => (
        <button
          key={chip.words}
          type="button"
          className={styles.chip}
          title={chip.words}
          onClick={() => change.filter(chip.remove)}
        >
          <span className={styles.words}>{chip.words}</span>
          <IconX size={14} stroke={1.75} role="img" aria-label="Remove this filter" />
        </button>
      ))}
      <AddFilter filters={filters} onApply={change.filter} />
      <div className={styles.switches}>
        <Switch
          size="xs"
          wrapperProps={{ title: 'Runs that filled the choices of a dropdown' }}
          label="Dropdown runs"
          checked={filters.dropdowns}
          onChange={(event) => change.filter({ dropdowns: event.currentTarget.checked })}
        />
        <Switch
          size="xs"
          wrapperProps={{ title: 'Runs made when someone opened the organization' }}
          label="Startup runs"
          checked={filters.startup}
          onChange={(event) => change.filter({ startup: event.currentTarget.checked })}
        />
      </div>
    </search>
  );
}

function namesIn(runs: readonly RunSummary[]): ReadonlyMap<string, string> {
  return new Map(
    runs.flatMap(({ commandId, name, userId, userName }) => [
      [`kit_id:${commandId}`, name],
      [`user_id:${userId}`, userName],
    ]),
  );
}
