import { expect, test } from 'vitest';
import { withMostWords } from './some-words';

const found = (words: string[]) =>
  withMostWords(words, ['find orders of a customer', 'orders of a day', 'refund an order'], (text) => text);

test('those with the most of the words are found, in their order', () => {
  expect(found(['late', 'orders'])).toEqual(['find orders of a customer', 'orders of a day']);
  expect(found(['late', 'customer', 'orders'])).toEqual(['find orders of a customer']);
});

test('short words and repeated ones do not count, and no word finds nothing', () => {
  expect(found(['of', 'a', 'refund'])).toEqual(['refund an order']);
  expect(found(['order', 'order', 'find'])).toEqual(['find orders of a customer']);
  expect(found(['of', 'a'])).toEqual([]);
  expect(found(['late'])).toEqual([]);
  expect(found([])).toEqual([]);
});
