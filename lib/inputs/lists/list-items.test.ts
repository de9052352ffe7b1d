import { expect, test } from 'vitest';
import { dividerOf, itemsIn, splitTyped } from './list-items';

test('pasted text is separated at line breaks, tabs, and the divider', () => {
  expect(itemsIn('A-1\nA-2\r\nA-3\rA-4', ',')).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
  expect(itemsIn('A-1\tA-2\nA-3, A-4', ',')).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
  expect(itemsIn('\n A-1 \n\n,\t\n A-2 \n', ',')).toEqual(['A-1', 'A-2']);
});

test('places keep their commas, and are separated by semicolons', () => {
  const divider = dividerOf('locations');
  expect(itemsIn('Seattle, WA\nPortland, OR; Boise, ID', divider)).toEqual([
    'Seattle, WA',
    'Portland, OR',
    'Boise, ID',
  ]);
});

test('an item is finished by any separator', () => {
  expect(splitTyped('a,b\tc', ',')).toEqual({ finished: 'a,b\t', rest: 'c' });
  expect(splitTyped('a;b', ',')).toEqual({ finished: '', rest: 'a;b' });
});
