import { CharsetDecoder } from '@/lib/base/charset-decoder';

const marks: readonly [label: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const markOf = ([first]: readonly Buffer[]) =>
  marks.find(([, bytes]) => bytes.every((byte, index) => first?.[index] === byte));

/** The charset of a text without a charset that isn't UTF-8: then letters are right only by chance. */
export const guessedCharset = 'windows-1252';

/** Whether neither the type nor a mark tells the charset, and the text can't be UTF-8. */
export function needsGuess(chunks: readonly Buffer[], contentType: string, isCut: boolean): boolean {
  return !/charset=/.test(contentType) && markOf(chunks) === undefined && !isUtf8(chunks, isCut);
}

/** @param isCut whether the text may end within a character */
export function isUtf8(chunks: readonly Buffer[], isCut = false): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const chunk of chunks) {
      if (chunk.includes(0)) return false;
      decoder.decode(chunk, { stream: true });
    }
    if (!isCut) decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * The text in UTF-8, without its byte order mark: a mark counts more than the charset that the response names, since only
 * one of them can be right. UTF-8 is assumed without either, or if it names an unknown charset.
 */
export function inUtf8(chunks: readonly Buffer[], contentType: string): readonly Buffer[] {
  const [first] = chunks;
  const [marked, mark = []] = markOf(chunks) ?? [];
  const decoder = decoderOf(marked ?? /charset="?([^";\s]+)/.exec(contentType)?.[1] ?? 'utf-8');
  if (decoder.encoding !== 'utf-8') {
    const decoded = chunks.map((chunk) => Buffer.from(decoder.decode(chunk, { stream: true })));
    return [...decoded, Buffer.from(decoder.decode())];
  }
  return first === undefined || mark.length === 0
    ? chunks
    : [first.subarray(mark.length), ...chunks.slice(1)];
}

function decoderOf(label: string): TextDecoder {
  try {
    return new CharsetDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
