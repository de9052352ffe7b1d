import { expect, test } from 'vitest';
import { formWith, reduceForm } from '@/components/input-form/state/form-state';
import { MISSING } from '@/lib/inputs/is-empty';
import { stopWords } from './stop-words';

const names = new Map(['a', 'b', 'c', 'd', 'e'].map((key) => [key, `Input ${key.toUpperCase()}`]));

const refused = (...issues: [key: string, message: string][]) =>
  reduceForm(formWith({}), {
    type: 'refuse',
    issues: issues.map(([key, message]) => ({ key, message })),
  });

test('says what to fill in and what to correct, and whom to ask', () => {
  expect(stopWords(refused(['a', MISSING], ['b', MISSING], ['c', 'Too long']), names, 'Dana Lee')).toBe(
    "Fill in Input A and Input B. Fix Input C. If you don't know what to enter, talk to the command's creator, Dana Lee.",
  );
  expect(stopWords(refused(['a', MISSING]), names, 'Dana Lee', 'Dana Lee')).toBe('Fill in Input A.');
  expect(stopWords(refused(['c', 'Too long']), names, null)).toBe('Fix Input C.');
});

test('names the first of many', () => {
  const all = [...names.keys()].map((key): [string, string] => [key, MISSING]);
  expect(stopWords(refused(...all), names, null)).toMatch(/^Fill in Input A, Input B, Input C, and 2 more\./);
});

test('is silent about what is fixed, what nobody pressed Run with, and what the form does not have', () => {
  expect(stopWords(refused(['unknown', MISSING]), names, null)).toBeNull();
  expect(stopWords({ ...formWith({}), errors: { a: MISSING } }, names, null)).toBeNull();
  expect(stopWords({ ...refused(['a', MISSING]), errors: {} }, names, null)).toBeNull();
});
