import type { Constraints } from '@/lib/inputs/input';
import { encodedIn } from '@/lib/type-systems/kept/charset';

const hexadecimal = /^0x/i;

/** Bytes as base64, or as hexadecimal digits after `0x`. */
export const binaryConstraints: Constraints = {
  pattern: '(?:0[xX][0-9a-fA-F]*|[A-Za-z0-9+\\/]*={0,2})',
  validationMessage: 'Must be base64, or 0x and hexadecimal digits',
};

/** `n(var)char` counts UTF-16 units, `(var)char` the bytes of its charset, and `(var)binary` bytes. */
export function mssqlTextLength(text: string, { pattern, charset }: Constraints): number | null {
  if (pattern === binaryConstraints.pattern) return bytesWritten(text);
  if (pattern !== undefined) return null;
  const encoded = charset === undefined ? null : encodedIn(charset, text);
  return encoded !== null && 'bytes' in encoded ? encoded.bytes : text.length;
}

function bytesWritten(text: string): number {
  if (hexadecimal.test(text)) return Math.ceil((text.length - 2) / 2);
  return Math.floor((text.replace(/=+$/, '').length * 3) / 4);
}
