import { expect, test } from 'vitest';
import { exactJson } from '@/lib/base/exact-json';
import { INVALID_JSON } from '@/lib/values/check-json';
import { parseJsonText } from './parse-json-text';

test.each(['{}', '[1, 2.5, -300]', '"text"', 'null', '{"a": "12345678901234567890"}', '0.1'])(
  '%s is read as it stands',
  (text) => {
    expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(text) });
  },
);

test('half-written JSON is told in the documented words', () => {
  expect(parseJsonText('{"a": ')).toEqual({ ok: false, message: INVALID_JSON });
});

test('a key with two values is told, as one of them would be lost', () => {
  expect(parseJsonText('[{"a": 1, "a": 2}]')).toEqual({ ok: false, message: 'Has two values for "a"' });
});

test.each(['12345678901234567890', '{"a":[1,0.12345678901234567890123]}', '1e400', '{"price":1.10}'])(
  '%s keeps its digits',
  (text) => {
    const parsed = parseJsonText(text);
    expect(parsed.ok && exactJson(parsed.value)).toBe(text);
  },
);
