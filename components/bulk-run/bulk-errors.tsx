'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listBulkErrors } from '@/lib/contract/runs/bulk';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import styles from './bulk-errors.module.css';
import type { BulkRunId } from './use-bulk-run';

const FRESHEN_MS = 3_000;

interface BulkErrorsProps {
  bulk: BulkRunId;
  hasEnded: boolean;
}

/** The errors of failed rows, each once with how many rows have it; nothing if each row failed in its own way. */
export function BulkErrors({ bulk: { orgId, commandId, runId }, hasEnded }: BulkErrorsProps) {
  const input = { params: { orgId, kitId: commandId, runId } };
  const { data = [] } = useQuery({
    queryKey: [...queryKey(listBulkErrors, input), hasEnded],
    queryFn: ({ signal }) => callApi(listBulkErrors, input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: hasEnded ? false : FRESHEN_MS,
  });
  if (!data.some(({ count }) => count > 1)) return null;
  return (
    <ul className={styles.errors} aria-label="Errors">
      {data.map(({ message, count, rows }) => (
        <li key={message}>
          <b>{countRows(count)}</b>
          <span className={styles.message} dir="auto">
            {message}
          </span>
          <span className={styles.rows}>
            {rows.length === 1 ? 'row ' : 'rows '}
            {rows.map(formatCount).join(', ')}
            {count > rows.length && ' …'}
          </span>
        </li>
      ))}
    </ul>
  );
}
