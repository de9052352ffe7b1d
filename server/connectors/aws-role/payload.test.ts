import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { editInput, payloadOf, payloadShapeOf, wholeInput } from './payload';

const input = (key: string, type: string) => ({ ...wholeInput(key, ''), type: openapiInputType(type) });
const whole = payloadShapeOf([wholeInput('event', '')], 'event');
const keys = payloadShapeOf([input('id', 'integer:int64'), input('name', 'string')], null);
const stored = (shape: object): JsonValue =>
  JSON.parse(JSON.stringify({ service: 'lambda', functionName: 'f', logGroup: 'g', ...shape }));

test('each value is a key, and a number keeps every digit', () => {
  expect(payloadOf({ values: { id: '9007199254740993', name: '007' } }, keys)).toBe(
    '{"id":9007199254740993,"name":"007"}',
  );
  expect(payloadOf({ values: {} }, keys)).toBe('{}');
});

test('the whole event is what is sent, and other values are added to it', () => {
  expect(payloadOf({ values: { event: [1, 2] } }, whole)).toBe('[1,2]');
  expect(payloadOf({ values: { event: null } }, whole)).toBe('null');
  expect(payloadOf({ values: { event: { a: 1, b: 2 }, b: 3 } }, whole)).toBe('{"a":1,"b":3}');
  expect(() => payloadOf({ values: { event: [1], b: 3 } }, whole)).toThrow('must be a JSON object');
});

test('S39 any text is valid JSON, and a key is never a prototype', () => {
  const values = Object.fromEntries([
    ['__proto__', 'a\0b'],
    ['"}', '\ud800'],
  ]);
  expect(payloadOf({ values }, keys)).toBe('{"__proto__":"a\\u0000b","\\"}":"\\ud800"}');
  expect(payloadOf({ values: { event: { x: 1 }, ...values } }, whole)).toContain('"x":1');
});

test('inputs that engineers change are sent as they are now', () => {
  const added = editInput(stored(whole), { kind: 'add', input: input('n', 'number') });
  expect(added).toMatchObject({ wholeKey: 'event', numbers: { n: true } });
  expect(editInput(added, { kind: 'remove', key: 'event' })).toMatchObject({ wholeKey: null });
  const retyped = { kind: 'retype', key: 'n', type: openapiInputType('string') } as const;
  expect(editInput(added, retyped)).toMatchObject({ numbers: {} });
  expect(editInput(added, { kind: 'remove', key: 'n' })).toMatchObject({ wholeKey: 'event', numbers: {} });
});
