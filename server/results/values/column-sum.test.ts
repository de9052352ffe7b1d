import { expect, it } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import { ColumnSum } from './column-sum';

it('adds up numbers of a document that keep their digits', () => {
  const sum = new ColumnSum('minutes');
  sum.document(parseExactJson('[{"minutes": 10.50}, {"minutes": 3}, {"minutes": "2.25"}, {"minutes": 1e1}]'));
  expect(sum.total).toBe(25.75);
});

it('adds up cells of a table that keep their digits', () => {
  const sum = new ColumnSum('minutes');
  sum.table([
    { name: 'ticket', type: 'text' },
    { name: 'minutes', type: 'jsonb' },
  ]);
  sum.row(['A', parseExactJson('12.50')]);
  sum.row(['B', null]);
  expect(sum.total).toBe(12.5);
});
