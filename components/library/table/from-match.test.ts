import { expect, test } from 'vitest';
import { fromMatch } from './from-match';

const TEXT = 'Looks up products by SKU, in the order you give them';

test('a late match is near the start of what is shown', () => {
  expect(fromMatch(TEXT, ['order'])).toBe('…in the order you give them');
});

test('a text without a match, or with an early one, stays whole', () => {
  expect(fromMatch(TEXT, [])).toBe(TEXT);
  expect(fromMatch(TEXT, ['refund'])).toBe(TEXT);
  expect(fromMatch(TEXT, ['products', 'order'])).toBe(TEXT);
});
