import { expect, test } from 'vitest';
import { optionNames } from './option-names';

test.each([
  ['wrong_size', 'Wrong size'],
  ['in-transit', 'In transit'],
  ['NOT_PAID', 'Not paid'],
  ['waiting', 'Waiting'],
  ['EUR', 'EUR'],
  ['Damaged on arrival', 'Damaged on arrival'],
  ['choice 7', 'choice 7'],
  ['TEN-0001', 'TEN-0001'],
  ['', ''],
])('the option %j is read as %j', (option, name) => {
  expect(optionNames([option, 'x y']).get(option)).toBe(name);
});

test('options that would get the same name stay as they are', () => {
  expect([...optionNames(['not_paid', 'NOT_PAID']).values()]).toEqual(['not_paid', 'NOT_PAID']);
});
