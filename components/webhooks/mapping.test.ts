import { expect, test } from 'vitest';
import { exactJson, parseExactJson } from '@/lib/base/exact-json';
import type { Input } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { givenInputs, originsOf, readBody } from './mapping';

const list: Input = {
  key: 'ids',
  type: postgresInputTypeByName('numeric[]'),
  defaultExpression: null,
  inputId: 1,
  templateInputId: 1,
  ...unconfigured,
};

test('a fixed list keeps all digits of its numbers when its webhook is saved again', () => {
  const valueJson = parseExactJson('[9007199254740993,10.50]');
  const saved = [{ inputId: 1, path: null, valueJson, input: list }];
  const [given] = givenInputs([list], originsOf([list], saved));
  expect(exactJson(given)).toBe('{"inputId":1,"valueJson":[9007199254740993,10.50]}');
});

test('a test delivery has the numbers that were typed', () => {
  expect(exactJson(readBody('{"id": 9007199254740993, "price": 10.50}')?.body)).toBe(
    '{"id":9007199254740993,"price":10.50}',
  );
  expect(readBody('{"id": }')).toBeNull();
});
