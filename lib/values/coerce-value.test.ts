import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import {
  type PostgresType,
  postgresInputType,
  postgresInputTypeByName,
} from '@/lib/type-systems/postgres/postgres-types';
import { coerceValue } from './coerce-value';

function coerced(typeName: string, value: JsonValue): JsonValue | { refused: string } {
  const result = coerceValue(postgresInputTypeByName(typeName), value);
  return result.ok ? result.value : { refused: result.message };
}

/** The same values every time, so that a failure is reproducible on every machine. */
const seed = 38;

const mood: PostgresType = { kind: 'enum', name: 'public.mood', labels: ['sad', 'ok'] };
const point = postgresInputType({
  kind: 'composite',
  name: 'shop.point',
  attributes: [
    { key: 'x', type: { kind: 'base', name: 'integer' } },
    { key: '__proto__', type: { kind: 'base', name: 'text' } },
  ],
});

describe('numbers', () => {
  test('every 64-bit integer passes as text with all its digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(coerced('bigint', String(value))).toBe(String(value));
      }),
    );
  });

  test('every integer beyond 64 bits is refused with the bound', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 63n, max: 2n ** 80n }), (value) => {
        expect(coerced('bigint', String(value))).toEqual({ refused: 'Must be at most 9223372036854775807' });
      }),
    );
  });

  test('decimal text keeps every digit, trailing zeros too', () => {
    const decimals = fc.stringMatching(/^-?\d{1,40}\.\d{1,40}$/);
    fc.assert(
      fc.property(decimals, (text) => {
        expect(coerced('numeric', text)).toBe(text);
      }),
    );
  });

  test.each<[string, JsonValue, JsonValue]>([
    ['integer', 5, 5],
    ['integer', ' 5 ', '5'],
    ['integer', '+5', '5'],
    ['integer', '5.0', '5'],
    ['integer', '1e3', '1000'],
    ['double precision', 'NaN', 'NaN'],
    ['double precision', 1e300, 1e300],
    ['numeric', '-Infinity', '-Infinity'],
    ['integer', null, null],
  ])('%s takes %j as %j', (type, value, expected) => {
    expect(coerced(type, value)).toEqual(expected);
  });

  test.each<[string, JsonValue, string]>([
    ['integer', '12.5', 'Must be a whole number'],
    ['integer', 12.5, 'Must be a whole number'],
    ['integer', 'twelve', 'Must be a whole number'],
    ['integer', true, 'Must be a whole number'],
    ['integer', [1], 'Must be a whole number'],
    ['integer', 'NaN', 'Must be a whole number'],
    ['numeric', 'abc', 'Must be a number'],
    ['numeric', '', 'Must be a number'],
    ['smallint', '-32769', 'Must be at least -32768'],
    ['smallint', 32768, 'Must be at most 32767'],
    ['numeric(5,2)', '1000', 'Must be at most 999.99'],
    ['bigint', 2 ** 53, 'Is too large for a JSON number to hold exactly; write it as text, in quotes'],
    ['integer', '1e99999', 'Must be at most 2147483647'],
  ])('%s refuses %j: %s', (type, value, message) => {
    expect(coerced(type, value)).toEqual({ refused: message });
  });
});

describe('text', () => {
  test('S39 NUL and lone surrogates are refused in every text, wherever they stand', () => {
    const texts = fc.tuple(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\0', '\ud800', '\udfff'),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, ([before, bad, after]) => {
        expect(coerced('text', before.replace(/[\ud800-\udbff]$/, '') + bad + after)).toHaveProperty(
          'refused',
        );
        expect(coerced('text[]', [before + bad])).toHaveProperty('refused');
      }),
      { seed, numRuns: 40 },
    );
  });

  test('every other text passes unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(coerced('text', text)).toBe(text);
      }),
    );
  });

  test('length is counted in characters, not in UTF-16 units', () => {
    expect(coerced('varchar(3)', '😀😀😀')).toBe('😀😀😀');
    expect(coerced('varchar(3)', '😀😀😀😀')).toEqual({ refused: 'Must be at most 3 characters long' });
    expect(coerced('varchar(1)', 'ab')).toEqual({ refused: 'Must be at most 1 character long' });
  });

  test('a uuid is of the documented form, with or without braces', () => {
    const uuid = '123e4567-e89b-12d3-a456-426614174000';
    expect(coerced('uuid', uuid)).toBe(uuid);
    expect(coerced('uuid', ` {${uuid.toUpperCase()}} `)).toBe(`{${uuid.toUpperCase()}}`);
    const message = 'Must be of form: xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';
    for (const wrong of ['', 'x', `{${uuid}`, uuid.replaceAll('-', ''), `${uuid}0`]) {
      expect(coerced('uuid', wrong)).toEqual({ refused: message });
    }
  });

  test('a number is no text', () => {
    expect(coerced('text', 5)).toEqual({ refused: 'Must be text' });
  });

  test('S41 a long text of separators is checked at once', () => {
    for (const text of [
      ','.repeat(1_000_000),
      `[${','.repeat(1_000_000)}`,
      `${'1 '.repeat(500_000)}x`,
      '1:'.repeat(500_000),
    ]) {
      for (const type of ['int4range', 'oidvector', 'pg_snapshot', 'inet', 'macaddr8', 'uuid', 'bit']) {
        expect(() => coerced(type, text)).not.toThrow();
      }
    }
  });

  test('a large base64 value is checked without running out of stack', () => {
    const value = Buffer.alloc(6_000_000, 7).toString('base64');
    expect(coerced('bytea', value)).toBe(value);
    expect(coerced('bytea', 'not base64!')).toHaveProperty('refused');
    expect(coerced('bytea', '\\xDEADBEEF')).toBe('\\xDEADBEEF');
  });
});

describe('booleans, enums, dates', () => {
  test('true and false, also as text', () => {
    expect(coerced('boolean', true)).toBe(true);
    expect(coerced('boolean', ' False ')).toBe(false);
    for (const wrong of [1, 0, 'yes', 't', 'null']) {
      expect(coerced('boolean', wrong)).toEqual({ refused: 'Must be true or false' });
    }
  });

  test('an enum takes its labels, byte for byte', () => {
    expect(coerceValue(postgresInputType(mood), 'ok')).toEqual({ ok: true, value: 'ok' });
    expect(coerceValue(postgresInputType(mood), 'OK')).toEqual({
      ok: false,
      message: 'Must be one of: sad, ok',
    });
  });

  test('dates are days of the calendar, or infinite', () => {
    expect(coerced('date', '2024-02-29')).toBe('2024-02-29');
    expect(coerced('date', 'infinity')).toBe('infinity');
    expect(coerced('date', '2026-02-30')).toEqual({ refused: 'Must be a date such as 2026-11-20' });
    expect(coerced('timestamptz', '2026-11-20T14:02:11+02:00')).toBe('2026-11-20T14:02:11+02:00');
    expect(coerced('timestamp', 'tomorrow')).toHaveProperty('refused');
    expect(coerced('time', '25:00')).toHaveProperty('refused');
  });

  test('both ends of a span of dates are in it', () => {
    const type = {
      ...postgresInputTypeByName('timestamp'),
      constraints: { minimum: '1753-01-01', maximum: '2079-06-06' },
    };
    expect(coerceValue(type, '2079-06-06T23:59:59').ok).toBe(true);
    expect(coerceValue(type, '1753-01-01').ok).toBe(true);
    expect(coerceValue(type, '1752-12-31')).toEqual({ ok: false, message: 'Must not be before 1753-01-01' });
    expect(coerceValue(type, '2079-06-07')).toEqual({ ok: false, message: 'Must not be after 2079-06-06' });
  });
});

describe('lists, objects, json', () => {
  test('a list is checked item by item', () => {
    expect(coerced('integer[]', [1, '2', null])).toEqual([1, '2', null]);
    expect(coerced('integer[]', [])).toEqual([]);
    expect(coerced('integer[]', [1, 'x'])).toEqual({ refused: 'Item 2: Must be a whole number' });
    expect(coerced('integer[]', '{1,2}')).toEqual({ refused: 'Must be a list' });
  });

  test('a list may have several dimensions, which must be regular', () => {
    expect(
      coerced('integer[]', [
        [1, 2],
        ['3', 4],
      ]),
    ).toEqual([
      [1, 2],
      ['3', 4],
    ]);
    expect(coerced('integer[]', [[1], [2, 3]])).toEqual({
      refused: 'Inner lists must all have the same length',
    });
    expect(coerced('integer[]', [[1], 2])).toEqual({ refused: 'Item 2: Must be a list' });
    expect(coerced('integer[]', [[[[[[[1]]]]]]])).toHaveProperty('refused');
  });

  test('a list of json holds lists as values', () => {
    expect(coerced('jsonb[]', [[1], [2, 3], 'x'])).toEqual([[1], [2, 3], 'x']);
  });

  test('S51 an attribute named __proto__ is an attribute like any other', () => {
    const value = JSON.parse('{"x": "1", "__proto__": "a"}');
    const result = coerceValue(point, value);
    expect(JSON.stringify(result)).toBe('{"ok":true,"value":{"x":"1","__proto__":"a"}}');
    expect(coerceValue(point, {})).toEqual({ ok: true, value: {} });
  });

  test('an object is checked by attribute', () => {
    expect(coerceValue(point, { x: 'a' })).toEqual({ ok: false, message: 'x: Must be a whole number' });
    expect(coerceValue(point, { y: 1 })).toEqual({ ok: false, message: 'Has no attribute named "y"' });
    expect(coerceValue(point, [])).toEqual({ ok: false, message: 'Must be an object' });
  });

  test('json takes anything that is not endlessly deep', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value).replace(/\\u0000/g, ' ');
        const json: JsonValue = JSON.parse(text, (_, inner: JsonValue) =>
          Number.isInteger(inner) && !Number.isSafeInteger(inner) ? 0 : inner,
        );
        expect(coerced('jsonb', json)).toEqual(json);
      }),
      { seed },
    );
    let deep: JsonValue = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(coerced('jsonb', deep)).toEqual({ refused: 'Must not be nested more than 500 levels deep' });
    expect(coerced('integer[]', deep)).toHaveProperty('refused');
  });

  test.each<[string, string]>([
    ['"a\\u0000b"', 'NUL'],
    ['{"k\\u0000": 1}', 'NUL'],
    ['[["\\ud800"]]', 'lone surrogate'],
    ['{"\\udc00": 1}', 'lone surrogate'],
    ['[12345678901234567890]', 'too large'],
    ['{"a": 1e400}', 'too large'],
  ])('S39 json that would arrive changed, or not at all, is refused: %s', (text, why) => {
    expect(coerced('jsonb', JSON.parse(text))).toEqual({ refused: expect.stringContaining(why) });
    expect(coerced('json[]', [JSON.parse(text)])).toEqual({ refused: expect.stringContaining(why) });
  });
});

describe('bounds of Postgres types', () => {
  test.each<[string, JsonValue]>([
    ['real', 3.4028235e38],
    ['real', '1e-45'],
    ['double precision', '5e-324'],
    ['date', '4713-11-24 BC'],
    ['date', '5874897-12-31'],
    ['date', '6000-01-01'],
    ['timestamp', '294276-12-31 23:59:59.999999'],
    ['timestamptz', '4713-11-24 00:00:00 BC'],
    ['timestamp', '0001-01-01'],
    ['name', 'é'.repeat(31)],
    ['"char"', ' '],
    ['xid8', '18446744073709551615'],
    ['inet', '2001:db8::1/64'],
    ['cidr', '10/8'],
    ['macaddr', '08002b:010203'],
    ['macaddr8', '08-00-2b-01-02-03-04-05'],
    ['pg_lsn', '16/B374D848'],
    ['int4range', 'EMPTY'],
    ['tstzrange', '[2026-01-01 00:00, infinity)'],
    ['nummultirange', '{[1,2),(3,)}'],
    ['oidvector', '1 2 3'],
    ['tid', '(0,1)'],
  ])('%s reaches as far as %j', (type, value) => {
    expect(coerced(type, value)).toEqual(value);
  });

  test.each<[string, JsonValue, string]>([
    ['real', 3.5e38, 'at most'],
    ['real', '1e-46', 'close to zero'],
    ['double precision', '1e-400', 'close to zero'],
    ['double precision', Number.POSITIVE_INFINITY, 'too large'],
    ['numeric', Number.NEGATIVE_INFINITY, 'too large'],
    ['date', '4713-11-23 BC', 'between'],
    ['date', '5874898-01-01', 'between'],
    ['timestamp', '294277-01-01', 'between'],
    ['name', 'é'.repeat(32), '63 bytes'],
    ['"char"', 'é', '1 byte'],
    ['xid8', '18446744073709551616', 'at most'],
    ['inet', 'localhost', 'an address'],
    ['macaddr', '08:00:2b', 'of form'],
    ['pg_lsn', '16', 'hexadecimal'],
    ['int4range', '1-5', 'a range such as'],
    ['int4range', '', 'a range such as'],
    ['oidvector', '1,2', 'numbers with spaces'],
    ['tid', '0,1', 'of form'],
    ['integer[]', [[], []], 'must not be empty'],
  ])('%s does not reach as far as %j', (type, value, why) => {
    expect(coerced(type, value)).toEqual({ refused: expect.stringContaining(why) });
  });
});

describe('a text where any JSON can be', () => {
  test.each(['{"bad"', '{"a": 1,}', '["a"', '[1, 2', ' {"a": '])(
    '%s was meant as JSON, and is refused',
    (text) => {
      expect(coerced('jsonb', text)).toEqual({ refused: 'Invalid JSON format' });
    },
  );

  test.each(['plain', '{name}', '[INFO] done', '{"a": 1}', '[1, 2]', ''])('%s stays a text', (text) => {
    expect(coerced('jsonb', text)).toBe(text);
  });
});
