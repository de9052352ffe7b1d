import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import type { Constraints } from '@/lib/inputs/input';
import { coerceValue } from '@/lib/values/coerce-value';
import { anyJson, choosableTypes, openapiInputType, openapiTypes } from './openapi-types';

const sent = (typeName: string, value: JsonValue, constraints: Constraints = {}) => {
  const coerced = coerceValue(openapiInputType(typeName, { constraints }), value);
  return coerced.ok ? coerced.value : { refused: coerced.message };
};
const refused = { refused: expect.stringMatching(/\S/) };

test('every type that one can choose has a row of the table', () => {
  for (const name of choosableTypes) expect(openapiTypes.has(name)).toBe(true);
});

test.each([
  ['string', 'b-input', 'text', 'string'],
  ['string:password', 'b-input', 'password', 'string'],
  ['string:email', 'b-input', 'email', 'string'],
  ['string:byte', 'b-input', 'textarea', 'string'],
  ['string:binary', 'b-file', null, 'string'],
  ['string:date', 'b-datepicker', null, 'string'],
  ['string:date-time', 'b-datetimepicker', null, 'string'],
  ['string:time', 'b-timepicker', null, 'string'],
  ['string:uuid', 'b-input', 'text', 'string'],
  ['string:of-nobody', 'b-input', 'text', 'string'],
  ['number', 'b-input', 'number', 'number'],
  ['integer:int64', 'b-input', 'number', 'number'],
  ['boolean', 'b-checkbox', null, 'boolean'],
  ['array', 'json', null, 'array'],
  ['object', 'json', null, 'object'],
  ['of-nobody', 'json', null, 'object'],
])('%s is edited by %s (%s)', (name, component, inputType, jsonType) => {
  expect(openapiInputType(name)).toMatchObject({ typeId: name, component, inputType, jsonType });
});

test('a closed list is chosen from, a list of texts is written as tags, a long text has lines', () => {
  const color = openapiInputType('string', { options: ['red', 'blue'] });
  expect(color.component).toBe('b-select');
  expect(openapiInputType('array', { element: color })).toMatchObject({
    component: 'multiselect',
    options: ['red', 'blue'],
  });
  expect(openapiInputType('array', { element: anyJson() }).component).toBe('json');
  expect(openapiInputType('string', { constraints: { maxLength: 5000 } }).inputType).toBe('textarea');
});

describe('the bounds of a type are checked to the last digit', () => {
  test.each([
    ['integer:int32', 2147483647, 2147483647],
    ['integer:int32', 2147483648, refused],
    ['integer:int32', 1.5, refused],
    ['integer:int64', '9223372036854775807', '9223372036854775807'],
    ['integer:int64', '9223372036854775808', refused],
    ['integer:uint64', '18446744073709551615', '18446744073709551615'],
    ['integer:uint8', -1, refused],
    ['integer', '12345678901234567890123', '12345678901234567890123'],
    ['number:float', '1e39', refused],
    ['number:double', 1e308, 1e308],
    ['number', 'NaN', refused],
    ['boolean', 'TRUE', true],
    ['boolean', 'yes', refused],
    ['string:date', '2026-11-21', '2026-11-21'],
    ['string:date', '2026-02-30', refused],
    ['string:date-time', '2026-11-21T10:00:00+01:00', '2026-11-21T10:00:00+01:00'],
    ['string:date-time', '2026-11-21 10:00', '2026-11-21T10:00:00Z'],
    ['string:date-time', '2026-11-21', '2026-11-21T00:00:00Z'],
    ['string:date-time', '21.11.2026', refused],
    ['string:uuid', '123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
    ['string:uuid', '123e4567', refused],
    ['string:email', 'zoe@example.com', 'zoe@example.com'],
    ['string:email', 'zoe', refused],
    ['string:ipv4', '192.0.2.255', '192.0.2.255'],
    ['string:ipv4', '192.0.2.256', refused],
    ['string:ipv6', '2001:db8::1', '2001:db8::1'],
    ['string:ipv6', '192.0.2.1', refused],
    ['string:uri', 'https://example.com/a', 'https://example.com/a'],
    ['string:uri', 'example.com', refused],
    ['string:hostname', 'api.example.com', 'api.example.com'],
    ['string:hostname', '-x', refused],
    ['string:byte', 'aGVsbG8=', 'aGVsbG8='],
    ['string:byte', 'h€llo', refused],
    ['string:duration', 'P1DT12H', 'P1DT12H'],
    ['string:duration', 'P', refused],
  ])('%s of %j', (name, value, expected) => {
    expect(sent(name, value)).toEqual(expected);
  });
});

describe('a description narrows its types', () => {
  test.each([
    ['number', 5, { exclusiveMinimum: 5 }, refused],
    ['number', '5.0000001', { exclusiveMinimum: 5 }, '5.0000001'],
    ['number', 10, { exclusiveMaximum: 10 }, refused],
    ['number', '0.3', { multipleOf: 0.1 }, '0.3'],
    ['number', '0.35', { multipleOf: 0.1 }, refused],
    ['number', '1e300', { multipleOf: 7 }, refused],
    ['integer', 3, { minimum: 1, maximum: 5 }, 3],
    ['string', 'ab', { minLength: 3 }, refused],
    ['string', 'äöü', { maxLength: 3 }, 'äöü'],
    ['array', [1], { minItems: 2 }, refused],
    ['array', [1, 2], { maxItems: 1 }, refused],
    ['array', [1, 1], { uniqueItems: true }, refused],
  ] as const)('%s of %j within %j', (name, value, constraints, expected) => {
    expect(sent(name, JSON.parse(JSON.stringify(value)), constraints)).toEqual(expected);
  });

  const object = openapiInputType('object', {
    properties: [
      { key: 'id', type: openapiInputType('integer') },
      { key: '__proto__', type: openapiInputType('string') },
    ],
    requiredKeys: ['id'],
    isOpen: true,
  });

  test('an object has what it must have, and what else where it may', () => {
    expect(coerceValue(object, { id: 1, more: [true] })).toEqual({
      ok: true,
      value: { id: 1, more: [true] },
    });
    expect(coerceValue(object, { more: 1 })).toEqual({ ok: false, message: 'Must have "id"' });
    expect(coerceValue({ ...object, isOpen: false }, { id: 1, more: 1 })).toMatchObject({ ok: false });
    expect(coerceValue(object, JSON.parse('{"id": 1, "__proto__": 5}'))).toMatchObject({ ok: false });
  });

  test('a choice takes what fits one of its forms, and says what it takes where none does', () => {
    const choice = { ...anyJson(), alternatives: [object, openapiInputType('boolean')] };
    expect(coerceValue(choice, true)).toEqual({ ok: true, value: true });
    expect(coerceValue(choice, { id: '7' })).toEqual({ ok: true, value: { id: '7' } });
    expect(coerceValue(choice, 'x')).toEqual({
      ok: false,
      message: 'Matches none of the allowed forms: Must be an object; or: Must be true or false',
    });
  });

  test('a number of a closed list is one of them', () => {
    const type = openapiInputType('integer', { options: ['1', '2'] });
    expect(coerceValue(type, 2)).toEqual({ ok: true, value: 2 });
    expect(coerceValue(type, 3)).toMatchObject({ ok: false });
  });
});
