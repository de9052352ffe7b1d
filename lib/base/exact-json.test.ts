import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson, readJsonCell } from './exact-json';

test('JSON whose numbers a double holds is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('an integer of any size keeps its digits, as a number or as text', () => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      const parsed = parseExactJson(`{"a": [${value}]}`);
      expect(parsed).toEqual({
        a: [Number.isSafeInteger(Number(value)) ? Number(value) : expect.anything()],
      });
      expect(BigInt(JSON.parse(JSON.stringify(parsed)).a[0])).toBe(value);
    }),
  );
});

test.each([
  ['0.1', 0.1],
  ['1.10', 1.1],
  ['1.50e3', 1500],
  ['-0', -0],
  ['0.000', 0],
  ['9007199254740992', 9007199254740992],
  ['9007199254740993', '9007199254740993'],
  ['12345678901234567890', '12345678901234567890'],
  ['0.12345678901234567890', '0.12345678901234567890'],
  ['1e400', '1e400'],
  ['1e-400', '1e-400'],
  ['1e22', 1e22],
])('%s becomes %j', (text, expected) => {
  expect(parseExactJson(text)).toBe(expected);
});

test('digits inside strings and keys are left alone', () => {
  const text = '{"12345678901234567890": "a \\" 12345678901234567890 \\\\", "b": 12345678901234567890}';
  expect(parseExactJson(text)).toEqual({
    '12345678901234567890': 'a " 12345678901234567890 \\',
    b: '12345678901234567890',
  });
});

test('S51 a key named __proto__ is kept', () => {
  expect(JSON.stringify(parseExactJson('{"__proto__": 12345678901234567890}'))).toBe(
    '{"__proto__":"12345678901234567890"}',
  );
});

test('a long string is no trouble', () => {
  const long = 'x\\"'.repeat(3_000_000);
  expect(parseExactJson(`["${long}", 12345678901234567890]`)).toEqual([
    expect.any(String),
    '12345678901234567890',
  ]);
});

test('JSON that is nested too deeply to be written again stays text', () => {
  const deep = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  expect(JSON.stringify(readJsonCell(deep(1_000)))).toBe(deep(1_000));
  expect(readJsonCell(deep(1_002))).toBe(deep(1_002));
  const flat = `["${'[{'.repeat(2_000)}"]`;
  expect(readJsonCell(flat)).toEqual(['[{'.repeat(2_000)]);
});
