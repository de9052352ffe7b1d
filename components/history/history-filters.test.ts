import { expect, test } from 'vitest';
import { chipsOf, filtersOf, type HistoryFilters } from './history-filters';

const nothing: HistoryFilters = {
  search: '',
  person: '',
  command: '',
  values: '',
  statuses: [],
  since: '',
  until: '',
  showsDropdown: false,
  showsStartup: false,
  others: [],
};

test('without a filter, dropdown, startup and bulk children stay out of the list', () => {
  expect(filtersOf(nothing)).toEqual(['is_dropdown:false', 'is_startup:false', 'bulk_parent_id:null']);
  expect(filtersOf({ ...nothing, showsDropdown: true, showsStartup: true })).toEqual(['bulk_parent_id:null']);
  expect(chipsOf(nothing)).toEqual([]);
});

test('several statuses are asked for by leaving out the others', () => {
  const filters = filtersOf({ ...nothing, statuses: ['failed', 'running'] });
  expect(filters.filter((filter) => filter.startsWith('status'))).toEqual([
    'status~:starting',
    'status~:success',
    'status~:cron_error',
    'status~:cron_cancellation',
  ]);
});

test('days are whole days where the reader is, the last one included', () => {
  const filters = filtersOf({ ...nothing, since: '2026-11-16', until: '2026-11-16' });
  const at = (daysLater: number) => new Date(2026, 10, 16 + daysLater).toISOString();
  expect(filters.slice(0, 2)).toEqual([`start_time:gte:${at(0)}`, `start_time:lt:${at(1)}`]);
  expect(filtersOf({ ...nothing, since: 'yesterday' })).toEqual(filtersOf(nothing));
});

test('each chip takes away what it names', () => {
  const filters = { ...nothing, person: 'Dana', statuses: ['failed'] as const, others: ['cron_job_id:7'] };
  expect(chipsOf(filters)).toEqual([
    { label: 'Status: failed', without: { statuses: [] } },
    { label: 'By: Dana', without: { person: '' } },
    { label: 'cron_job_id:7', without: { others: [] } },
  ]);
  expect(filtersOf(filters)).toContain('cron_job_id:7');
});
