import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { readDefault } from './default-literal';

test.each<[string, string, JsonValue]>([
  ['integer', '10', 10],
  ['integer', "'-5'::integer", -5],
  ['integer', '(-5)', -5],
  ['bigint', "'9223372036854775807'::bigint", '9223372036854775807'],
  ['numeric', '1.50', '1.50'],
  ['text', "'abc'::text", 'abc'],
  ['text', "'it''s'::text", "it's"],
  ['text', "E'a\\\\b'::text", 'a\\b'],
  ['text', "'10'::text", '10'],
  ['varchar(10)', "'x'::character varying(10)", 'x'],
  ['boolean', 'true', true],
  ['boolean', "'f'::boolean", false],
  ['date', "'2026-01-01'::date", '2026-01-01'],
  ['interval', "'1 day'::interval", '1 day'],
  ['jsonb', '\'{"a": [1]}\'::jsonb', { a: [1] }],
  ['text[]', "'{}'::text[]", []],
  ['text[]', 'ARRAY[]::text[]', []],
  ['integer[]', "'{1,NULL,3}'::integer[]", [1, null, 3]],
  ['shop.mood', "'ok'::shop.mood", 'ok'],
  ['shop.mood', `'ok'::"odd schema".mood`, 'ok'],
])('%s default %s is the value %j', (type, expression, value) => {
  expect(readDefault(expression, postgresInputTypeByName(type))).toEqual({ value, expression: null });
});

test.each([null, 'NULL', 'NULL::integer', 'NULL::character varying'])(
  '%s is not a default to show',
  (expression) => {
    expect(readDefault(expression, postgresInputTypeByName('integer'))).toEqual({
      value: null,
      expression: null,
    });
  },
);

test.each([
  ['timestamptz', 'now()'],
  ['date', 'CURRENT_DATE'],
  ['text', "'a'::text || 'b'::text"],
  ['text', "upper('a'::text)"],
  ['date', "'now'::text::date"],
  ['integer', '1 + 1'],
  ['integer', "'abc'::integer"],
  ['integer[]', 'ARRAY[1, 2]'],
])('%s default %s is an expression', (type, expression) => {
  expect(readDefault(expression, postgresInputTypeByName(type))).toEqual({ value: null, expression });
});
