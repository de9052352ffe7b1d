import { expect, test } from 'vitest';
import { summariseValues } from './values-summary';

test('the first values are told, the others counted', () => {
  expect(summariseValues({ order_id: 10248, amount: '80.00', note: null, x: 1, y: [1, 2] })).toBe(
    'order_id 10248 · amount 80.00 · note null · +2',
  );
});

test('a long value is cut between characters, and line breaks do not break the line', () => {
  expect(summariseValues({ text: `a\n${'😀'.repeat(40)}` })).toBe(`text a ${'😀'.repeat(29)}…`);
});

test('a run without values has no summary', () => {
  expect(summariseValues({})).toBe('');
});
