import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { canonicalJson } from './canonical-json';

test('S90 the same values have the same text, in whatever order their keys come', () => {
  const [a, b] = ['{"a": {"c": [1, 2], "d": null}, "b": "x"}', '{"b": "x", "a": {"d": null, "c": [1, 2]}}'];
  expect(canonicalJson(JSON.parse(a))).toBe(canonicalJson(JSON.parse(b)));
});

test('S90 different values have different texts, however alike they look', () => {
  const different: JsonValue[] = [
    { a: 1 },
    { a: '1' },
    [['a', 1]],
    { entries: [['a', 1]] },
    [{ a: 1 }],
    ['a', 1],
    { a: [1] },
    { a: null },
    {},
    [],
    null,
    '',
    [1, 2],
    [2, 1],
    JSON.parse('{"__proto__": 1}'),
  ];
  expect(new Set(different.map(canonicalJson)).size).toBe(different.length);
});
