import type { JsonValue } from '@/lib/base/json';
import { frontOfJson } from '@/lib/base/json-front';
import type { WholeFormat } from '@/server/connectors/result-sink';
import { LineMasker } from '@/server/results/masks/line-masker';
import type { RunMasks } from '@/server/results/masks/run-masks';
import { shownWhole } from '@/server/results/reading/shown-whole';
import { type ResultLine, SHOWN_BYTES, SHOWN_ROWS } from '@/server/results/stored/result-file';
import { type StoredBytes, storedBytes } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';

interface Table {
  columns: { name: string; type: string }[];
  rows: JsonValue[];
}

/** The first rows of a result; `value` is undefined unless the result is a single value. */
export interface ShownResult {
  tables: Table[];
  value: JsonValue | undefined;
  /** The shown part of a response in one piece; null for every other result. */
  whole: { format: WholeFormat; content: JsonValue } | null;
}

/** The limit for reading a line that earlier versions stored without its front. */
const LONGEST_LINE = SHOWN_BYTES + 64 * 1024;

/**
 * Reads the part of a result that browsers get: at most 1,000 rows or 1 MB, and always the first row. Little more than
 * that is read, however large the result is. A file that is still being written may end in half a line, which is
 * skipped.
 *
 * @param smallLines the lines of a small result; null if the result is a file
 */
export async function readShownResult(
  orgId: string,
  runId: number,
  smallLines: string | null,
  masks: RunMasks,
): Promise<ShownResult> {
  const stored = await storedBytes(orgId, runId, smallLines, masks);
  const whole = await storedWhole(stored);
  if (whole !== null) {
    return {
      tables: [],
      value: undefined,
      whole: { format: whole.format, content: await shownWhole(whole) },
    };
  }
  return shownLines(stored);
}

async function shownLines(stored: StoredBytes): Promise<ShownResult> {
  const shown: ShownResult = { tables: [], value: undefined, whole: null };
  const masker = stored.isMasked === null ? null : new LineMasker(stored.isMasked);
  let rows = 0;
  let sizeBytes = 0;
  let isFront = false;
  for await (const line of frontLines(stored)) {
    sizeBytes += Buffer.byteLength(line) + 1;
    const read = parseLine(line);
    const parsed = read === undefined ? undefined : (masker?.parsed(read) ?? read);
    if (parsed === undefined) break;
    if (Array.isArray(parsed)) {
      if (rows >= SHOWN_ROWS || (rows > 0 && sizeBytes > SHOWN_BYTES)) break;
      rows += 1;
      shown.tables.at(-1)?.rows.push(parsed);
    } else if ('columns' in parsed) {
      shown.tables.push({ columns: parsed.columns, rows: [] });
    } else if ('front' in parsed) {
      isFront = true;
      const table = shown.tables.at(-1);
      if (table === undefined) shown.value = parsed.front;
      else if (Array.isArray(parsed.front)) table.rows.push(parsed.front);
    } else if ('value' in parsed) {
      shown.value = parsed.value;
    }
    // A front is followed by the line that it is the front of.
    if (isFront) break;
  }
  return shown;
}

/** The first lines. One that is too long to show is cut, and is the last. */
async function* frontLines(stored: StoredBytes): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stored.stream(0, stored.sizeBytes)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      yield rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > LONGEST_LINE) {
      yield frontOfJson(rest.toString('utf8', 0, SHOWN_BYTES)) ?? '';
      return;
    }
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

function parseLine(line: string): JsonValue[] | ResultLine | undefined {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
