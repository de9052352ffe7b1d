import { expect, test } from 'vitest';
import { chartOfDays, durationsOf, outcomesOf } from './usage-words';
import type { Usage } from './use-usage';

const usage = (more: Partial<Usage>): Usage => ({
  name: 'Refund',
  allTime: 0,
  allTimeWebFilters: [],
  pastMonth: 0,
  pastMonthWebFilters: [],
  days: [],
  outcomes: { success: 0, failed: 0, canceled: 0, inProgress: 0 },
  durations: null,
  runners: [],
  otherRunners: { people: 0, totalUsage: 0, recentUsage: 0 },
  ...more,
});

test('a day is one bar, under its date wherever the reader is', () => {
  const chart = chartOfDays([
    { day: '2026-11-01', runs: 1 },
    { day: '2026-11-02', runs: 1204 },
  ]);
  expect(chart.series[0]?.points).toEqual([
    { at: 'Nov 1', value: 1, exact: '1 run' },
    { at: 'Nov 2', value: 1204, exact: '1,204 runs' },
  ]);
});

test('outcomes have shares, which never round to all or none', () => {
  const outcomes = { success: 9_994, failed: 5, canceled: 0, inProgress: 1 };
  expect(outcomesOf(usage({ pastMonth: 10_000, outcomes }))).toEqual([
    { label: 'Succeeded', said: '9,994 (99.9%)' },
    { label: 'Failed', said: '5 (under 0.1%)' },
    { label: 'In progress', said: '1 (under 0.1%)' },
  ]);
  const half = { success: 1, failed: 1, canceled: 0, inProgress: 0 };
  expect(outcomesOf(usage({ pastMonth: 2, outcomes: half })).map(({ said }) => said)).toEqual([
    '1 (50%)',
    '1 (50%)',
  ]);
  expect(outcomesOf(usage({})).map(({ said }) => said)).toEqual(['0', '0']);
});

test('durations say which runs they are of', () => {
  const outcomes = { success: 20_000, failed: 0, canceled: 0, inProgress: 0 };
  const of = (runs: number) =>
    durationsOf(usage({ outcomes, durations: { runs, medianMs: 40, p95Ms: 1200 } }))?.of;
  expect(of(20_000)).toBe('Of the 20,000 runs that succeeded in the past 30 days.');
  expect(of(10_000)).toBe('Of the latest 10,000 runs that succeeded in the past 30 days.');
  expect(durationsOf(usage({ outcomes }))).toBeNull();
});
