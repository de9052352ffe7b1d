import { expect, test } from 'vitest';
import { DEEPEST_SEARCH, SEARCHED_RUNS } from '@/lib/contract/runs/history';
import { deeper, type HistoryFilters, historyParsers, isNarrowed, noFilters } from './history-address';
import { apiFilters, bulkRowsFilters, countInput, historyInput } from './history-input';

const asked = (filters: Partial<HistoryFilters>) => apiFilters({ ...noFilters, ...filters });
const always = ['bulk_parent_id:null', 'is_dropdown:false', 'is_startup:false'];

test('dropdown and startup runs are hidden until they are asked for', () => {
  expect(asked({})).toEqual(always);
  expect(asked({ dropdowns: true, startup: true })).toEqual(['bulk_parent_id:null']);
});

test('each text is looked for in its own place', () => {
  expect(asked({ q: ' late ', command: 'refund', person: 'Jo', values: '10247' }).slice(3)).toEqual([
    'search:contains:late',
    'name:contains:refund',
    'user_name:contains:Jo',
    'runrams:contains:10247',
  ]);
});

test('a searched text is looked for among the rows of bulk runs, unless they are listed or it is short', () => {
  const rowsOf = (filters: Partial<HistoryFilters>) => bulkRowsFilters({ ...noFilters, ...filters });
  expect(rowsOf({ q: ' 48350', filter: ['kit_id:7'] })).toEqual(['kit_id:7', 'bulk_parent_id~:null']);
  expect(rowsOf({ values: '48350' })).toEqual(['bulk_parent_id~:null']);
  expect(asked({ filter: ['bulk_parent_id~:null'] })).toEqual([...always.slice(1), 'bulk_parent_id~:null']);
  expect(rowsOf({ q: '48' })).toBeNull();
  expect(rowsOf({ filter: ['kit_id:7'] })).toBeNull();
  expect(rowsOf({ q: '48350', filter: ['bulk_parent_id:7'] })).toBeNull();
  expect(rowsOf({ q: '48350', filter: ['bulk_parent_id~:null'] })).toBeNull();
});

test('a choice of statuses excludes the others', () => {
  expect(asked({ status: ['failed', 'going'] }).slice(3)).toEqual([
    'status~:success',
    'end_reason~:cancelled',
    'status~:cron_error',
    'status~:cron_cancellation',
  ]);
});

test('canceled runs are chosen apart from failed ones', () => {
  expect(asked({ status: ['canceled'] }).slice(3)).toEqual(['end_reason:cancelled']);
  expect(asked({ status: ['success', 'canceled'] }).slice(3)).toEqual([
    'status~:starting',
    'status~:running',
    'end_reason~:error',
    'end_reason~:timed_out',
    'end_reason~:worker_lost',
    'end_reason~:refused',
    'end_reason~:never_started',
    'status~:cron_error',
    'status~:cron_cancellation',
  ]);
  expect(asked({ status: ['failed', 'canceled', 'going'] }).slice(3)).not.toContain('end_reason~:cancelled');
});

test('days begin and end at midnight of the reader, the last one included', () => {
  const [since, until] = asked({ since: '2026-02-27', until: '2026-02-28' }).slice(3);
  expect(since).toBe(`start_time:gte:${new Date(2026, 1, 27).toISOString()}`);
  expect(until).toBe(`start_time:lt:${new Date(2026, 2, 1).toISOString()}`);
});

test('filters of the address pass as they are', () => {
  expect(asked({ filter: ['cron_job_id:7', 'kit_run_id:12'] }).slice(3)).toEqual([
    'cron_job_id:7',
    'kit_run_id:12',
  ]);
});

test('a page holds 25, and the count knows no page', () => {
  expect(historyInput('org', { ...noFilters, depth: SEARCHED_RUNS, page: 3 }).query).toMatchObject({
    page: 3,
    per_page: 25,
  });
  expect(countInput('org', { ...noFilters, depth: SEARCHED_RUNS }).query).toEqual({
    filter: always,
    per_page: 1,
    max_possible_count: 10_000,
  });
});

test('showing more kinds of runs does not narrow', () => {
  expect(isNarrowed({ ...noFilters, dropdowns: true })).toBe(false);
  expect(isNarrowed({ ...noFilters, q: 'x' })).toBe(true);
  expect(isNarrowed({ ...noFilters, filter: ['kit_id:1'] })).toBe(true);
});

test('a search looks further step by step, and list and count look equally far', () => {
  const depths = [SEARCHED_RUNS];
  while (depths.length < 5) depths.push(deeper(depths.at(-1) ?? 0));
  expect(depths).toEqual([12_000, 60_000, 300_000, DEEPEST_SEARCH, DEEPEST_SEARCH]);
  const further = { ...noFilters, q: 'zq', depth: 60_000 };
  expect(historyInput('org', { ...further, page: 0 }).query).toMatchObject({ search_depth: 60_000 });
  expect(countInput('org', further).query).toMatchObject({ search_depth: 60_000 });
});

test('a depth in the address that the API would refuse is ignored', () => {
  expect(['60000', '1000000'].map((text) => historyParsers.depth.parse(text))).toEqual([60_000, 1_000_000]);
  expect(['', '5', '1000001', '-12000', '6e4'].map((text) => historyParsers.depth.parse(text))).toEqual(
    Array(5).fill(null),
  );
});

test('lists the rows of a bulk run only if the address asks for them', () => {
  const filters = asked({ filter: ['bulk_parent_id:7'] });
  expect(filters.filter((filter) => filter.startsWith('bulk_parent_id'))).toEqual(['bulk_parent_id:7']);
});

test('what is true or false in an address may be written as in the documents', () => {
  const read = (filter: string) => historyParsers.filter.parse([filter]);
  expect(read('is_deleted:True')).toEqual(['is_deleted:true']);
  expect(read('is_bulk_parent~:FALSE')).toEqual(['is_bulk_parent~:false']);
  expect(read('name:True')).toEqual(['name:True']);
});
