const DIGITS = 15;
/** Powers of ten up to this one are exact. */
const EXACT_POWER = 22;
const POWERS = Array.from({ length: EXACT_POWER + 1 }, (_, power) => Number(`1e${power}`));

/**
 * Reads a decimal number, also one with commas and a dollar sign, from text in lower case. Its first 15 digits count, so
 * that of two numbers the larger one never has the smaller key.
 *
 * @returns NaN if it isn't a number
 */
export function numberIn(bytes: Buffer, from: number, to: number): number {
  let at = from;
  const sign = bytes[at] === 0x2d ? -1 : 1;
  if (bytes[at] === 0x2d || bytes[at] === 0x2b) at += 1;
  if (bytes[at] === 0x24) at += 1;
  let mantissa = 0;
  let digits = 0;
  let power = 0;
  let hasDigit = false;
  let isFraction = false;
  for (; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) {
      hasDigit = true;
      if (digits === DIGITS) {
        if (!isFraction) power += 1;
        continue;
      }
      mantissa = mantissa * 10 + (byte - 0x30);
      if (mantissa > 0) digits += 1;
      if (isFraction) power -= 1;
    } else if (byte === 0x2e && !isFraction) isFraction = true;
    else if (byte !== 0x2c) break;
  }
  if (!hasDigit) return Number.NaN;
  if (at < to) {
    const exponent = bytes[at] === 0x65 ? exponentIn(bytes, at + 1, to) : Number.NaN;
    if (Number.isNaN(exponent)) return Number.NaN;
    power += exponent;
  }
  if (mantissa === 0) return 0;
  if (power >= 0 && power <= EXACT_POWER) return sign * mantissa * (POWERS[power] ?? 1);
  if (power < 0 && power >= -EXACT_POWER) return (sign * mantissa) / (POWERS[-power] ?? 1);
  return sign * Number(`${mantissa}e${power}`);
}

function exponentIn(bytes: Buffer, from: number, to: number): number {
  const text = bytes.toString('latin1', from, to);
  return /^[-+]?\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}
