import { expect, test } from 'vitest';
import { dayPresets } from './day-presets';

const today = new Date(2026, 2, 3);

test('a span ends today and counts it', () => {
  const chosen: string[] = [];
  const presets = dayPresets({ since: '', until: '' }, ({ since }) => chosen.push(since), today);
  for (const { onToggle } of presets) onToggle();
  expect(presets.map(({ label }) => label)).toEqual(['Today', '7 days', '30 days']);
  expect(chosen).toEqual(['2026-03-03', '2026-02-25', '2026-02-02']);
});

test('a chosen span is removed by choosing it again', () => {
  const changes: object[] = [];
  const presets = dayPresets({ since: '2026-02-25', until: '' }, (days) => changes.push(days), today);
  expect(presets.map(({ isChosen }) => isChosen)).toEqual([false, true, false]);
  presets[1]?.onToggle();
  expect(changes).toEqual([{ since: '', until: '' }]);
});

test('a span that ends earlier matches no preset', () => {
  const presets = dayPresets({ since: '2026-02-25', until: '2026-03-01' }, () => undefined, today);
  expect(presets.some(({ isChosen }) => isChosen)).toBe(false);
});
