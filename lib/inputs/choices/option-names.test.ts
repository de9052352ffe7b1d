import { expect, test } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { namedValue, optionNames } from './option-names';

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

test('a value is named as the form names it, alone and in a list, but for values of a dropdown', () => {
  const type = { jsonType: 'string', options: ['wrong_size', 'in-transit'] } as InputType;
  expect(namedValue({ type, dropdownId: null }, 'wrong_size')).toBe('Wrong size');
  expect(namedValue({ type, dropdownId: null }, ['in-transit', 'other', 3])).toEqual([
    'In transit',
    'other',
    3,
  ]);
  expect(namedValue({ type, dropdownId: 4 }, 'wrong_size')).toBe('wrong_size');
});
