import { expect, test } from 'vitest';
import { INVALID_JSON, parseJsonText } from './parse-json-text';

test.each(['{}', '[1, 2.5, -3e2]', '"text"', 'null', '{"a": "12345678901234567890"}', '0.1'])(
  '%s is read as it stands',
  (text) => {
    expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(text) });
  },
);

test('half-written JSON is told in the documented words', () => {
  expect(parseJsonText('{"a": ')).toEqual({ ok: false, message: INVALID_JSON });
});

test.each(['12345678901234567890', '{"a": [1, 0.12345678901234567890123]}', '1e400'])(
  '%s would be rounded, and is refused',
  (text) => {
    const parsed = parseJsonText(text);
    expect(parsed.ok).toBe(false);
    expect(parsed).toMatchObject({ message: expect.stringContaining('write it in quotes') });
  },
);
