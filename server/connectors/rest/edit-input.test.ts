import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { editInput } from './edit-input';
import { readExecutable } from './executable';
import { baseOf, buildRequest } from './request/build-request';

const part = (name: string) => ({ key: `body.${name}`, name, style: 'form', explode: true });

/** A call whose body is written as `{ "a" : 1.10, "b": "x" }`. */
const stored: JsonValue = {
  method: 'post',
  baseUrl: null,
  path: '',
  parameters: [],
  body: {
    kind: 'json',
    mediaType: 'application/json',
    wholeKey: null,
    parts: [{ ...part('a'), numbers: true }, part('b')],
    written: {
      open: '{',
      members: [
        { key: 'body.a', head: ' "a" : ', value: '1.10', whole: '1.10', tail: '' },
        { key: 'body.b', head: ' "b": ', value: '"x"', whole: 'x', tail: ' ' },
      ],
      close: '}',
    },
  },
  accept: '*/*',
  sendsAuth: false,
};

function sent(call: JsonValue, values: Record<string, JsonValue>): string | null {
  const auth = { headers: [], query: null, cookie: null };
  const { body } = buildRequest(readExecutable(call), values, baseOf('https://x.example'), auth);
  return body === null ? null : Buffer.from(body).toString('utf8');
}

const asWritten = { 'body.a': '1.10', 'body.b': 'x' };

test('a body is sent as it is written, with other values in their places', () => {
  expect(sent(stored, asWritten)).toBe('{ "a" : 1.10, "b": "x" }');
  // A form may write a number in another way; it is the same one.
  expect(sent(stored, { ...asWritten, 'body.a': 1.1 })).toBe('{ "a" : 1.10, "b": "x" }');
  expect(sent(stored, { ...asWritten, 'body.a': '1.11' })).toBe('{ "a" : 1.11, "b": "x" }');
  expect(sent(stored, { 'body.b': 'y' })).toBe('{ "b": "y" }');
  expect(sent(stored, {})).toBeNull();
});

test('a text is another value than the number that it looks like', () => {
  const text = editInput(stored, { kind: 'retype', key: 'body.a', type: openapiInputType('string') });
  expect(sent(text, asWritten)).toBe('{ "a" : "1.10", "b": "x" }');
});

test('an input that is added, renamed, or deleted takes its place in what is written', () => {
  const input = {
    key: 'body.c',
    type: openapiInputType('number'),
    defaultValue: null,
    defaultExpression: null,
    defaultAmbiguousInput: 'omit' as const,
    description: null,
  };
  const added = editInput(stored, { kind: 'add', input });
  expect(sent(added, { ...asWritten, 'body.c': '2.50' })).toBe('{ "a" : 1.10, "b": "x" ,"c":2.50}');
  const renamed = editInput(stored, { kind: 'rename', key: 'body.b', to: 'body."c"' });
  expect(sent(renamed, { 'body.a': '1.10', 'body."c"': 'x' })).toBe('{ "a" : 1.10,"\\"c\\"":"x" }');
  const removed = editInput(stored, { kind: 'remove', key: 'body.a' });
  expect(sent(removed, { 'body.b': 'x' })).toBe('{ "b": "x" }');
});
