import { describe, expect, it } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import {
  differences,
  haveCommonValues,
  pairRows,
  UNEQUAL_COUNTS,
  valueOfText,
  withLine,
} from './bulk-values';
import { cellsOf, matchColumns, withCell } from './file-columns';
import { paceOf, timeLeftMs, withSample } from './pace';

const typed = (texts: Record<string, string>) =>
  pairRows(new Map(Object.entries(texts).map(([key, text]) => [key, { kind: 'typed', text }] as const)));

describe('pairing values', () => {
  it('pairs by order, repeats a single value, and leaves out an input without values', () => {
    expect(typed({ a: '1\n2\n3', b: 'x', c: '' })).toEqual({
      ok: true,
      rows: [
        { a: '1', b: 'x' },
        { a: '2', b: 'x' },
        { a: '3', b: 'x' },
      ],
    });
    expect(typed({ a: '', b: '  ' })).toEqual({ ok: true, rows: [] });
  });

  it('ignores empty lines and line ends of other systems', () => {
    expect(typed({ a: '1\r\n\r\n2\n', b: 'x\n\ny' })).toEqual({
      ok: true,
      rows: [
        { a: '1', b: 'x' },
        { a: '2', b: 'y' },
      ],
    });
  });

  it('refuses unequal counts with the documented message, and names the inputs', () => {
    expect(typed({ a: '1\n2\n3', b: 'x\ny', c: 'z' })).toEqual({
      ok: false,
      message: UNEQUAL_COUNTS,
      keys: ['b'],
    });
    expect(UNEQUAL_COUNTS).toBe(
      'All fields must have 1 value, 0 values, or the same number of multiple values',
    );
  });

  it('keeps the cells of a row together: an empty one stays empty, and a single one is not repeated', () => {
    const columns = new Map([
      ['a', { kind: 'file', cells: ['1', '2'] }],
      ['b', { kind: 'file', cells: ['', 'x'] }],
      ['c', { kind: 'typed', text: 'same' }],
    ] as const);
    expect(pairRows(columns)).toEqual({
      ok: true,
      rows: [
        { a: '1', c: 'same' },
        { a: '2', b: 'x', c: 'same' },
      ],
    });
  });
});

it('names what differs from the row above', () => {
  expect(differences(['a', 'b', 'c'], { a: '1', b: 'x' }, { a: '1', b: 'y', c: 'z' })).toEqual([
    { key: 'b', before: 'x', after: 'y' },
    { key: 'c', before: null, after: 'z' },
  ]);
});

it('reads lists by their separator or as JSON, and other values as they are', () => {
  const of = (jsonType: InputType['jsonType']) => ({ jsonType, element: null }) as InputType;
  expect(valueOfText({ key: 'tags', type: of('array') }, 'a, b,,c')).toEqual(['a', 'b', 'c']);
  expect(valueOfText({ key: 'locations', type: of('array') }, 'Berlin, DE; Oslo')).toEqual([
    'Berlin, DE',
    'Oslo',
  ]);
  expect(valueOfText({ key: 'tags', type: of('array') }, '["a, b"]')).toEqual(['a, b']);
  expect(valueOfText({ key: 'x', type: of('object') }, '{"a":1}')).toEqual({ a: 1 });
  expect(valueOfText({ key: 'x', type: of('object') }, '{a')).toBe('{a');
  expect(valueOfText({ key: 'x', type: of('number') }, '007')).toBe('007');
});

it('matches columns of a file by key or name, whatever their case, each once', () => {
  const inputs = [
    { key: 'order_id', displayName: null },
    { key: 'amount', displayName: 'Amount in EUR' },
    { key: 'note', displayName: null },
  ];
  const columns = ['Amount in eur', 'x', 'ORDER ID'];
  const matched = matchColumns(inputs, columns);
  expect([...matched]).toEqual([
    ['order_id', 2],
    ['amount', 0],
  ]);
  expect(cellsOf({ name: 'f', columns, rows: [['1', '2', '3'], ['4']] }, 2)).toEqual(['3', '']);
});

it.each(['Order #', 'order no.', 'Order number', 'p_order_id'])(
  'finds an order_id in a column %s',
  (column) => {
    const inputs = [{ key: 'order_id', displayName: 'Order ID' }];
    expect([...matchColumns(inputs, ['Order date', column])]).toEqual([['order_id', 1]]);
  },
);

it.each([
  ['Min. amount', ['min_amount', 1]],
  ['Min-amount:', ['min_amount', 1]],
  ['Customer', ['customer_name', 1]],
  ['Our customer name', ['customer_name', 1]],
  ['Min amount (EUR)', ['min_amount', 1]],
  // Both dates begin with it.
  ['Ship', null],
  ['Name', null],
])('next to an exact name, a column %s is %s', (column, expected) => {
  const inputs = [
    { key: 'row_limit', displayName: null },
    { key: 'min_amount', displayName: 'Min amount' },
    { key: 'customer_name', displayName: 'Customer name' },
    { key: 'ship_from', displayName: null },
    { key: 'ship_to', displayName: null },
  ];
  const others = [...matchColumns(inputs, ['Row limit', column])].slice(1);
  expect(others).toEqual(expected === null ? [] : [expected]);
  expect([...matchColumns(inputs, ['Something else', 'Customer'])]).toEqual([]);
});

it('says the pace of the last seconds and the time left', () => {
  const samples = [0, 1000, 2000, 12_000].reduce(
    (kept, atMs) => withSample(kept, { atMs, ended: atMs / 100 }),
    [] as { atMs: number; ended: number }[],
  );
  expect(samples.map(({ atMs }) => atMs)).toEqual([2000, 12_000]);
  expect(paceOf(samples)).toBe(10);
  expect(timeLeftMs(50, 10)).toBe(5000);
  expect(paceOf([])).toBeNull();
  expect(timeLeftMs(50, 0)).toBeNull();
});

it("takes the form's own words for yes and no, and those of sheets", () => {
  const active = { key: 'active', type: { jsonType: 'boolean' } as InputType };
  expect(
    ['Yes', ' NO ', '1', '0', 'true', 'maybe', '__proto__'].map((text) => valueOfText(active, text)),
  ).toEqual([true, false, true, false, 'true', 'maybe', '__proto__']);
  // A text or a number that happens to be such a word is itself.
  expect(valueOfText({ key: 'name', type: { jsonType: 'string' } as InputType }, 'Yes')).toBe('Yes');
});

it('finds whether rows next to each other have a value in common', () => {
  const inputs = [{ key: 'a' }, { key: 'b' }];
  expect(
    haveCommonValues(inputs, [
      { a: '1', b: 'x' },
      { a: '2', b: 'x' },
    ]),
  ).toBe(true);
  expect(
    haveCommonValues(inputs, [
      { a: '1', b: 'x' },
      { a: '2', b: 'y' },
      { a: '1', b: 'x' },
    ]),
  ).toBe(false);
  expect(haveCommonValues(inputs, [{ a: '1' }, { a: '2' }])).toBe(false);
});

describe('one row that a person changes', () => {
  it('gets a line of its own, also where all rows shared a value or had none', () => {
    expect(withLine('1\n2\n\n3', 3, 1, 'x')).toBe('1\nx\n3');
    expect(withLine('5', 3, 2, '6')).toBe('5\n5\n6');
    expect(withLine('', 2, 0, 'a')).toBe('a\nnull');
    expect(withLine('1\n2', 2, 0, ' ')).toBe('null\n2');
  });

  it('keeps its place in a file, which says that a person wrote it', () => {
    const table = { name: 'x', columns: ['a', 'b'], rows: [['1', '2'], ['3']] };
    const after = withCell(withCell(table, 1, 1, 'y'), 1, 0, 'z');
    expect(after.rows).toEqual([
      ['1', '2'],
      ['z', 'y'],
    ]);
    expect(after.edited).toEqual(new Map([[1, new Set([1, 0])]]));
    expect(table.rows[1]).toEqual(['3']);
  });
});
