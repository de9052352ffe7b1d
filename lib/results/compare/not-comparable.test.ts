import { expect, test } from 'vitest';
import { whyNotRows, whyNotWhole } from './not-comparable';

const table = (...names: string[]) => ({ columns: names.map((name) => ({ name, type: 'text' })), rows: [] });
const none = { payload: null, payloadFormat: 'empty', tables: 0 } as const;
const rows = { payload: {}, payloadFormat: 'json.table.rowwise', tables: 1 } as const;
const text = { payload: 'x', payloadFormat: 'string', tables: 0 } as const;

test('tables without a common column are not called the same', () => {
  expect(whyNotRows(table('id', 'name'), table('name'))).toBeNull();
  expect(whyNotRows(table('a'), table('b', 'c'))).toBe(
    "The rows can't be compared: no column is in both results. A has a. B has b, c.",
  );
  expect(whyNotRows(table('1', '2', '3', '4', '5', '6', '7'), table('b'))).toContain(
    'A has 1, 2, 3, 4, 5, 2 more.',
  );
  expect(whyNotRows(table(), table('b'))).toBe('Only B has this result.');
  expect(whyNotRows(table('a'), table())).toBe('Only A has this result.');
  expect(whyNotRows(table(), table())).toBeNull();
});

test('a result is compared only with one of its kind', () => {
  expect(whyNotWhole(none, none)).toBeNull();
  expect(whyNotWhole(text, text)).toBeNull();
  expect(whyNotWhole(none, text)).toBe('Run A returned no result, so there is nothing to compare B with.');
  expect(whyNotWhole(rows, none)).toBe('Run B returned no result, so there is nothing to compare A with.');
  expect(whyNotWhole(text, rows)).toBe("The results can't be compared: B is a table, and A isn't.");
  expect(whyNotWhole({ payload: null, payloadFormat: 'single_value', tables: 0 }, text)).toBeNull();
});
