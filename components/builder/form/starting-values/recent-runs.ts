import { startTransition } from 'react';
import type { RecentValues } from '@/components/input-form/recent-values';
import { callApi } from '@/lib/client/api-client';
import { listRuns } from '@/lib/contract/runs/history';
import { cellText } from '@/lib/results/table/result-table';

const READ_RUNS = 50;
const MOST_VALUES = 10;
const LONGEST = 2_000;
const LONGEST_LINE = 200;

/** Whether the browser's own list of suggestions can have it. */
const isLine = (text: string): boolean => text.length <= LONGEST_LINE && !/[\r\n]/.test(text);

/** Takes the values of a person's latest runs of a command, by input key: each once, the newest first. */
export async function readRecentValues(
  orgId: string,
  commandId: number,
  userId: string,
  take: (values: RecentValues) => void,
): Promise<void> {
  const filter = [`kit_id:${commandId}`, `user_id:${userId}`];
  const runs = await callApi(listRuns, {
    params: { orgId },
    query: { filter, sortDesc: 'start_time', per_page: READ_RUNS },
  });
  const found = new Map<string, Set<string>>();
  for (const { params } of runs) {
    if (params === null || typeof params !== 'object' || Array.isArray(params)) continue;
    for (const [key, value] of Object.entries(params)) {
      if (value === null || typeof value === 'object') continue;
      const text = cellText(value);
      const values = found.get(key) ?? new Set();
      if (text !== '' && text.length <= LONGEST && values.size < MOST_VALUES) values.add(text);
      found.set(key, values);
    }
  }
  // Without earlier values, no field is drawn again; with some, it happens in the background.
  if (found.size === 0) return;
  startTransition(() =>
    take(
      Object.fromEntries(
        [...found].map(([key, values]) => [key, { texts: [...values], lines: [...values].filter(isLine) }]),
      ),
    ),
  );
}
