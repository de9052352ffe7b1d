import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedOrder } from './sorted-order';

const compared = (keys: Float64Array): number[] =>
  Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);

describe('the order of keys', () => {
  it('is the one that comparing them has, with equal keys in their order', () => {
    const key = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: 1_000_000_000, max: 1_000_000_100 }),
      fc.constantFrom(0, -0, 5e-324, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), fc.boolean(), (numbers, hasInfinite) => {
        const keys = Float64Array.from(hasInfinite ? [...numbers, Infinity, ...numbers, -Infinity] : numbers);
        expect(Array.from(sortedOrder(keys))).toEqual(compared(keys));
      }),
      { numRuns: 300 },
    );
  });

  it('holds for many keys that are close to each other, next to one that is far away', () => {
    const keys = Float64Array.from({ length: 3000 }, (_, at) => ((at * 7919) % 1000) / 7);
    keys[1500] = 1e300;
    expect(Array.from(sortedOrder(keys))).toEqual(compared(keys));
  });

  it('holds for keys that are stored the other way around, some of them equal', () => {
    for (const each of [1, 3]) {
      const descending = Float64Array.from({ length: 3000 }, (_, at) => -Math.floor(at / each));
      expect(Array.from(sortedOrder(descending))).toEqual(compared(descending));
    }
  });
});
