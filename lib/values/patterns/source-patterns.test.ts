import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { LONGEST_MATCHED, patternChecker } from './source-patterns';

const text = (sourcePattern: string) => openapiInputType('string', { constraints: { sourcePattern } });
const misses = (pattern: string, value: JsonValue) =>
  patternChecker([{ key: 'a', type: text(pattern) }])({ a: value }).length > 0;

test.each([
  ['^[a-z]+$', 'abc', false],
  ['^[a-z]+$', 'abc1', true],
  ['b', 'abc', false],
  ['^\\d{3}-\\p{L}$', '123-é', false],
  ['^(?<year>\\d{4})$', '2026', false],
  ['^\\/v1\\/', '/v1/x', false],
])('%s of %s', (pattern, value, expected) => {
  expect(misses(pattern, value)).toBe(expected);
});

test('patterns that only other engines support are left to the source', () => {
  for (const pattern of ['^(?=a)', '(a)\\1', '(', '(?<!x)y'])
    expect(misses(pattern, 'unrelated text')).toBe(false);
});

test('patterns within lists and objects are found', () => {
  const type = openapiInputType('object', {
    properties: [{ key: 'tags', type: openapiInputType('array', { element: text('^[a-z]$') }) }],
  });
  expect(patternChecker([{ key: 'body', type }])({ body: { tags: ['a', 'b'] } })).toEqual([]);
  expect(patternChecker([{ key: 'body', type }])({ body: { tags: ['a', 'bb'] } })).toHaveLength(1);
});

describe('S41 a pattern of a description', () => {
  test.each([
    ['^(a+)+$', `${'a'.repeat(50_000)}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(50_000)],
    ['(.*)*x', 'y'.repeat(50_000)],
    ['^(a|aa)+$', `${'a'.repeat(50_000)}b`],
    ['a{1,1000}b', 'a'.repeat(20_000)],
  ])('cannot hang the server: %s', (pattern, value) => {
    const beganAtMs = performance.now();
    misses(pattern, value);
    expect(performance.now() - beganAtMs).toBeLessThan(10_000);
  });
});

describe('S72 a long text against a pattern of a description', () => {
  const elapsedMs = (work: () => void): number => {
    const beganAtMs = performance.now();
    work();
    return performance.now() - beganAtMs;
  };

  test('is left to the source', () => {
    const long = 'a'.repeat(9_000_000);
    // The fastest of several attempts, because other work on the machine affects the time.
    const tookMs = Array.from({ length: 5 }, () =>
      elapsedMs(() => expect(misses('^[b-z]+$', long)).toBe(false)),
    );
    expect(Math.min(...tookMs)).toBeLessThan(500);
    expect(misses('^[b-z]+$', 'a'.repeat(LONGEST_MATCHED))).toBe(true);
  });

  test('costs as much for thousands of them as for a few', () => {
    const type = openapiInputType('array', { element: text('[ab]{1,1000}[cd]') });
    const values = Array.from({ length: 1_000 }, () => `${'ab'.repeat(4_999)}d`);
    expect(elapsedMs(() => patternChecker([{ key: 'a', type }])({ a: values }))).toBeLessThan(20_000);
  });

  test('costs as much for thousands of patterns as for a few', () => {
    const properties = Array.from({ length: 5_000 }, (_, number) => ({
      key: `p${number}`,
      type: text(`^[ab]{1,1000}${number}$`),
    }));
    const type = openapiInputType('object', { properties });
    const value = Object.fromEntries(properties.map(({ key }, number) => [key, `a${number}`]));
    expect(elapsedMs(() => patternChecker([{ key: 'a', type }])({ a: value }))).toBeLessThan(20_000);
  });
});
