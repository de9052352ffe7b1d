import { expect, it } from 'vitest';
import { likelyMeant, meantOrRelated } from './suggest';

const names = ['Find orders', 'Find customers', 'Refund an order', 'Undo a refund', 'Stock'];

it.each([
  ['find ordrs', ['Find orders']],
  ['fnd orders', ['Find orders']],
  ['refund', ['Refund an order', 'Undo a refund']],
  ['stokc', []],
  ['stok', ['Stock']],
  ['weather', []],
])('%s means %j', (typed, meant) => {
  expect(likelyMeant(typed, names)).toEqual(meant);
});

it.each([
  ['refund orders', ['Find orders', 'Refund an order', 'Undo a refund']],
  ['stok', ['Stock']],
  ['an a', []],
  ['weather', []],
])('%s means or is related to %j', (typed, found) => {
  expect(meantOrRelated(typed, names)).toEqual(found);
});
