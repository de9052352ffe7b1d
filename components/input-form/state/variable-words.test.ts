import { expect, test } from 'vitest';
import { fixedValueWords } from './variable-words';

test('a fixed value says where it is from', () => {
  expect(fixedValueWords({ variable: null })).toBe('Set by the command');
  expect(fixedValueWords({ variable: 'user_email' })).toBe('Taken from your profile');
  expect(fixedValueWords({ variable: 'region' })).toBe(
    'Set when you signed in, by a startup command (variable “region”)',
  );
});
