import { describe, expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import type { JsonValue } from '@/lib/base/json';
import type { Input, InputType } from '@/lib/inputs/input';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { checkValues } from './check-values';

const caller = { variables: { user_id: 'u', user_email: null, user_name: null } };
const described = (typeName: string, limits: InputType['constraints'] = {}): InputType => {
  const type = openapiInputType(typeName, {});
  return { ...type, constraints: { ...type.constraints, ...limits } };
};
const listOf = (element: InputType, constraints = {}): InputType => ({
  ...openapiInputType('array', {}),
  element,
  constraints,
});
const input = (type: InputType, settings: Partial<Input> = {}) => ({ ...sampleInput('a', settings), type });
const check = (only: Input, a: JsonValue, leaves = false) => checkValues([only], { a }, caller, [], leaves);

/** The type of a database. */
const cut = { ...sampleInput('a').type, constraints: { maxLength: 3 } };

describe('a limit of the source', () => {
  const cases: [string, InputType, JsonValue][] = [
    ['a database, a range', postgresInputTypeByName('smallint'), '99999'],
    ['a database, a format', postgresInputTypeByName('date'), 'tomorrow'],
    ['range', described('integer', { maximum: 5 }), '9'],
    ['format', described('string:uuid'), 'cat'],
    ['date', described('string:date'), 'tomorrow'],
    ['length', described('string', { maxLength: 3 }), 'four'],
    ['items', listOf(described('string'), { maxItems: 1 }), ['a', 'b']],
    ['inner length', listOf(described('string', { minLength: 3 })), ['ab']],
  ];
  test.each(cases)('of %s can be left to it, which gets the value as it is', (_, type, value) => {
    expect(check(input(type), value)).toMatchObject({ ok: false, issues: [{ key: 'a', canBeLeft: true }] });
    expect(check(input(type), value, true)).toMatchObject({
      ok: true,
      sent: { a: value },
      left: [{ key: 'a' }],
    });
  });
});

describe('what nobody can leave to the source', () => {
  const cases: [string, Input, JsonValue][] = [
    ['a value of another type', input(described('integer')), 'ten'],
    ['a part of a whole number', input(described('integer')), '1.5'],
    ['a value that is not offered', input(openapiInputType('string', { options: ['x'] })), 'y'],
    ['text that cannot be sent', input(described('string')), 'a\0'],
    ['a locked input', input(described('string'), { locked: true, defaultValue: 'x' }), 'y'],
    [
      'a locked input whose default is outside the limits',
      input(described('string', { maxLength: 1 }), { locked: true, defaultValue: 'long' }),
      'y',
    ],
    ['a length, where a database might cut the text', input(cut), 'four'],
  ];
  test.each(cases)('is %s', (_, only, value) => {
    const refused = check(only, value, true);
    expect(refused).toMatchObject({ ok: false, issues: [{ key: 'a' }] });
    expect(refused.ok ? [] : refused.issues[0]).not.toHaveProperty('canBeLeft');
  });

  test('is a required input without a value', () => {
    expect(checkValues([input(described('string'))], {}, caller, [], true)).toEqual({
      ok: false,
      issues: [{ key: 'a', message: 'Required' }],
    });
  });

  test("is a check of the command's engineers, also for a value that was left to the source", () => {
    const checks = [
      { left: 'a', test: 'is_at_most', right: null, value: '7', message: 'At most 7' },
    ] as const;
    const only = input(described('integer', { maximum: 5 }));
    expect(checkValues([only], { a: '6' }, caller, checks, true)).toMatchObject({ ok: true });
    expect(checkValues([only], { a: '9' }, caller, checks, true)).toEqual({
      ok: false,
      issues: [{ key: 'a', message: 'At most 7' }],
    });
  });
});
