import { expect, test } from 'vitest';
import { pastDays } from './past-days';

test('days begin at midnight of their time zone, also when its clocks change', () => {
  const days = pastDays('America/New_York', Date.parse('2026-03-10T03:30:00Z'), 3);
  expect(days.map(({ day, startMs }) => [day, new Date(startMs).toISOString()])).toEqual([
    ['2026-03-07', '2026-03-07T05:00:00.000Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z'],
  ]);
});

test('a day without a midnight begins when its clocks do', () => {
  const [day] = pastDays('America/Santiago', Date.parse('2026-09-06T12:00:00Z'), 1);
  expect([day?.day, new Date(day?.startMs ?? 0).toISOString()]).toEqual([
    '2026-09-06',
    '2026-09-06T04:00:00.000Z',
  ]);
});
