import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { jsonLines, lineHolds } from './json-lines';

const document: JsonValue = { name: 'Lena', orders: [{ id: 1 }, { id: 2 }], 'odd key': null, none: [] };

test('a closed document is one line', () => {
  expect(jsonLines(document, () => false)).toMatchObject([{ path: '$', depth: 0, key: null, size: 4 }]);
});

test('open values show what they hold, each with its path', () => {
  const lines = jsonLines(document, ({ depth }) => depth < 2);
  expect(lines.map(({ path }) => path)).toEqual([
    '$',
    '$.name',
    '$.orders',
    '$.orders[0]',
    '$.orders[1]',
    '$["odd key"]',
    '$.none',
  ]);
});

test('keys that JavaScript reserves are keys like any other', () => {
  const hostile: JsonValue = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "": 3}');
  expect(jsonLines(hostile, () => true).map(({ path }) => path)).toEqual([
    '$',
    '$.__proto__',
    '$.__proto__.a',
    '$.constructor',
    '$[""]',
  ]);
});

test('a search looks at keys and at plain values, in any case', () => {
  const found = jsonLines(document, () => true).filter((line) => lineHolds(line, 'lEN'));
  expect(found.map(({ path }) => path)).toEqual(['$.name']);
});
