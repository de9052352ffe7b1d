import { expect, test } from 'vitest';
import { type HistoryFilters, noFilters } from '../history-address';
import { filterChips } from './filter-chips';

const words = (filters: Partial<HistoryFilters>, names = new Map<string, string>()) =>
  filterChips({ ...noFilters, ...filters }, names).map((chip) => chip.words);

test('each filter says what it is', () => {
  expect(words({ status: ['failed', 'going'], command: 'refund', person: 'jo', values: '10247' })).toEqual([
    'Status: failed, running or waiting',
    'Command: refund',
    'Person: jo',
    'Values: 10247',
  ]);
});

test('what the search box shows has no chip, and runs that are listed besides the usual ones have one each', () => {
  expect(words({ q: 'x' })).toEqual([]);
  expect(words({ dropdowns: true, startup: true })).toEqual([
    'Dropdown runs: listed',
    'Startup runs: listed',
  ]);
});

test('documented filters are read out in words, with names where they are known', () => {
  expect(words({ filter: ['cron_job_id:7', 'status~:success', 'kit_id:3', 'odd'] })).toEqual([
    'Scheduled job: 7',
    'Status not: success',
    'Command: 3',
    'odd',
  ]);
  expect(words({ filter: ['kit_id:3'] }, new Map([['kit_id:3', 'Refund an order']]))).toEqual([
    'Command: Refund an order',
  ]);
});

test('failures that nobody has handled are called so', () => {
  expect(words({ filter: ['is_dealt_with:false'] })).toEqual(['Unhandled failures']);
});

test('a chip takes away its own filter alone', () => {
  const chips = filterChips({ ...noFilters, filter: ['kit_id:1', 'ol_id:2'] }, new Map());
  expect(chips[0]?.remove).toEqual({ filter: ['ol_id:2'] });
});
