import { expect, test } from 'vitest';
import { countedRunsText, filtersOf, readCountedRuns, titleOfRuns } from './counted-runs';

const week = {
  outcome: 'failed',
  fromMs: Date.parse('2026-11-23T05:00:00Z'),
  toMs: Date.parse('2026-11-30T05:00:00Z'),
  zone: 'America/New_York',
  dropdowns: true,
  startup: false,
  unlisted: 2,
} as const;

test('the address of a panel says which runs a figure counts', () => {
  expect(readCountedRuns(countedRunsText(week))).toEqual(week);
  const ofPerson = { userId: 'auth0|a,b:c', dropdowns: false, startup: false, zone: 'Etc/UTC' };
  expect(readCountedRuns(countedRunsText(ofPerson))).toEqual(ofPerson);
  expect(readCountedRuns('outcome=x&fromMs=-1&zone=Mars/Olympus')).toEqual({
    zone: 'Etc/UTC',
    dropdowns: false,
    startup: false,
  });
});

test('the title names the outcome and the days in the time zone', () => {
  expect(titleOfRuns(week)).toBe('Failed runs (Nov 23 – 29, 2026)');
  expect(titleOfRuns({ ...week, outcome: 'success' })).toBe('Successful runs (Nov 23 – 29, 2026)');
  expect(titleOfRuns({ userId: 'a' })).toBe('Runs');
});

test('the filters are those of the history', () => {
  expect(filtersOf(week)).toEqual([
    'is_bulk_parent:false',
    'is_startup:false',
    'status:failed',
    'end_reason~:cancelled',
    'end_reason~:refused',
    'start_time:gte:2026-11-23T05:00:00.000Z',
    'start_time:lt:2026-11-30T05:00:00.000Z',
  ]);
});
