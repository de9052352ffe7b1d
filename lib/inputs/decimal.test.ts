import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals, decimalText, parseDecimal } from './decimal';

const digits = fc.stringMatching(/^\d{1,40}$/);

function compared(a: string, b: string): number {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  if (left === null || right === null) throw new Error(`${a} or ${b} is no number`);
  return Math.sign(compareDecimals(left, right));
}

describe('decimals', () => {
  test('order is that of whole numbers of any size', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        expect(compared(String(a), String(b))).toBe(a === b ? 0 : a < b ? -1 : 1);
      }),
    );
  });

  test('order is that of fractions of any length', () => {
    fc.assert(
      fc.property(digits, digits, fc.nat(39), (a, b, scale) => {
        const withPoint = (text: string) => {
          const padded = text.padStart(scale + 1, '0');
          return `${padded.slice(0, padded.length - scale)}.${padded.slice(padded.length - scale)}`;
        };
        const [left, right] = [BigInt(a), BigInt(b)];
        expect(compared(withPoint(a), withPoint(b))).toBe(left === right ? 0 : left < right ? -1 : 1);
      }),
    );
  });

  test('a number written back is the same number, with every digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: -50, max: 50 }), (mantissa, exponent) => {
        const decimal = parseDecimal(`${mantissa}e${exponent}`);
        if (decimal === null) throw new Error('no number');
        expect(compared(decimalText(decimal), `${mantissa}e${exponent}`)).toBe(0);
      }),
    );
  });

  test.each(['', '.', '-', '1e', '1.2.3', '0x10', '1_000', '1,5', 'e5', '--1', '1 2', '1e9999999'])(
    '%j is no number',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );
});
