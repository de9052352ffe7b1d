import { expect, test } from 'vitest';
import { figureCsv } from './figure-table';

test('a table is saved as CSV, without formulas', () => {
  const columns = [{ label: 'Directory' }, { label: 'Name' }, { label: 'Lifetime', isNumber: true }];
  const rows = [
    { key: '1', cells: [{ value: 'A, B' }, { value: '=1+1' }, { value: 1200 }] },
    { key: '2', cells: [{ value: '' }, { value: 'Refund' }, { value: -3 }] },
  ];
  expect(figureCsv({ columns, rows })).toBe('Directory,Name,Lifetime\n"A, B",\'=1+1,1200\n,Refund,-3');
});
