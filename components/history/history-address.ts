import {
  createParser,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { parseAsPage } from '@/components/ui/table/page-parser';
import { DEEPEST_SEARCH, SEARCHED_RUNS } from '@/lib/contract/runs/history';

/** The status choices for runs; `going` covers runs that haven't ended. */
export const statusChoices = [
  'going',
  'success',
  'failed',
  'canceled',
  'cron_error',
  'cron_cancellation',
] as const;
export type StatusChoice = (typeof statusChoices)[number];

/** A date in the reader's calendar, such as 2026-11-16. */
const parseAsDay = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (day: string) => day,
});

/** How many runs a search of short texts reads; a value the API would refuse means the default. */
const parseAsDepth = createParser({
  parse: (text) => (/^\d{1,7}$/.test(text) && isDepth(Number(text)) ? Number(text) : null),
  serialize: (runs: number) => String(runs),
}).withDefault(SEARCHED_RUNS);

const isDepth = (runs: number): boolean => runs >= SEARCHED_RUNS && runs <= DEEPEST_SEARCH;

/** One documented filter. What is true or false may be in any letter case, as in `is_deleted:True`. */
const parseAsFilter = createParser({
  parse: (text) =>
    text.replace(
      /^(is_\w+~?:)(true|false)$/i,
      (_, field: string, value: string) => field + value.toLowerCase(),
    ),
  serialize: (filter: string) => filter,
});

/**
 * The history's address, parsed the same way on the server and in the browser. `filter` is the documented one: in the
 * API's notation (`cron_job_id:7`), any number of times.
 */
export const historyParsers = {
  page: parseAsPage,
  depth: parseAsDepth,
  /** The search: matches the command's name, the person's name, or the values. */
  q: parseAsString.withDefault(''),
  status: parseAsArrayOf(parseAsStringLiteral(statusChoices)).withDefault([]),
  command: parseAsString.withDefault(''),
  person: parseAsString.withDefault(''),
  values: parseAsString.withDefault(''),
  since: parseAsDay.withDefault(''),
  until: parseAsDay.withDefault(''),
  dropdowns: parseAsBoolean.withDefault(false),
  startup: parseAsBoolean.withDefault(false),
  filter: parseAsNativeArrayOf(parseAsFilter),
};

export type HistoryAddress = inferParserType<typeof historyParsers>;
/** The filters of the list: everything in the address except the page and the search depth. */
export type HistoryFilters = Omit<HistoryAddress, 'page' | 'depth'>;

/** Without any filter, dropdown and startup runs are hidden. */
export const noFilters: HistoryFilters = {
  q: '',
  status: [],
  command: '',
  person: '',
  values: '',
  since: '',
  until: '',
  dropdowns: false,
  startup: false,
  filter: [],
};

/** Each further search covers five times as many runs, so a million are four steps away. */
export const deeper = (depth: number): number => Math.min(depth * 5, DEEPEST_SEARCH);

/** Whether an empty list could have rows without its filters. */
export function isNarrowed({
  q,
  status,
  command,
  person,
  values,
  since,
  until,
  filter,
}: HistoryFilters): boolean {
  return [q, status, command, person, values, since, until, filter].some((value) => value.length > 0);
}
