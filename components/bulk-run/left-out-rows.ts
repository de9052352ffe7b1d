import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { FileTable } from '@/lib/bulk/file-columns';

const leftOutKey = (runId: number) => ['rows left out', runId];

/** Keeps the rows that a bulk run left out because of a problem, until the page is loaded again. */
export function keepLeftOut(queryClient: QueryClient, runId: number, table: FileTable): void {
  if (table.rows.length === 0) return;
  queryClient.setQueryDefaults(leftOutKey(runId), { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(leftOutKey(runId), table);
}

/** The rows that a bulk run left out; undefined without any, and after the page was loaded again. */
export const leftOutIn = (queryClient: QueryClient, runId: number): FileTable | undefined =>
  queryClient.getQueryData(leftOutKey(runId));

/** The same, as a component reads it. */
export function useLeftOut(runId: number): FileTable | undefined {
  const { data } = useQuery<FileTable>({
    queryKey: leftOutKey(runId),
    queryFn: () => Promise.reject(new Error('Only the panel that started the run knows them')),
    enabled: false,
  });
  return data;
}
