import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { DEEPEST_ROW, listRuns, type runSummary } from '@/lib/contract/runs/history';

type RunSummary = z.output<typeof runSummary>;

/** The most runs that the history lists at once. */
const RUNS_A_REQUEST = 200;

/**
 * All runs that match filters of the history, the newest first; at most the newest 10,000. Runs that are requested
 * meanwhile are left out.
 *
 * @param filter in the API's notation
 * @param onRead told how many were read so far
 */
export async function readMatchingRuns(
  orgId: string,
  filter: readonly string[],
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<RunSummary[]> {
  const asOfNow = [...filter, `start_time:lt:${new Date().toISOString()}`];
  const found: RunSummary[] = [];
  for (let page = 0; page * RUNS_A_REQUEST < DEEPEST_ROW; page += 1) {
    const query = { filter: asOfNow, sortDesc: 'start_time', per_page: RUNS_A_REQUEST, page };
    const runs = await callApi(listRuns, { params: { orgId }, query }, { signal, isTrusted: true });
    found.push(...runs);
    onRead(found.length);
    if (runs.length < RUNS_A_REQUEST) break;
  }
  return found;
}
