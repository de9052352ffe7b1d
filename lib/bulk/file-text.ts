/** The text of a file, and how its bytes were read. */
export interface FileText {
  text: string;
  charset: string;
  /** Whether nothing in the file tells the charset, so that a person should look at the letters. */
  isGuessed: boolean;
}

/** The charsets that spreadsheet programs of the world write, most common first, as browsers name them. */
export const fileCharsets = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'iso-8859-15',
  'macintosh',
  'ibm866',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'utf-16le',
  'utf-16be',
] as const;

const marks: readonly [charset: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How much of a file tells that it is UTF-16 without a mark. */
const sampledBytes = 4096;

/**
 * The text of a file: by the charset that a person chose, or else by its byte order mark, or as UTF-8 if it is valid, or by
 * a guess.
 *
 * @returns null if it isn't text
 */
export function textOfFile(bytes: Uint8Array, chosen: string | null = null): FileText | null {
  const mark = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  const known = chosen ?? mark?.[0] ?? wideCharset(bytes) ?? (isUtf8(bytes) ? 'utf-8' : null);
  const charset = known ?? fileCharsets[0];
  const text = new TextDecoder(charset).decode(bytes);
  if (text.includes('\0')) return null;
  return { text, charset, isGuessed: known === null };
}

/** Western letters in UTF-16 have a zero as every other byte. */
function wideCharset(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, sampledBytes);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 4 < sample.length || Math.min(even, odd) > 0) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
