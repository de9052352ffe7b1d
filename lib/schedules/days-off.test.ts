import { expect, it } from 'vitest';
import { dayOffAt, dayOffWords } from './days-off';

const christmas = { date: '2026-12-25', name: 'Christmas' };

it('a time is on a day off by the date in the time zone of its job', () => {
  const evening = Date.parse('2026-12-24T23:30:00Z');
  expect(dayOffAt([christmas], 'UTC', evening)).toBeNull();
  expect(dayOffAt([christmas], 'Europe/Berlin', evening)).toBe(christmas);
  expect(dayOffAt([], 'Europe/Berlin', evening)).toBeNull();
});

it('a day off is named if it has a name', () => {
  expect(dayOffWords(christmas)).toBe('Day off: Christmas');
  expect(dayOffWords({ ...christmas, name: '' })).toBe('Day off');
});
