import { expect, test } from 'vitest';
import { dayAfter, dayAt, weeksOf } from './weeks';

test('weeks begin on the Monday of the first day and have the last day', () => {
  expect(weeksOf('Etc/UTC', '2026-11-18', '2026-11-29').map(({ monday }) => monday)).toEqual([
    '2026-11-16',
    '2026-11-23',
  ]);
  expect(weeksOf('Etc/UTC', '2026-11-23', '2026-11-23')).toHaveLength(1);
  expect(weeksOf('Etc/UTC', '2026-11-29', '2026-11-18')).toEqual([]);
});

test('weeks begin at midnight of their zone, also where clocks change or are off by a quarter of an hour', () => {
  const [week] = weeksOf('America/New_York', '2026-10-26', '2026-10-26');
  expect(new Date(week?.startMs ?? 0).toISOString()).toBe('2026-10-26T04:00:00.000Z');
  expect(new Date(week?.endMs ?? 0).toISOString()).toBe('2026-11-02T05:00:00.000Z');
  const [nepal] = weeksOf('Asia/Kathmandu', '2026-11-23', '2026-11-23');
  expect(new Date(nepal?.startMs ?? 0).toISOString()).toBe('2026-11-22T18:15:00.000Z');
});

test('the day depends on the zone', () => {
  const at = Date.parse('2026-11-27T02:00:00Z');
  expect(dayAt('Etc/UTC', at)).toBe('2026-11-27');
  expect(dayAt('America/New_York', at)).toBe('2026-11-26');
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28');
});
