'use client';

import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { callApiForPage } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import type { HistoryAddress, HistoryFilters } from '../history-address';
import { bulkRowsAddress, countInput } from '../history-input';
import { SEARCH_DEBOUNCE_MS } from '../use-history-address';
import styles from './search-reach.module.css';

/** More are not counted: nobody looks through them one by one. */
const MOST_COUNTED = 100;

interface BulkRowsFoundProps {
  orgId: string;
  address: HistoryAddress;
  onShow: (changes: Partial<HistoryFilters>) => void;
}

/** That rows of bulk runs, which the list leaves out, have the searched text among their values. Nothing if none has. */
export function BulkRowsFound({ orgId, address, onShow }: BulkRowsFoundProps) {
  const [q] = useDebouncedValue(address.q, SEARCH_DEBOUNCE_MS);
  const rows = bulkRowsAddress({ ...address, q });
  const input = countInput(orgId, { ...address, ...rows }, MOST_COUNTED);
  const { data } = useQuery({
    queryKey: [...queryKey(listRuns, input), 'count'],
    queryFn: ({ signal }) => callApiForPage(listRuns, input, { signal }),
    enabled: rows !== null,
  });
  const count = data?.totalCount ?? 0;
  if (rows === null || count === 0) return null;
  const many = count < MOST_COUNTED ? `${count} rows` : `${MOST_COUNTED} rows or more`;
  return (
    <div className={styles.reach} role="status">
      <span>
        {count === 1 ? '1 row of a bulk run has' : `${many} of bulk runs have`} “{q || address.values}” among{' '}
        {count === 1 ? 'its' : 'their'} values.
      </span>
      <Button variant="default" size="compact-sm" onClick={() => onShow({ q: rows.q, filter: rows.filter })}>
        Show {count === 1 ? 'it' : 'them'}
      </Button>
    </div>
  );
}
