const DIGIT_BITS = 16;
const DIGITS = 4;
const VALUES = 1 << DIGIT_BITS;

/**
 * The positions of the keys in ascending order; equal keys keep their order. A radix sort: a million keys take a tenth
 * of what comparing them takes.
 *
 * @param keys any numbers but NaN
 */
export function sortedOrder(keys: Float64Array): Uint32Array {
  const count = keys.length;
  const digits = ascendingDigits(keys);
  let order = Uint32Array.from({ length: count }, (_, position) => position);
  let next = new Uint32Array(count);
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const starts = new Uint32Array(VALUES);
    for (let at = digit; at < digits.length; at += DIGITS) {
      const value = digits[at] ?? 0;
      starts[value] = (starts[value] ?? 0) + 1;
    }
    // Small whole numbers have the same digits in most places.
    if (starts[digits[digit] ?? 0] === count) continue;
    let sum = 0;
    for (let value = 0; value < VALUES; value += 1) {
      const size = starts[value] ?? 0;
      starts[value] = sum;
      sum += size;
    }
    for (let at = 0; at < count; at += 1) {
      const position = order[at] ?? 0;
      const value = digits[DIGITS * position + digit] ?? 0;
      const place = starts[value] ?? 0;
      next[place] = position;
      starts[value] = place + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}

/** The keys as four digits each, the lowest first, whose order as whole numbers is that of the keys. */
function ascendingDigits(keys: Float64Array): Uint16Array {
  const digits = new Uint16Array(keys.length * DIGITS);
  const view = new DataView(new ArrayBuffer(8));
  for (let position = 0; position < keys.length; position += 1) {
    // Zero has two signs.
    view.setFloat64(0, (keys[position] ?? 0) + 0);
    const isNegative = view.getUint8(0) >= 0x80;
    const flipped = isNegative ? 0xffff : 0;
    const at = DIGITS * position;
    digits[at] = view.getUint16(6) ^ flipped;
    digits[at + 1] = view.getUint16(4) ^ flipped;
    digits[at + 2] = view.getUint16(2) ^ flipped;
    digits[at + 3] = view.getUint16(0) ^ (isNegative ? 0xffff : 0x8000);
  }
  return digits;
}
