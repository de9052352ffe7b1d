import { expect, test } from 'vitest';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { dividersOf, itemsIn, splitTyped } from './list-items';

test('pasted text is separated at line breaks, tabs, and the divider', () => {
  expect(itemsIn('A-1\nA-2\r\nA-3\rA-4', ',')).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
  expect(itemsIn('A-1\tA-2\nA-3, A-4', ',')).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
  expect(itemsIn('\n A-1 \n\n,\t\n A-2 \n', ',')).toEqual(['A-1', 'A-2']);
});

test('places keep their commas, and are separated by semicolons', () => {
  const dividers = dividersOf({ key: 'locations', type: postgresInputTypeByName('text[]') });
  expect(itemsIn('Seattle, WA\nPortland, OR; Boise, ID', dividers)).toEqual([
    'Seattle, WA',
    'Portland, OR',
    'Boise, ID',
  ]);
});

test.each([
  ['integer[]', '1; 2;3,4\n5', ['1', '2', '3', '4', '5']],
  ['numeric[]', '1.5;2', ['1.5', '2']],
  ['date[]', '2026-11-29; 2026-11-30', ['2026-11-29', '2026-11-30']],
  ['text[]', 'a; b, c', ['a; b', 'c']],
])('semicolons separate items that cannot contain one: %s', (typeName, text, items) => {
  const dividers = dividersOf({ key: 'ids', type: postgresInputTypeByName(typeName) });
  expect(itemsIn(text, dividers)).toEqual(items);
});

test('an item is finished by any separator', () => {
  expect(splitTyped('a,b\tc', ',')).toEqual({ finished: 'a,b\t', rest: 'c' });
  expect(splitTyped('a;b', ',')).toEqual({ finished: '', rest: 'a;b' });
});
