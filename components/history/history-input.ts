import type { CallInput } from '@/lib/client/api-client';
import { DEEPEST_ROW, type exportRuns, type listRuns, SEARCHED_RUNS } from '@/lib/contract/runs/history';
import { runEndReason } from '@/lib/contract/runs/run';
import type { RunStatus } from '@/lib/runs/run-status';
import {
  type HistoryAddress,
  type HistoryFilters,
  type StatusChoice,
  statusChoices,
} from './history-address';

export const ROWS_A_PAGE = 25;

/** The statuses of each choice, except that a failed run was canceled or wasn't. */
const statusesOf: Record<Exclude<StatusChoice, 'failed' | 'canceled'>, readonly RunStatus[]> = {
  going: ['starting', 'running'],
  success: ['success'],
  cron_error: ['cron_error'],
  cron_cancellation: ['cron_cancellation'],
};

/** The history's API query for a page. */
export function historyInput(orgId: string, address: HistoryAddress): CallInput<typeof listRuns> {
  const query = { filter: apiFilters(address), sortDesc: 'start_time', per_page: ROWS_A_PAGE };
  return { params: { orgId }, query: { ...query, page: address.page, ...depthOf(address) } };
}

/** The query that counts the runs on all pages, up to a number. */
export function countInput(
  orgId: string,
  address: Omit<HistoryAddress, 'page'>,
  most = DEEPEST_ROW,
): CallInput<typeof listRuns> {
  return {
    params: { orgId },
    query: {
      filter: apiFilters(address),
      per_page: 1,
      max_possible_count: most,
      ...depthOf(address),
    },
  };
}

/** The query of a file with the runs on all pages. */
export function exportInput(
  orgId: string,
  address: Omit<HistoryAddress, 'page'>,
): CallInput<typeof exportRuns> {
  return { params: { orgId }, query: { filter: apiFilters(address), ...depthOf(address) } };
}

/** Sent only if the person asked to search further. */
const depthOf = ({ depth }: { depth: number }) => (depth === SEARCHED_RUNS ? {} : { search_depth: depth });

/** The filters in the API's notation. Days begin and end in the reader's time zone. */
export function apiFilters(filters: HistoryFilters): string[] {
  const containing = (field: string, text: string) =>
    text.trim() === '' ? [] : [`${field}:contains:${text.trim()}`];
  return [
    // The rows of a bulk run are listed below their parent, unless the address asks for them, or for no parents.
    ...(filters.filter.some(asksForRows) ? [] : ['bulk_parent_id:null']),
    ...(filters.dropdowns ? [] : ['is_dropdown:false']),
    ...(filters.startup ? [] : ['is_startup:false']),
    ...containing('search', filters.q),
    ...containing('name', filters.command),
    ...containing('user_name', filters.person),
    ...containing('runrams', filters.values),
    ...statusFilters(filters.status),
    ...(filters.since === '' ? [] : [`start_time:gte:${beginningOf(filters.since, 0)}`]),
    ...(filters.until === '' ? [] : [`start_time:lt:${beginningOf(filters.until, 1)}`]),
    ...filters.filter,
  ];
}

/**
 * The filters that list the rows of bulk runs that match; null if the address looks for no text, for one too short for an
 * index, or for rows already.
 */
export function bulkRowsFilters({ q, values, filter }: HistoryFilters): string[] | null {
  if (filter.some(asksForRows) || !/[\p{L}\p{N}]{3}/u.test(q + values)) return null;
  return [...filter, 'bulk_parent_id~:null'];
}

const asksForRows = (filter: string): boolean =>
  /^bulk_parent_id~?:/.test(filter) || filter === 'is_bulk_parent:false';

/** All filters must match, so "one of these" becomes "none of the others". */
function statusFilters(chosen: readonly StatusChoice[]): string[] {
  if (chosen.length === 0) return [];
  const has = new Set(chosen);
  if (chosen.every((choice) => choice === 'canceled')) return ['end_reason:cancelled'];
  return statusChoices
    .filter((choice) => !has.has(choice))
    .flatMap((choice) => {
      switch (choice) {
        case 'canceled':
          return has.has('failed') ? ['end_reason~:cancelled'] : [];
        case 'failed':
          return has.has('canceled')
            ? runEndReason.options
                .filter((reason) => reason !== 'cancelled')
                .map((reason) => `end_reason~:${reason}`)
            : ['status~:failed'];
        default:
          return statusesOf[choice].map((status) => `status~:${status}`);
      }
    });
}

/** Midnight of a day, or of a later one, in the reader's time zone. */
function beginningOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
