import { expect, test } from 'vitest';
import { piecesOf } from './marked';

const marked = (text: string, ...terms: string[]) =>
  piecesOf(text, terms)
    .map(({ piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('');

test('every occurrence is marked, whatever its case', () => {
  expect(marked('Refund an order, refunded', 'refund', 'order')).toBe('[Refund] an [order], [refund]ed');
  expect(marked('Undo', 'refund')).toBe('Undo');
  expect(marked('', 'a')).toBe('');
});

test('the longest of several that begin together is marked', () => {
  expect(marked('refund_order', 'ref', 'refund')).toBe('[refund]_order');
});

test('a text whose length changes with its case is left alone', () => {
  expect(marked('İstanbul refund', 'refund')).toBe('İstanbul refund');
});
