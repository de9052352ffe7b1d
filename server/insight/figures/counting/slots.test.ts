import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slotsOf } from './slots';

const QUARTER_MS = 900_000;
const at = (text: string): number => Date.parse(text);

const inWords = (since: string, until: string, longest?: 'day') =>
  slotsOf({ startMs: at(since), endMs: at(until) }, longest).map(
    ({ span, startMs, endMs }) =>
      `${span} ${new Date(startMs).toISOString().slice(0, 16)} ${new Date(endMs).toISOString().slice(0, 16)}`,
  );

test('a period is whole months of UTC, with days and quarters of an hour around them', () => {
  expect(inWords('2026-08-10T04:00Z', '2026-11-02T05:00Z')).toEqual([
    'quarter 2026-08-10T04:00 2026-08-11T00:00',
    'day 2026-08-11T00:00 2026-09-01T00:00',
    'month 2026-09-01T00:00 2026-11-01T00:00',
    'day 2026-11-01T00:00 2026-11-02T00:00',
    'quarter 2026-11-02T00:00 2026-11-02T05:00',
  ]);
  expect(inWords('2026-12-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
    'month 2026-12-01T00:00 2027-01-01T00:00',
  ]);
  expect(inWords('2026-12-01T00:00Z', '2027-01-01T00:00Z', 'day')).toEqual([
    'day 2026-12-01T00:00 2027-01-01T00:00',
  ]);
  expect(inWords('2026-12-01T03:00Z', '2026-12-01T09:00Z')).toEqual([
    'quarter 2026-12-01T03:00 2026-12-01T09:00',
  ]);
});

test('slots fill a period without gaps, and each is whole', () => {
  const quarter = fc.integer({
    min: at('2025-11-01T00:00Z') / QUARTER_MS,
    max: at('2027-03-01T00:00Z') / QUARTER_MS,
  });
  fc.assert(
    fc.property(quarter, quarter, fc.constantFrom('day', 'month'), (one, other, longest) => {
      const period = { startMs: Math.min(one, other) * QUARTER_MS, endMs: Math.max(one, other) * QUARTER_MS };
      const slots = slotsOf(period, longest);
      let reached = period.startMs;
      for (const { span, startMs, endMs } of slots) {
        expect(startMs).toBe(reached);
        if (span !== 'quarter') expect([startMs, endMs].map((ms) => ms % 86_400_000)).toEqual([0, 0]);
        if (span === 'month') expect([startMs, endMs].map((ms) => new Date(ms).getUTCDate())).toEqual([1, 1]);
        reached = endMs;
      }
      expect(reached).toBe(period.endMs);
    }),
  );
});
