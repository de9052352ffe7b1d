import {
  createParser,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { parseAsPage } from '@/components/ui/page-parser';

/** How a run went, as one chooses it; `going` covers what has not ended yet. */
export const statusChoices = ['going', 'success', 'failed', 'cron_error', 'cron_cancellation'] as const;
export type StatusChoice = (typeof statusChoices)[number];

/** A day of the reader's calendar, as 2026-11-16. */
const parseAsDay = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (day: string) => day,
});

/**
 * What the address of the history says, for the server and the browser alike. `filter` is the documented
 * one: as the API writes it (`cron_job_id:7`), as often as wanted.
 */
export const historyParsers = {
  page: parseAsPage,
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
/** What narrows the list: all of the address but the page. */
export type HistoryFilters = Omit<HistoryAddress, 'page'>;

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

/** Whether a list that holds nothing may hold something without its filters. */
export function isNarrowed({ dropdowns: _, startup: __, ...filters }: HistoryFilters): boolean {
  return Object.values(filters).some((value) => value.length > 0);
}
