import { TYPE } from 'tedious/lib/data-type.js';
import type { Metadata } from 'tedious/lib/metadata-parser.js';
import type { ParserOptions } from 'tedious/lib/token/stream-parser.js';
import { readValue } from 'tedious/lib/value-parser.js';

/** The code pages with characters of several bytes, and the platform's names for them. */
const severalBytes: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  CP932: 'shift_jis',
  CP936: 'gbk',
  CP949: 'euc-kr',
  CP950: 'big5',
};

const varChar = 0xa7;
const partBytes = 32_000;

/** Decodes a text of any length from the code page of its column. */
export function decodeText(
  bytes: Buffer,
  metadata: Pick<Metadata, 'collation'>,
  options: ParserOptions,
): string {
  const codePage = metadata.collation?.codepage ?? 'utf-8';
  const name = severalBytes[codePage];
  if (name !== undefined) return new TextDecoder(name).decode(bytes);
  // In every other page a character is one byte, so that the driver can decode part by part.
  const type = TYPE[varChar];
  if (type === undefined) throw new Error('The driver lacks varchar');
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += partBytes) {
    const part = bytes.subarray(at, at + partBytes);
    const sized = Buffer.concat([Buffer.from([part.length & 0xff, part.length >> 8]), part]);
    parts.push(String(readValue(sized, 0, { ...plainMetadata, ...metadata, type }, options).value));
  }
  return parts.join('');
}

/** The metadata of a value that came without any. */
export const plainMetadata = {
  userType: 0,
  flags: 0,
  collation: undefined,
  precision: undefined,
  scale: undefined,
  dataLength: undefined,
  schema: undefined,
  udtInfo: undefined,
};
