import { expect, it } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import type { RowTerm } from '@/lib/settings/condition-terms';
import { rowHolds } from './row-terms';

const holds = (test: RowTerm['test'], values: string[], cell: JsonValue) =>
  rowHolds([{ key: 'a', test, values }], ['b', 'a'])([1, cell]);

it.each<[RowTerm['test'], string[], JsonValue, boolean]>([
  ['is', ['Refunded', 'canceled'], 'refunded', true],
  ['is', ['refunded'], 'placed', false],
  ['is', ['10.5'], '10.50', true],
  ['is', ['10.5'], parseExactJson('10.50'), true],
  ['is', ['12345678901234567890'], parseExactJson('12345678901234567891'), false],
  ['is', ['true'], true, true],
  ['is', ['a'], null, false],
  ['is_not', ['refunded', 'canceled'], 'placed', true],
  ['is_not', ['refunded', 'placed'], 'placed', false],
  ['is_not', ['refunded'], null, true],
  ['is_filled', [], 0, true],
  ['is_filled', [], '', false],
  ['is_empty', [], null, true],
  ['is_empty', [], 'x', false],
  ['is_more_than', ['100'], '$1,200.00', true],
  ['is_more_than', ['100'], 100, false],
  ['is_more_than', ['100'], null, false],
  ['is_less_than', ['2026-06-01'], '2026-05-31 23:59:59', true],
  ['is_less_than', ['2026-06-01'], '2026-06-01 00:00:00', false],
  ['is_more_than', ['soon'], 5, false],
])('%s %j of %j is %s', (test, values, cell, expected) => {
  expect(holds(test, values, cell)).toBe(expected);
});

it('all terms must hold, none of a column that is missing or masked', () => {
  const status = { key: 'status', test: 'is_not', values: ['refunded'] } as const;
  const total = { key: 'total', test: 'is_more_than', values: ['0'] } as const;
  const both = rowHolds(
    [
      { ...status, values: [...status.values] },
      { ...total, values: ['0'] },
    ],
    ['status', 'total'],
  );
  expect(
    [
      ['placed', 5],
      ['refunded', 5],
      ['placed', 0],
    ].map((row) => both(row)),
  ).toEqual([true, false, false]);
  expect(rowHolds([], ['status'])(['placed'])).toBe(true);
  expect(rowHolds([{ key: 'gone', test: 'is_empty', values: [] }], ['status'])(['placed'])).toBe(false);
  expect(holds('is_not', ['refunded'], MASKED_VALUE)).toBe(false);
  expect(holds('is_filled', [], MASKED_VALUE)).toBe(false);
});
