'use client';

import {
  debounce,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsIndex,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { type HistoryFilters, STATUS_CHOICES } from './history-filters';

const SEARCH_DEBOUNCE_MS = 500;

const parsers = {
  page: parseAsIndex.withDefault(0),
  search: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(SEARCH_DEBOUNCE_MS) }),
  person: parseAsString.withDefault(''),
  command: parseAsString.withDefault(''),
  values: parseAsString.withDefault(''),
  statuses: parseAsArrayOf(parseAsStringLiteral(STATUS_CHOICES.map(({ status }) => status))).withDefault([]),
  since: parseAsString.withDefault(''),
  until: parseAsString.withDefault(''),
  showsDropdown: parseAsBoolean.withDefault(false),
  showsStartup: parseAsBoolean.withDefault(false),
  others: parseAsArrayOf(parseAsString).withDefault([]),
};

/** Filters and page of the history, all of which stand in its address. Whatever changes a filter begins anew. */
export function useHistoryAddress() {
  const [{ page, ...filters }, set] = useQueryStates(parsers, {
    urlKeys: {
      search: 'q',
      person: 'by',
      statuses: 'status',
      showsDropdown: 'dropdown',
      showsStartup: 'startup',
      others: 'filter',
    },
  });
  return {
    page,
    filters: filters satisfies HistoryFilters,
    setPage: (next: number) => void set({ page: next }, { history: 'push' }),
    change: (changes: Partial<HistoryFilters>) =>
      void set({ ...(changes as Partial<typeof filters>), page: null }),
  };
}
