import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  doubledKey,
  exactJson,
  exactPieces,
  parseExactJson,
  plainScalar,
  readJsonCell,
  withPlainNumbers,
  withPlainScalars,
} from './exact-json';
import { heldText, plainText } from './exact-mark';

test('JSON that JSON.stringify has written is what JSON.parse makes of it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(withPlainNumbers(parseExactJson(text))).toEqual(JSON.parse(text));
      expect(exactJson(parseExactJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

const number = fc.oneof(
  fc.bigInt().map(String),
  fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/),
);

test('JSON keeps its numbers as they are written, wherever they stand and however it is cut', async () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(',"1.0"', '"', '\\', '\\"', '1.0', ':'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, number), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (members, pieceChars) => {
        const json = `[${members.map(([key, value]) => `{${JSON.stringify(key)}:[${value},${JSON.stringify(key)}]}`).join(',')}]`;
        const parsed = parseExactJson(json);
        expect(exactJson(parsed)).toBe(json);
        async function* pieces() {
          const marked = JSON.stringify(parsed);
          for (let at = 0; at < marked.length; at += pieceChars) yield marked.slice(at, at + pieceChars);
        }
        const joined: string[] = [];
        for await (const piece of exactPieces(pieces())) joined.push(piece);
        expect(joined.join('')).toBe(json);
      },
    ),
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
])('by itself, %s becomes %j, and within JSON it stays as it is', (text, expected) => {
  expect(plainScalar(parseExactJson(text))).toBe(expected);
  expect(exactJson(parseExactJson(`[${text}]`))).toBe(`[${text}]`);
});

test('what only looks like an exact number stays a text, and a key stays a key', () => {
  const mark = '\uFDD0';
  for (const value of [
    `${mark}x`,
    `${mark}007`,
    `${mark}`,
    `a ${mark}5`,
    { [`${mark}5`]: 1 },
    `,"${mark}5"`,
  ]) {
    expect(exactJson([value])).toBe(JSON.stringify([value]));
  }
});

test('a text that looks like an exact number is told apart, however it is written', async () => {
  const mark = '\uFDD0';
  for (const text of [
    `"${mark}12"`,
    `"${mark}${mark}1.10"`,
    '"\\ufdd012"',
    '"\\uFDD0\\u0031"',
    `"${mark}x"`,
  ]) {
    const meant: string = JSON.parse(text);
    const json = `{"${mark}7" : [1.10, ${text}, ${text}]}`;
    const parsed = parseExactJson(json);
    const written = `{"${mark}7":[1.10,${JSON.stringify(meant)},${JSON.stringify(meant)}]}`;
    expect(exactJson(parsed)).toBe(written);
    expect(parseExactJson(exactJson(parsed))).toEqual(parsed);
    expect(withPlainScalars(parsed)).toEqual({ [`${mark}7`]: [1.1, meant, meant] });
    expect(plainText(plainScalar(parseExactJson(text)))).toBe(meant);
    expect(plainText(heldText(meant))).toBe(meant);
    async function* letters() {
      yield* JSON.stringify(parsed);
    }
    const pieces: string[] = [];
    for await (const piece of exactPieces(letters())) pieces.push(piece);
    expect(pieces.join('')).toBe(written);
  }
});

test('a number that JSON has no form for is refused', () => {
  for (const text of ['007', '-', '1.', '01.50', '[1.0.0]', '9007199254740993n'])
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

test('digits inside strings and keys are left alone', () => {
  const text = '{"12345678901234567890":"a \\" 12345678901234567890 \\\\","b":12345678901234567890}';
  expect(exactJson(parseExactJson(text))).toBe(text);
});

test('S51 a key named __proto__ is kept', () => {
  expect(exactJson(parseExactJson('{"__proto__": 12345678901234567890}'))).toBe(
    '{"__proto__":12345678901234567890}',
  );
});

test('a long string is no trouble', () => {
  const long = 'x\\"'.repeat(3_000_000);
  expect(exactJson(parseExactJson(`["${long}",12345678901234567890]`))).toBe(
    `["${long}",12345678901234567890]`,
  );
});

test('JSON that is nested too deeply to be written again stays text', () => {
  const deep = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  expect(JSON.stringify(readJsonCell(deep(1_000)))).toBe(deep(1_000));
  expect(readJsonCell(deep(1_002))).toBe(deep(1_002));
  const flat = `["${'[{'.repeat(2_000)}"]`;
  expect(readJsonCell(flat)).toEqual(['[{'.repeat(2_000)]);
});

test('gives readers of doubles the numbers that they can hold, and the others as texts', () => {
  const parsed = parseExactJson('{"price": 1.10, "id": [9007199254740993], "name": "x"}');
  expect(withPlainScalars(parsed)).toEqual({ price: 1.1, id: ['9007199254740993'], name: 'x' });
});

test.each([
  ['{"id": 1, "id": 2}', 'id'],
  ['[{"a": {"b": 1, "c": [{"b": 2}], "b" : 3}}]', 'b'],
  ['{"a": 1, "\\u0061": 2}', 'a'],
  ['{"": 1, "": 2}', ''],
  ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
  ['{"a\\"b": 1, "a\\"b": 2}', 'a"b'],
  ['{"a": {"x": {}}, "b": [], "a": 1}', 'a'],
])('%s has a key twice', (text, key) => {
  expect(doubledKey(text)).toBe(key);
});

test.each([
  '{"a": "a", "b": "a"}',
  '{"a": {"a": {"a": 1}}}',
  '[{"a": 1}, {"a": 2}]',
  '{"a": ["b", "b"], "b": "\\"a\\": 1, \\"a\\""}',
  '"a"',
  '12',
  '[]',
])('%s has no key twice', (text) => {
  expect(doubledKey(text)).toBeNull();
});
