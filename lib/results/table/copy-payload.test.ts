import { expect, test } from 'vitest';
import { payloadAsText } from './copy-payload';

const table = { columns: [{ name: 'a', type: 'text' }], rows: [['x']] };

test('each kind of result is copied as its readers take it', () => {
  expect(payloadAsText(table)).toBe('a\nx');
  expect(payloadAsText([table, table])).toBe('a\nx\n\na\nx');
  expect(payloadAsText({ a: [] })).toBe('{\n  "a": []\n}');
  expect(payloadAsText([])).toBe('[]');
  expect(payloadAsText('9007199254740993')).toBe('9007199254740993');
  expect(payloadAsText(null)).toBe('');
});
