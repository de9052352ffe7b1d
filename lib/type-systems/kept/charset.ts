import { CharsetDecoder } from '@/lib/base/charset-decoder';

/** The bytes of the characters that a charset has, by character. */
const known = new Map<string, ReadonlyMap<string, number>>();

/** The first character that a charset doesn't have, or how many bytes the text takes in it. */
export type Encoded = { bytes: number } | { missing: string };

/**
 * How a text is stored in a charset. A database writes another letter, or a question mark, for a character that it lacks.
 *
 * @param charset a label of the Encoding Standard, such as `windows-1252`, `shift_jis`, or `utf-8`
 */
export function encodedIn(charset: string, text: string): Encoded {
  if (charset === 'utf-8') return { bytes: new TextEncoder().encode(text).length };
  const sizes = sizesOf(charset);
  let bytes = 0;
  for (const character of text) {
    const size = sizes.get(character);
    if (size === undefined) return { missing: character };
    bytes += size;
  }
  return { bytes };
}

function sizesOf(charset: string): ReadonlyMap<string, number> {
  const made = known.get(charset) ?? readSizes(new CharsetDecoder(charset));
  known.set(charset, made);
  return made;
}

/** Browsers only decode these charsets, so each of their bytes, and each pair, is decoded once. */
function readSizes(decoder: TextDecoder): Map<string, number> {
  const sizes = new Map<string, number>();
  const note = (...bytes: number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    const isOne = [...character].length === 1 && character !== '\ufffd';
    if (isOne && !sizes.has(character)) sizes.set(character, bytes.length);
  };
  for (let byte = 0; byte < 256; byte += 1) note(byte);
  if (/^windows-/.test(decoder.encoding)) return sizes;
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    for (let trail = 0x40; trail < 0xff; trail += 1) note(lead, trail);
  }
  return sizes;
}
