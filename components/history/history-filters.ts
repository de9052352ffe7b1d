import type { RunStatus } from '@/lib/runs/run-status';

/** What narrows the history, as its address holds it. */
export interface HistoryFilters {
  search: string;
  person: string;
  command: string;
  values: string;
  statuses: readonly RunStatus[];
  /** Days of the calendar where the reader is, `2026-11-20`; `until` is included. */
  since: string;
  until: string;
  showsDropdown: boolean;
  showsStartup: boolean;
  /** Filters in the API's own words, from links of other pages: `cron_job_id:7`. */
  others: readonly string[];
}

export const STATUS_CHOICES: readonly { status: RunStatus; word: string }[] = [
  { status: 'starting', word: 'Starting' },
  { status: 'running', word: 'Running' },
  { status: 'success', word: 'Success' },
  { status: 'failed', word: 'Failed' },
  { status: 'cron_error', word: 'Could not start' },
  { status: 'cron_cancellation', word: 'Called off' },
];

/** Midnight of a day where the reader is, as a moment; null for what is no day. */
function dayStart(day: string, daysLater: number): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const moment = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** The same in the words of the API. Filters are AND-ed, so several statuses are all the others left out. */
export function filtersOf(filters: HistoryFilters): string[] {
  const contains = (field: string, text: string) =>
    text.trim() === '' ? [] : [`${field}:contains:${text.trim()}`];
  const since = dayStart(filters.since, 0);
  const until = dayStart(filters.until, 1);
  const unwanted =
    filters.statuses.length === 0
      ? []
      : STATUS_CHOICES.filter(({ status }) => !filters.statuses.includes(status));
  return [
    ...contains('search', filters.search),
    ...contains('user_name', filters.person),
    ...contains('name', filters.command),
    ...contains('runrams', filters.values),
    ...unwanted.map(({ status }) => `status~:${status}`),
    ...(since === null ? [] : [`start_time:gte:${since}`]),
    ...(until === null ? [] : [`start_time:lt:${until}`]),
    ...(filters.showsDropdown ? [] : ['is_dropdown:false']),
    ...(filters.showsStartup ? [] : ['is_startup:false']),
    'bulk_parent_id:null',
    ...filters.others,
  ];
}

/** What is chosen, each with the words of its chip and how the filters are without it. */
export function chipsOf(filters: HistoryFilters): { label: string; without: Partial<HistoryFilters> }[] {
  const words = filters.statuses.map(
    (status) => STATUS_CHOICES.find((choice) => choice.status === status)?.word,
  );
  const texts: [keyof HistoryFilters, string, string][] = [
    ['person', 'By', filters.person],
    ['command', 'Command', filters.command],
    ['values', 'Values', filters.values],
    ['since', 'Since', filters.since],
    ['until', 'Until', filters.until],
  ];
  return [
    ...(words.length === 0
      ? []
      : [{ label: `Status: ${words.join(', ').toLowerCase()}`, without: { statuses: [] } }]),
    ...texts.flatMap(([key, name, text]) =>
      text === '' ? [] : [{ label: `${name}: ${text}`, without: { [key]: '' } }],
    ),
    ...filters.others.map((filter) => ({
      label: filter,
      without: { others: filters.others.filter((other) => other !== filter) },
    })),
  ];
}
