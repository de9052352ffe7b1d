const DIGIT_BITS = 11;
const VALUES = 1 << DIGIT_BITS;
const DIGITS = 3;
const MOST_COARSE = 2 ** (DIGIT_BITS * DIGITS - 1) - 1;

/** A first order of keys, in which only keys that are close to each other may be out of order. */
export interface CoarseOrder {
  /** Positions; equal coarse keys keep their order. */
  order: Uint32Array;
  /** What each key was sorted by: a whole number that is never smaller for a larger key. */
  coarse: Uint32Array;
}

/**
 * Sorts keys by where they are between the smallest and the largest, in three passes of a radix sort.
 * Null if they have no place there, because some are infinite.
 */
export function coarseOrder(keys: Float64Array): CoarseOrder | null {
  let smallest = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < keys.length; position += 1) {
    const key = keys[position] ?? 0;
    if (key < smallest) smallest = key;
    if (key > largest) largest = key;
  }
  const scale = MOST_COARSE / (largest - smallest);
  if (!(scale > 0 && Number.isFinite(scale))) return null;
  const coarse = new Uint32Array(keys.length);
  for (let position = 0; position < keys.length; position += 1) {
    coarse[position] = ((keys[position] ?? 0) - smallest) * scale;
  }
  return { order: orderOf(coarse), coarse };
}

function orderOf(coarse: Uint32Array): Uint32Array {
  const count = coarse.length;
  let order = new Uint32Array(count);
  let next = new Uint32Array(count);
  for (let position = 0; position < count; position += 1) order[position] = position;
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const shift = digit * DIGIT_BITS;
    const starts = startsOf(coarse, shift);
    for (let at = 0; at < count; at += 1) {
      const position = order[at] ?? 0;
      const value = ((coarse[position] ?? 0) >>> shift) & (VALUES - 1);
      const place = starts[value] ?? 0;
      next[place] = position;
      starts[value] = place + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** Where the keys with each value of a digit begin. */
function startsOf(coarse: Uint32Array, shift: number): Uint32Array {
  const starts = new Uint32Array(VALUES + 1);
  for (let position = 0; position < coarse.length; position += 1) {
    const value = ((coarse[position] ?? 0) >>> shift) & (VALUES - 1);
    starts[value + 1] = (starts[value + 1] ?? 0) + 1;
  }
  for (let value = 0; value < VALUES; value += 1)
    starts[value + 1] = (starts[value + 1] ?? 0) + (starts[value] ?? 0);
  return starts;
}
