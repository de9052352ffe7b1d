import { expect, it } from 'vitest';
import { bulkCountsText, leftOutWords } from './bulk-counts';

it.each([
  { failed: 0, canceled: 0, text: '1,030 rows', leftOut: null },
  { failed: 15, canceled: 0, text: '15 of 1,030 rows failed', leftOut: '15 failed rows' },
  {
    failed: 15,
    canceled: 2,
    text: '15 of 1,030 rows failed, 2 canceled',
    leftOut: '15 failed and 2 canceled rows',
  },
  { failed: 0, canceled: 1, text: '1 of 1,030 rows canceled', leftOut: '1 canceled row' },
])('says how the rows of a bulk run ended: $text', ({ failed, canceled, text, leftOut }) => {
  expect(bulkCountsText({ total: 1030, failed, canceled })).toBe(text);
  expect(leftOutWords({ failed, canceled })).toBe(leftOut);
});
