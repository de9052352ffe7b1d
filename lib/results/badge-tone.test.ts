import { expect, test } from 'vitest';
import { badgeTone } from './badge-tone';

test.each([
  ['Paid', 'good'],
  ['ON_HOLD', 'caution'],
  ['in-progress', 'caution'],
  ['Cancelled', 'bad'],
])('%s is %s', (text, tone) => {
  expect(badgeTone(text)).toBe(tone);
});

test('a value whose word has no meaning always has the same tone, without one', () => {
  const tones = ['Boston', 'boston', 'Berlin', 'Kraków'].map(badgeTone);
  expect(tones[0]).toBe(tones[1]);
  for (const tone of tones) expect(['blue', 'violet', 'teal', 'pink']).toContain(tone);
});
