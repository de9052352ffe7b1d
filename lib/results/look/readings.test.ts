import { expect, it } from 'vitest';
import { chooseRows } from './choose-rows';
import { readingsOf } from './readings';

it.each([
  ['Tents', ['tents']],
  ['2634', ['2634']],
  ['2,634', ['2,634', '2634', '2.634']],
  ['2.634', ['2.634', '2634']],
  ['1,354.35', ['1,354.35', '1354.35']],
  ['1.354,35', ['1.354,35', '1354.35']],
  ['1 234 567', ['1 234 567', '1234567']],
  ['-2’634', ['-2’634', '-2634']],
  ['354,35', ['354,35', '354.35']],
  ['1,23,456', ['1,23,456']],
  ['2026-06-30', ['2026-06-30']],
])('%s is looked for as %j', (typed, readings) => {
  expect(readingsOf(typed)).toEqual(readings);
});

it('a number is found as the table shows it', () => {
  const columns = [{ name: 'id', type: 'integer' }];
  const rows = [[2634], [26345], [99]];
  const found = (search: string) => chooseRows({ columns, rows }, { sort: null, search, filters: [] });
  expect(found('2,634')).toEqual([[2634], [26345]]);
  expect(found('26,345')).toEqual([[26345]]);
});
