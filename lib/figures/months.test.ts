import { expect, test } from 'vitest';
import { monthsOf } from './months';

const shown = (zone: string, since: string, until: string) =>
  monthsOf(zone, since, until).map(({ month, startMs, endMs }) => [
    month,
    new Date(startMs).toISOString(),
    new Date(endMs).toISOString(),
  ]);

test('months have their wanted days, in their zone', () => {
  expect(shown('America/New_York', '2026-10-30', '2026-12-01')).toEqual([
    ['2026-10', '2026-10-30T04:00:00.000Z', '2026-11-01T04:00:00.000Z'],
    ['2026-11', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ['2026-12', '2026-12-01T05:00:00.000Z', '2026-12-02T05:00:00.000Z'],
  ]);
  expect(shown('Etc/UTC', '2026-12-31', '2027-01-31')).toEqual([
    ['2026-12', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2027-01', '2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
  ]);
});
