import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moved, reordered } from './reorder';

const order = (text: string, wanted: Record<string, number>) =>
  reordered([...text], new Map(Object.entries(wanted))).join('');

test.each([
  ['nothing is moved', 'abcd', {}, 'abcd'],
  ['one moves up', 'abcd', { d: 1 }, 'adbc'],
  ['one moves down', 'abcd', { a: 2 }, 'bcad'],
  ['all are placed', 'abcd', { a: 3, b: 2, c: 1, d: 0 }, 'dcba'],
  ['a place beyond the end is the end', 'abcd', { a: 99 }, 'bcda'],
  ['two with one place end next to each other', 'abcd', { a: 1, b: 1 }, 'cbad'],
])('%s', (_, text, wanted, expected) => expect(order(text, wanted)).toBe(expected));

test('no item is lost or doubled, and each stands where it was put', () => {
  const places = fc.dictionary(fc.constantFrom(...'abcdef'), fc.nat(10));
  fc.assert(
    fc.property(places, (wanted) => {
      expect([...order('abcdef', wanted)].sort().join('')).toBe('abcdef');
      const [one] = Object.entries(wanted);
      if (one !== undefined) expect(order('abcdef', { [one[0]]: one[1] })[Math.min(one[1], 5)]).toBe(one[0]);
    }),
  );
});

test('moving is placing one', () => {
  expect(moved([...'abc'], 0, 2).join('')).toBe('bca');
  expect(moved([...'abc'], 7, 0).join('')).toBe('abc');
});
