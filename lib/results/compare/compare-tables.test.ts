import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { ResultTable } from '../table/result-table';
import { compareJson } from './compare-json';
import { compareTables, suggestKey } from './compare-tables';

const table = (names: string[], rows: JsonValue[][]): ResultTable => ({
  columns: names.map((name) => ({ name, type: 'text' })),
  rows,
});

const orders = ['order_id', 'status', 'total'];
const before = table(orders, [
  ['1', 'open', '5.00'],
  ['2', 'open', '6.00'],
  ['3', 'paid', '7.00'],
]);
const after = table(orders, [
  ['1', 'paid', '5.00'],
  ['3', 'paid', '7.00'],
  ['4', 'open', '8.00'],
]);

describe('two tables', () => {
  it('are compared row by row by their key, and what was removed stays in its place', () => {
    const { rows, counts } = compareTables(before, after, ['order_id']);
    expect(counts).toEqual({ same: 1, changed: 1, added: 1, removed: 1 });
    expect(rows.map(({ kind, a, b }) => [kind, a?.[0] ?? null, b?.[0] ?? null])).toEqual([
      ['changed', '1', '1'],
      ['removed', '2', null],
      ['same', '3', '3'],
      ['added', null, '4'],
    ]);
    expect(rows[0]).toMatchObject({ changed: new Set([1]) });
  });

  it('without a key have only equal, added, and removed rows', () => {
    expect(compareTables(before, after, []).counts).toEqual({ same: 1, changed: 0, added: 2, removed: 2 });
  });

  it('match rows that share a key in their order', () => {
    const twice = table(
      ['id', 'word'],
      [
        ['1', 'a'],
        ['1', 'b'],
      ],
    );
    const once = table(['id', 'word'], [['1', 'a']]);
    expect(compareTables(twice, once, ['id']).rows.map(({ kind }) => kind)).toEqual(['same', 'removed']);
  });

  it('show columns that only one of them has, which make no row different', () => {
    const wider = table(
      [...orders, 'note'],
      after.rows.map((row) => [...row, 'new']),
    );
    const { columns, counts } = compareTables(after, wider, ['order_id']);
    expect(columns.map(({ name, a, b }) => [name, a, b])).toEqual([
      ['order_id', 0, 0],
      ['status', 1, 1],
      ['total', 2, 2],
      ['note', null, 3],
    ]);
    expect(counts).toEqual({ same: 3, changed: 0, added: 0, removed: 0 });
  });

  it('suggest a key: a column that tells all rows apart, ids before others', () => {
    expect(suggestKey(before, after)).toEqual(['order_id']);
    expect(suggestKey(table(['total', 'id'], [['1', '2']]), table(['total', 'id'], [['1', '2']]))).toEqual([
      'id',
    ]);
    expect(suggestKey(table(['word'], [['a'], ['a']]), table(['word'], [['a']]))).toEqual([]);
    expect(suggestKey(table(['word'], [[null]]), table(['word'], [['a']]))).toEqual([]);
  });

  const cell = fc.constantFrom<JsonValue>(null, '', '1', '2', 3, true, { a: 1 });
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 12 });
  it('lose no row of either, whatever the key', () => {
    fc.assert(
      fc.property(rows, rows, fc.constantFrom<string[]>([], ['x'], ['x', 'y']), (left, right, key) => {
        const [a, b] = [table(['x', 'y'], left), table(['x', 'y'], right)];
        const compared = compareTables(a, b, key);
        const { same, changed, added, removed } = compared.counts;
        expect(same + changed + removed).toBe(left.length);
        expect(same + changed + added).toBe(right.length);
        expect(compared.rows.flatMap((row) => (row.b === null ? [] : [row.b]))).toEqual(right);
        expect(compareTables(a, a, key).counts).toEqual({
          same: left.length,
          changed: 0,
          added: 0,
          removed: 0,
        });
      }),
    );
  });
});

describe('two JSON documents', () => {
  it('differ at the places that people would name', () => {
    const a = { id: 1, items: [{ price: '1.00' }, { price: '2.00' }], gone: null };
    const b = { id: 1, items: [{ price: '1.50' }], note: 'new' };
    expect(compareJson(a, b)).toEqual([
      { path: 'items[0].price', a: '1.00', b: '1.50' },
      { path: 'items[1]', a: { price: '2.00' }, b: undefined },
      { path: 'note', a: undefined, b: 'new' },
      { path: 'gone', a: null, b: undefined },
    ]);
    expect(compareJson([1], { a: 1 })).toEqual([{ path: '', a: [1], b: { a: 1 } }]);
  });

  it('are the same as themselves', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compareJson(value as JsonValue, value as JsonValue)).toEqual([]);
      }),
    );
  });
});
