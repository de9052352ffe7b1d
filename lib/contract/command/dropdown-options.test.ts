import { expect, test } from 'vitest';
import { z } from 'zod';
import { exactJson } from '@/lib/base/exact-json';
import { listDropdownOptions } from './dropdown-options';

test('values in the address of a request for options keep all digits of their numbers', () => {
  const sent = { values: '{"price":10.50}', chosen: '[9007199254740993]' };
  const read = z.decode(listDropdownOptions.query, sent);
  expect(exactJson(read)).toBe('{"values":{"price":10.50},"chosen":[9007199254740993]}');
  expect(z.encode(listDropdownOptions.query, read)).toEqual(sent);
});
