import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { JsonValue } from '@/lib/json';
import type { WholeAnswer } from '@/server/connectors/types';
import { cutWhole } from '@/server/results/cut-whole';
import { type ResultLine, resultPath, SHOWN_BYTES, SHOWN_ROWS } from '@/server/results/result-file';

interface Table {
  columns: { name: string; type: string }[];
  rows: JsonValue[];
}

/** The first rows of a result; `value` is undefined unless the result is a single value. */
export interface ShownResult {
  tables: Table[];
  value: JsonValue | undefined;
  /** An answer that is one piece, cut to what is shown; null for every other. */
  whole: WholeAnswer | null;
}

/**
 * Reads what the browser is sent: at most 1,000 rows or 1 MB, and always the first row. A file that is still
 * being written may end in half a line, which is left out.
 *
 * @param smallLines the lines of a small result; null if the result is a file
 */
export async function readShownResult(
  orgId: string,
  runId: number,
  smallLines: string | null,
): Promise<ShownResult> {
  const shown: ShownResult = { tables: [], value: undefined, whole: null };
  let rows = 0;
  let sizeBytes = 0;
  const take = (line: string): boolean => {
    sizeBytes += Buffer.byteLength(line) + 1;
    const parsed = parseLine(line);
    if (parsed === undefined) return false;
    if (Array.isArray(parsed)) {
      if (rows >= SHOWN_ROWS || (rows > 0 && sizeBytes > SHOWN_BYTES)) return false;
      rows += 1;
      shown.tables.at(-1)?.rows.push(parsed);
    } else if ('columns' in parsed) {
      shown.tables.push({ columns: parsed.columns, rows: [] });
    } else if ('format' in parsed) {
      shown.whole = cutWhole(parsed, SHOWN_BYTES);
    } else {
      shown.value = parsed.value;
    }
    return true;
  };
  if (smallLines !== null) {
    smallLines.trimEnd().split('\n').every(take);
    return shown;
  }
  const file = createReadStream(resultPath(orgId, runId), { encoding: 'utf8' });
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!take(line)) break;
    }
  } finally {
    file.destroy();
  }
  return shown;
}

function parseLine(line: string): JsonValue[] | ResultLine | undefined {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
