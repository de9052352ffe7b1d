import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScanner, type JsonShape, NotReadableJson } from './json-scanner';

function shapeOf(text: string, pieceBytes = Number.POSITIVE_INFINITY): JsonShape | string {
  const bytes = Buffer.from(text);
  const scanner = new JsonScanner();
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) scanner.push(bytes.subarray(at, at + pieceBytes));
    return scanner.end();
  } catch (error) {
    if (error instanceof NotReadableJson) return error.reason;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a scanned JSON document', () => {
  it.each<[string, string[] | null]>([
    ['[{"a":1,"b":"x"},{"b":null,"c":-1.5e3}]', ['a', 'b', 'c']],
    ['[{"\\u0061":1},{"a":2}]', ['a']],
    ['[{"__proto__":1,"constructor":2,"":3}]', ['__proto__', 'constructor', '']],
    ['[{}]', null],
    ['[{"a":1},{}]', ['a']],
    ['[{"a":[]}]', null],
    ['[{"a":{"b":1},"c":2}]', ['a', 'c']],
    ['[{"a":1},{"a":[{"b":{}}]}]', ['a']],
    ['[{"a":[1],"b":{},"c":2}]', null],
    ['[{"a":[9007199254740993],"b":2}]', null],
    ['[{"a":[1e2],"b":2}]', null],
    ['[{"a":1},2]', null],
    ['{"a":1}', null],
    ['[[1]]', null],
    ['[]', null],
    ['"x"', null],
    [` [\n{ "a" : true } ] `, ['a']],
  ])('%s has the columns %j', (text, columns) => {
    for (const pieceBytes of [1, 3, 1000]) expect(shapeOf(text, pieceBytes)).toMatchObject({ columns });
  });

  it('is accepted exactly if JSON.parse accepts it, however it is cut', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', ']', '"', '0', '-', 'e', '\\', ' ', 'tr'))
      .map(
        ([text, at, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
      );
    const digits = fc.stringMatching(/^[-+0-9.eE]{1,6}$/);
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken, digits), fc.integer({ min: 1, max: 7 }), (text, pieceBytes) => {
        // Half a surrogate pair doesn't survive UTF-8.
        const sent = Buffer.from(text).toString();
        expect(typeof shapeOf(sent, pieceBytes) === 'object').toBe(isJson(sent));
      }),
      { numRuns: 5_000, seed: 62 },
    );
  });

  it('is refused if it is nested too deeply', () => {
    expect(shapeOf('['.repeat(1_000) + ']'.repeat(1_000))).toMatchObject({ columns: null });
    expect(shapeOf('['.repeat(1_001) + ']'.repeat(1_001))).toBe('too deep');
  });

  it('is a table of at most 500 columns', () => {
    const row = (columns: number) =>
      `[{${Array.from({ length: columns }, (_, index) => `"c${index}":1`).join()}}]`;
    expect(shapeOf(row(500))).not.toMatchObject({ columns: null });
    expect(shapeOf(row(501))).toMatchObject({ columns: null });
  });
});
