'use client';

import { useState } from 'react';
import { type FoundPerson, usePerson } from '@/components/command/found-people';
import { type CommandChoice, useCommandChoices } from '@/components/command/pickers/use-command-choices';
import { dayPresets } from '@/components/ui/filters/day-presets';
import { FilterChip } from '@/components/ui/filters/filter-chip';
import { Presets } from '@/components/ui/filters/presets';
import { PageSearch } from '@/components/ui/layout/page-search';
import { type HistoryFilters, isNarrowed } from '../history-address';
import type { RunSummary } from '../use-history';
import type { ChangeHistory } from '../use-history-address';
import { AddFilter } from './add-filter';
import { filterChips } from './filter-chips';
import styles from './history-filter-bar.module.css';
import { chosenId, withChosen } from './picked-filters';
import { ViewsMenu } from './views-menu';

/** Longer texts are pasted by mistake, and no filter accepts them. */
const LONGEST_SEARCH = 900;
/** Failures that nobody has marked as handled. */
const NOT_DEALT_WITH = 'is_dealt_with:false';

interface HistoryFilterBarProps {
  orgId: string;
  /** The person who looks. */
  userId: string;
  filters: HistoryFilters;
  change: ChangeHistory;
  /** The listed runs, which provide the names of their commands and people. */
  runs: readonly RunSummary[];
}

/** The filters of the history: a search, common ones, removable chips, and the way to all others. */
export function HistoryFilterBar({ orgId, userId, filters, change, runs }: HistoryFilterBarProps) {
  const [isAdding, setAdding] = useState(false);
  const isCommandPicked = filters.filter.some((each) => /^kit_id~?:/.test(each));
  const commands = useCommandChoices(orgId, isAdding || isCommandPicked);
  const pickedId = chosenId(filters.filter, 'user_id');
  const person = usePerson(orgId, pickedId).data;
  const names = namesIn(runs, commands, person);
  const chips = filterChips(filters, names);
  const mine = pickedId === userId;
  const isOpen = filters.filter.includes(NOT_DEALT_WITH);
  const presets = [
    ...dayPresets(filters, change.filter),
    {
      label: 'My runs',
      isChosen: mine,
      onToggle: () => change.filter({ filter: withChosen(filters.filter, 'user_id', mine ? null : userId) }),
    },
    {
      label: 'Unhandled failures',
      title: 'Failed runs that nobody has marked as handled',
      isChosen: isOpen,
      onToggle: () =>
        change.filter({
          status: isOpen ? [] : ['failed', 'cron_error'],
          filter: isOpen
            ? filters.filter.filter((each) => each !== NOT_DEALT_WITH)
            : [...filters.filter, NOT_DEALT_WITH],
        }),
    },
  ];
  return (
    <search className={styles.bar}>
      <PageSearch
        label="Search runs by command, person, or values"
        placeholder="Command, person, values"
        maxLength={LONGEST_SEARCH}
        text={filters.q}
        onChange={change.search}
      />
      <div className={styles.quick}>
        <Presets label="Common filters" presets={presets} />
        <AddFilter
          orgId={orgId}
          filters={filters}
          commands={commands}
          names={names}
          isOpen={isAdding}
          onOpen={setAdding}
          onChange={change.filter}
        />
        <ViewsMenu orgId={orgId} isNarrowed={isNarrowed(filters)} />
      </div>
      {/* Last: what opens next to a button would move with each chip before it. */}
      {chips.map((chip) => (
        <FilterChip key={chip.words} onRemove={() => change.filter(chip.remove)}>
          {chip.words}
        </FilterChip>
      ))}
    </search>
  );
}

/** The names of commands and people, by the filters that pick them. */
function namesIn(
  runs: readonly RunSummary[],
  commands: readonly CommandChoice[],
  person: FoundPerson | undefined,
): Map<string, string> {
  return new Map([
    ...commands.map(({ value, label }) => [`kit_id:${value}`, label] as const),
    ...runs.flatMap(({ commandId, name, userId, userName }) => [
      [`kit_id:${commandId}`, name] as const,
      [`user_id:${userId}`, userName] as const,
    ]),
    ...(person === undefined ? [] : [[`user_id:${person.userId}`, person.name] as const]),
  ]);
}
