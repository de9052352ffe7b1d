import { expect, test } from 'vitest';
import { z } from 'zod';
import { exactJson } from '@/lib/base/exact-json';
import { jsonText } from './json-text';
import { json } from './values';

test('a value in an address keeps all digits of its numbers, and what is no JSON is refused', () => {
  const schema = jsonText(z.array(json), 'Must be a JSON list');
  const read = z.decode(schema, '[10.50,9007199254740993]');
  expect(exactJson(read)).toBe('[10.50,9007199254740993]');
  expect(z.encode(schema, read)).toBe('[10.50,9007199254740993]');
  for (const text of ['[', '{}']) {
    expect(z.safeDecode(schema, text).error?.issues).toMatchObject([{ message: 'Must be a JSON list' }]);
  }
});
