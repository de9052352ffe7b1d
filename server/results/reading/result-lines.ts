import { StringDecoder } from 'node:string_decoder';
import { LineMasker } from '@/server/results/masks/line-masker';
import type { LongRow } from '@/server/results/reading/long-row';
import { FRONT_LINE } from '@/server/results/stored/result-file';
import type { StoredBytes } from '@/server/results/stored/stored-bytes';

/** A longer line is read in pieces. */
const LONGEST_LINE = 1_000_000;

/** The next lines of a result, or a long one, whose pieces must be read before the lines after it. */
export type Lines = string[] | LongRow;

/**
 * The lines of a stored result, a few thousand at a time: awaiting each line would cost more than the work. The file is
 * read on demand, so however large it or its lines are, little of it is in memory.
 */
export async function* resultLines(stored: StoredBytes): AsyncGenerator<Lines> {
  const masker = stored.isMasked === null ? null : new LineMasker(stored.isMasked);
  const masked = (line: string): string => masker?.line(line) ?? line;
  const chunks = stored.stream(0, stored.sizeBytes);
  const utf8 = new StringDecoder('utf8');
  let open = '';
  const nextText = async (): Promise<string | null> => {
    const next = await chunks.next();
    return next.done ? null : utf8.write(next.value);
  };
  /** The line that begins with `open`, to its end; after that, `open` is the text that follows it. */
  async function* restOfLine(): AsyncGenerator<string> {
    for (;;) {
      const end = open.indexOf('\n');
      if (end >= 0) {
        const last = open.slice(0, end);
        open = open.slice(end + 1);
        yield last;
        return;
      }
      yield open;
      const text = await nextText();
      open = text ?? '';
      if (text === null) return;
    }
  }
  try {
    for (let text = await nextText(); text !== null; text = await nextText()) {
      const lines = (open + text).split('\n');
      open = lines.pop() ?? '';
      const shown = lines.filter((line) => !line.startsWith(FRONT_LINE));
      if (shown.length > 0) yield masker === null ? shown : shown.map(masked);
      if (open.length <= LONGEST_LINE) continue;
      const isFront = open.startsWith(FRONT_LINE);
      const pieces = restOfLine();
      if (!isFront) yield { pieces: masker?.pieces(pieces) ?? pieces };
      // A consumer that stopped early continues after the line.
      for await (const _ of pieces);
    }
  } finally {
    await chunks.return(undefined);
  }
  if (open !== '' && !open.startsWith(FRONT_LINE)) yield [masked(open)];
}
