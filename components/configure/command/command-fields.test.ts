import { expect, test } from 'vitest';
import { exactJson } from '@/lib/base/exact-json';
import { parseStartupValues, sentChanges, startupText } from './command-fields';

test('startup values keep all digits of their numbers in a draft, and when they are saved', () => {
  const text = '{"order":{"rate":1.10,"account":12345678901234567890}}';
  expect(startupText(parseStartupValues(text) ?? null)).toBe(text);
  expect(exactJson(sentChanges({ startupValues: text }))).toBe(`{"startupValues":${text}}`);
});

test('startup values are an object, or none', () => {
  expect(parseStartupValues(' ')).toBeNull();
  for (const text of ['[]', '1', '{', '"a"']) expect(parseStartupValues(text)).toBeUndefined();
});
