import { expect, it } from 'vitest';
import { startupRow } from './startup-row';

const table = (...rows: (string | number)[][]) => ({
  columns: [
    { name: 'region', type: 'text' },
    { name: '__proto__', type: 'text' },
  ],
  rows,
});

it('is the only row of all tables, with every column', () => {
  const row = startupRow({ payloadFormat: 'json.table.rowwise', payload: table(['EMEA', 'x']) });
  expect(Object.entries(row ?? {})).toEqual([
    ['region', 'EMEA'],
    ['__proto__', 'x'],
  ]);
  expect(
    startupRow({ payloadFormat: 'json.multiset.rowwise', payload: [table(), table(['EMEA', 'x'])] }),
  ).toMatchObject({ region: 'EMEA' });
  expect(startupRow({ payloadFormat: 'json', payload: { region: 'EMEA' } })).toEqual({ region: 'EMEA' });
  expect(startupRow({ payloadFormat: 'json', payload: [{ region: 'EMEA' }] })).toEqual({ region: 'EMEA' });
});

it.each([
  ['json.table.rowwise', table()],
  ['json.table.rowwise', table(['a', 'b'], ['c', 'd'])],
  ['json.multiset.rowwise', [table(['a', 'b']), table(['c', 'd'])]],
  ['json.multiset.rowwise', []],
  ['json', [{ a: 1 }, { a: 2 }]],
  ['json', 'text'],
  ['single_value', 7],
  ['empty', null],
  [null, null],
])('has no row in %s %j', (payloadFormat, payload) => {
  expect(startupRow({ payloadFormat, payload })).toBeNull();
});
