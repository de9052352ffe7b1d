import { expect, test } from 'vitest';
import { filterPalette, firstOf, nothingWords, someOf } from './palette-filter';

const action = (label: string, description = '', keywords: string[] = []) => ({
  id: label,
  label,
  description,
  keywords,
});
const all = [
  {
    group: 'Commands',
    actions: [
      action('Monthly revenue', 'Orders, revenue and refunds of a year'),
      action('Track a parcel', '', ['GET /parcels/{parcelId}']),
      action('Undo a refund'),
      action('Refund an order', '', ['shop.refund_order']),
    ],
  },
  { group: 'Go to', actions: [action('History'), action('Audit log')] },
];
const found = (query: string) =>
  filterPalette(query, all).map(({ group, actions }) => [group, ...actions.map(({ label }) => label)]);

test('what begins so comes before what has a word that does, and that before what only mentions it', () => {
  expect(found('refund')).toEqual([['Commands', 'Refund an order', 'Undo a refund', 'Monthly revenue']]);
});

test('words may be left out, shortened and come in any order', () => {
  expect(found('ord refund')).toEqual([['Commands', 'Refund an order', 'Monthly revenue']]);
  expect(found('parcels track')).toEqual([['Commands', 'Track a parcel']]);
});

test('a slip is forgiven where nothing is closer', () => {
  expect(found('trck par')).toEqual([['Commands', 'Track a parcel']]);
  expect(found('hstory')).toEqual([['Go to', 'History']]);
  expect(found('zz')).toEqual([]);
});

test('the group with the closest comes first', () => {
  expect(found('aud')).toEqual([['Go to', 'Audit log']]);
  expect(found('')).toHaveLength(2);
});

test('a search that nothing matches finds what has the most of its words', () => {
  const commands = all[0]?.actions ?? [];
  const some = (query: string) => someOf(query, commands).map(({ label }) => label);
  expect(some('late refund')).toEqual(['Monthly revenue', 'Undo a refund', 'Refund an order']);
  expect(some('Late refund_order')).toEqual(['Monthly revenue', 'Refund an order']);
  expect(some('late')).toEqual([]);
});

test('a list is cut across its groups', () => {
  expect(firstOf(all, 5).map(({ group, actions }) => [group, actions.length])).toEqual([
    ['Commands', 4],
    ['Go to', 1],
  ]);
  expect(firstOf(all, 2)).toHaveLength(1);
});

test('what could not be looked through is said', () => {
  expect(nothingWords([])).toBe('Nothing found.');
  expect(nothingWords(['commands', 'people'])).toBe(
    'Nothing found, but commands and people could not be loaded.',
  );
});
