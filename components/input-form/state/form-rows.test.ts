import { expect, test } from 'vitest';
import { placesOf } from './form-rows';

const field = { isWide: false, span: null, breaksLine: false };
const wide = { ...field, isWide: true };
const breaking = { ...field, breaksLine: true };
const of = (span: number) => ({ ...field, span });

/** Rows as the widths in them: a field that starts a row is preceded by a bar. */
const rows = (fields: Parameters<typeof placesOf>[0]) =>
  placesOf(fields)
    .map(({ span, startsRow }) => `${startsRow ? '| ' : ''}${span}`)
    .join(' ');

test.each([
  ['no field', [], ''],
  ['a single field takes half of the row', [field], '| 6'],
  ['two share a row', [field, field], '| 6 6'],
  ['three share a row', [field, field, field], '| 4 4 4'],
  ['the last three of five share a row', [field, field, field, field, field], '| 6 6 | 4 4 4'],
  ['a lone field before a wide one takes half of its row', [field, wide, field, field], '| 6 | 12 | 6 6'],
  ['fields before and after a wide one are placed apart', [field, field, field, wide], '| 4 4 4 | 12'],
  ['a line break starts a row', [field, field, breaking], '| 6 6 | 6'],
  ['chosen widths are kept', [of(3), of(9), of(4)], '| 3 9 | 4'],
  ['a field without a width takes what its row has left', [of(8), field], '| 8 4'],
  ['several share it', [of(3), field, field], '| 3 5 4'],
  ['a wide field gets its own row next to chosen widths', [of(6), wide, of(6)], '| 6 | 12 | 6'],
  ['a chosen width that no longer fits starts a row', [of(8), of(8)], '| 8 | 8'],
])('%s', (_, fields, expected) => {
  expect(rows(fields)).toBe(expected);
});
