import { expect, test } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import { MASKED, SECRET_MARK } from '@/lib/base/secret-mark';
import { shownValue } from './shown-value';

test('S90 a value is shown whole: text as it is, anything else as JSON', () => {
  const long = 'x'.repeat(10_000);
  expect(shownValue(long)).toBe(long);
  expect(shownValue('one\n\ttwo  ')).toBe('one\n\ttwo  ');
  expect(shownValue('')).toBe('(empty text)');
  expect([null, 0, true].map(shownValue)).toEqual(['null', '0', 'true']);
  expect(shownValue({ to: ['a', 1] })).toBe('{\n  "to": [\n    "a",\n    1\n  ]\n}');
});

test('S90 characters that nobody sees, or that turn text around, are named', () => {
  expect(shownValue('refund\u202e001\u200b\u0000')).toBe('refund⟨U+202E⟩001⟨U+200B⟩⟨U+0000⟩');
  expect(shownValue(['a\u2066b'])).toContain('a⟨U+2066⟩b');
});

test('S90 a secret is dots, and nothing else can pass for one', () => {
  expect(shownValue(SECRET_MARK)).toBe(MASKED);
  expect(shownValue({ user: 'ann', password: SECRET_MARK })).toContain(`"password": "${MASKED}"`);
  expect(shownValue({ is_set: true, amount: 9000 })).toContain('9000');
});

test('S90 a number is shown with its digits', () => {
  expect(shownValue(parseExactJson('10.50'))).toBe('10.50');
  expect(shownValue(parseExactJson('[10.50]'))).toBe('[\n  10.50\n]');
});
