import { expect, test } from 'vitest';
import { type AnalyticsAddress, daysBefore, daysShown } from './analytics-address';

const TODAY = '2026-11-26';
const address = (more: Partial<AnalyticsAddress>): AnalyticsAddress => ({
  range: '90',
  since: '',
  until: '',
  zone: '',
  dropdowns: false,
  startup: false,
  command: null,
  commands: 0,
  runners: 0,
  ...more,
});
const shown = (more: Partial<AnalyticsAddress>) => daysShown(address(more), 'America/New_York', TODAY);

test('a range ends today', () => {
  expect(shown({ range: '7' })).toEqual({
    zone: 'America/New_York',
    since: '2026-11-20',
    until: '2026-11-26',
  });
  expect(shown({ range: '30' })).toMatchObject({ since: '2026-10-28', until: '2026-11-26' });
  expect(shown({ range: 'quarter' }).since).toBe('2026-10-01');
});

test('own days that make no sense become days that do', () => {
  const own = { range: 'own', since: '2026-11-20', until: '2026-11-21' } as const;
  expect(shown(own)).toMatchObject({ since: '2026-11-20', until: '2026-11-21' });
  expect(shown({ ...own, until: '2030-01-01' }).until).toBe('2026-11-26');
  expect(shown({ ...own, since: '2026-11-25' })).toMatchObject({ since: '2026-08-24', until: '2026-11-21' });
});

test('the days before are as many, right before', () => {
  const zone = 'Etc/UTC';
  expect(daysBefore({ zone, since: '2026-11-20', until: '2026-11-26' })).toEqual({
    zone,
    since: '2026-11-13',
    until: '2026-11-19',
  });
  expect(daysBefore({ zone, since: '2026-03-01', until: '2026-03-01' }).until).toBe('2026-02-28');
});
