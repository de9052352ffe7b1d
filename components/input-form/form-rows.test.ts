import { expect, test } from 'vitest';
import { spansOf } from './form-rows';

const narrow = false;
const wide = true;

test.each([
  ['no field', [], []],
  ['a single field takes the whole row', [narrow], [6]],
  ['two share a row', [narrow, narrow], [3, 3]],
  ['three share a row', [narrow, narrow, narrow], [2, 2, 2]],
  ['the last three of five share a row', [narrow, narrow, narrow, narrow, narrow], [3, 3, 2, 2, 2]],
  ['a lone field before a wide one takes its row', [narrow, wide, narrow, narrow], [6, 6, 3, 3]],
  ['fields before and after a wide one are placed apart', [narrow, narrow, narrow, wide], [2, 2, 2, 6]],
] as const)('%s', (_, isWide, spans) => {
  expect(spansOf(isWide)).toEqual(spans);
});
