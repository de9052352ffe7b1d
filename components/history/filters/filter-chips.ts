import { dayInWords } from '@/components/ui/filters/day-in-words';
import type { HistoryFilters, StatusChoice } from '../history-address';

/** The label of a status choice. */
export const statusNames: Record<StatusChoice, string> = {
  // Those that wait for approval or in line are not over either; their rows say so.
  going: 'Running or waiting',
  success: 'Success',
  failed: 'Failed',
  canceled: 'Canceled',
  cron_error: 'Could not start',
  cron_cancellation: 'Skipped',
};

/** Filters that a name and a value would not say well. */
const sentences: Readonly<Record<string, string | undefined>> = {
  'is_bulk_parent:false': 'Rows of bulk runs: listed',
  'bulk_parent_id~:null': 'Only rows of bulk runs',
  'is_dealt_with:false': 'Unhandled failures',
  'is_dealt_with:true': 'Handled failures',
};

/** One filter in words, and the change that removes it. */
export interface FilterChip {
  words: string;
  remove: Partial<HistoryFilters>;
}

/** The labels of documented filters that come with a link. */
const fieldNames: Readonly<Record<string, string>> = {
  kit_id: 'Command',
  kit_run_id: 'Run group',
  ol_id: 'Template',
  run_id: 'Run',
  bulk_parent_id: 'Rows of run',
  user_id: 'Person',
  cron_job_id: 'Scheduled job',
  creds_id: 'Connection',
  group_id: 'Group',
  origin: 'Started by',
  status: 'Status',
  end_reason: 'Ended',
  start_time: 'Started',
  end_time: 'Ended',
  name: 'Command',
  user_name: 'Person',
  runrams: 'Values',
};

/**
 * The filters of an address that have no control of their own.
 * @param names of commands and people (`kit_id:7`, `user_id:u1`), as far as they are known.
 */
export function filterChips(filters: HistoryFilters, names: ReadonlyMap<string, string>): FilterChip[] {
  const text = (label: string, key: 'command' | 'person' | 'values'): FilterChip[] =>
    filters[key] === '' ? [] : [{ words: `${label}: ${filters[key]}`, remove: { [key]: '' } }];
  return [
    ...(filters.status.length === 0
      ? []
      : [
          {
            words: `Status: ${filters.status.map((choice) => statusNames[choice].toLowerCase()).join(', ')}`,
            remove: { status: [] },
          },
        ]),
    ...text('Command', 'command'),
    ...text('Person', 'person'),
    ...text('Values', 'values'),
    ...(filters.since === '' ? [] : [{ words: `Since ${dayInWords(filters.since)}`, remove: { since: '' } }]),
    ...(filters.until === '' ? [] : [{ words: `Until ${dayInWords(filters.until)}`, remove: { until: '' } }]),
    ...(filters.dropdowns ? [{ words: 'Dropdown runs: listed', remove: { dropdowns: false } }] : []),
    ...(filters.startup ? [{ words: 'Startup runs: listed', remove: { startup: false } }] : []),
    ...filters.filter.map((filter, index) => ({
      words: rawInWords(filter, names),
      remove: { filter: filters.filter.filter((_, other) => other !== index) },
    })),
  ];
}

function rawInWords(filter: string, names: ReadonlyMap<string, string>): string {
  const parts = /^([a-z_]+)(~?):(?:(contains|gte|lt):)?(.*)$/s.exec(filter);
  if (parts === null) return filter;
  const sentence = sentences[filter];
  if (sentence !== undefined) return sentence;
  const [, field = '', not, operator, value = ''] = parts;
  const name = fieldNames[field] ?? field.replaceAll('_', ' ');
  const said = names.get(filter) ?? value.replaceAll('_', ' ');
  if (operator === 'gte') return `${name} from ${value}`;
  if (operator === 'lt') return `${name} before ${value}`;
  return `${name}${not === '~' ? ' not' : ''}: ${said}`;
}
