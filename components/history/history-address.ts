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
import { DEEPEST_SEARCH, SEARCHED_RUNS } from '@/lib/contract/history';

/** How a run went, as one chooses it; `going` covers what has not ended yet. */
export const statusChoices = ['going', 'success', 'failed', 'cron_error', 'cron_cancellation'] as const;
export type StatusChoice = (typeof statusChoices)[number];

/** A day of the reader's calendar, as 2026-11-16. */
const parseAsDay = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (day: string) => day,
});

/** How many runs a search of short texts looks through; what the API would refuse means as many as usual. */
const parseAsDepth = createParser({
  parse: (text) => (/^\d{1,7}$/.test(text) && isDepth(Number(text)) ? Number(text) : null),
  serialize: (runs: number) => String(runs),
}).withDefault(SEARCHED_RUNS);

const isDepth = (runs: number): boolean => runs >= SEARCHED_RUNS && runs <= DEEPEST_SEARCH;

/**
 * What the address of the history says, for the server and the browser alike. `filter` is the documented
 * one: as the API writes it (`cron_job_id:7`), as often as wanted.
 */
export const historyParsers = {
  page: parseAsPage,
  depth: parseAsDepth,
  /** The search: in the command's name, the person's or the values. */
  q: parseAsString.withDefault(''),
  status: parseAsArrayOf(parseAsStringLiteral(statusChoices)).withDefault([]),
  command: parseAsString.withDefault(''),
  person: parseAsString.withDefault(''),
  values: parseAsString.withDefault(''),
  since: parseAsDay.withDefault(''),
  until: parseAsDay.withDefault(''),
  dropdowns: parseAsBoolean.withDefault(false),
  startup: parseAsBoolean.withDefault(false),
  filter: parseAsNativeArrayOf(parseAsString),
};

export type HistoryAddress = inferParserType<typeof historyParsers>;
/** What narrows the list: all of the address but the page, and how far a search looks. */
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

/** Each look further takes in five times as many runs, so that a million are four of them away. */
export const deeper = (depth: number): number => Math.min(depth * 5, DEEPEST_SEARCH);

/** Whether a list that holds nothing may hold something without its filters. */
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
