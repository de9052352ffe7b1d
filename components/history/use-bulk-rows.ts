'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { callApiForPage } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import { formatCount } from '@/lib/results/table/row-counts';
import type { HistoryAddress } from './history-address';
import { bulkRowsFilters, countInput } from './history-input';
import { SEARCH_DEBOUNCE_MS } from './use-history-address';

/** More are not counted: nobody looks through them one by one. */
const MOST_COUNTED = 100;

/** Rows of bulk runs that match a search, which the list leaves out. */
export interface BulkRows {
  /** How many, in words: `1 row of a bulk run`. */
  words: string;
  isOne: boolean;
  /** The filters that list them. */
  filter: string[];
}

/** The rows of bulk runs that match; null if none does, or the address doesn't search. */
export function useBulkRows(orgId: string, address: HistoryAddress): BulkRows | null {
  const [q] = useDebouncedValue(address.q, SEARCH_DEBOUNCE_MS);
  const filter = bulkRowsFilters({ ...address, q });
  const input = countInput(orgId, { ...address, q, filter: filter ?? [] }, MOST_COUNTED);
  const { data } = useQuery({
    queryKey: [...queryKey(listRuns, input), 'count'],
    queryFn: ({ signal }) => callApiForPage(listRuns, input, { signal }),
    enabled: filter !== null,
  });
  const count = data?.totalCount ?? 0;
  if (filter === null || count === 0) return null;
  const many = count < MOST_COUNTED ? formatCount(count) : `${formatCount(MOST_COUNTED)} or more`;
  return {
    words: count === 1 ? '1 row of a bulk run' : `${many} rows of bulk runs`,
    isOne: count === 1,
    filter,
  };
}
