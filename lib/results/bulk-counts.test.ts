import { expect, it } from 'vitest';
import { bulkCountsText, leftOutWords } from './bulk-counts';

it.each([
  { failed: 0, canceled: 0, text: '1,030 rows', leftOut: null },
  { failed: 15, canceled: 0, text: '1,015 of 1,030 rows succeeded, 15 failed', leftOut: '15 failed rows' },
  {
    failed: 15,
    canceled: 2,
    text: '1,013 of 1,030 rows succeeded, 15 failed, 2 canceled',
    leftOut: '15 failed and 2 canceled rows',
  },
  { failed: 0, canceled: 1, text: '1,029 of 1,030 rows succeeded, 1 canceled', leftOut: '1 canceled row' },
])('says how the rows of a bulk run ended: $text', ({ failed, canceled, text, leftOut }) => {
  expect(bulkCountsText({ total: 1030, failed, canceled }, true)).toBe(text);
  expect(leftOutWords({ failed, canceled })).toBe(leftOut);
});

it('counts no row as succeeded before the last one has ended', () => {
  expect(bulkCountsText({ total: 30, failed: 10, canceled: 0 }, false)).toBe('10 of 30 rows failed');
  expect(bulkCountsText({ total: 30, failed: 10, canceled: 2 }, false)).toBe(
    '10 of 30 rows failed, 2 canceled',
  );
  expect(bulkCountsText({ total: 30, failed: 0, canceled: 2 }, false)).toBe('2 of 30 rows canceled');
});
