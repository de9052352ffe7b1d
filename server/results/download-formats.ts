import type { JsonValue } from '@/lib/json';
import { CSV_LINE_END, csvLine } from '@/server/results/csv';
import { isRowLine, parseResultLine, resultLines } from '@/server/results/result-lines';

/** A file as it goes out, a piece at a time. */
export type Chunks = AsyncGenerator<string | Uint8Array>;

/** How a scalar's one value is headed where a heading is needed. */
const VALUE_COLUMN = 'value';

type Writer = (cells: readonly JsonValue[]) => string;

/** Each row through `write`, each result set headed by its columns' names. */
async function* rowsAsText(batches: AsyncIterable<string[]>, write: Writer): Chunks {
  for await (const lines of batches) {
    let text = '';
    for (const line of lines) {
      const parsed = parseResultLine(line);
      if (Array.isArray(parsed)) text += write(parsed);
      else if ('columns' in parsed) text += write(parsed.columns.map(({ name }) => name));
      else text += write([VALUE_COLUMN]) + write([parsed.value]);
    }
    yield text;
  }
}

export function csvOf(batches: AsyncIterable<string[]>): Chunks {
  return rowsAsText(batches, (cells) => csvLine(cells) + CSV_LINE_END);
}

/** Tab-separated, a line a row: tabs and line ends within a cell become spaces. A scalar is its text alone. */
export async function* textOf(orgId: string, runId: number, isScalar: boolean): Chunks {
  const plain = (cell: JsonValue) =>
    cell === null ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  if (isScalar) {
    for await (const [line] of resultLines(orgId, runId)) {
      const parsed = line === undefined ? null : parseResultLine(line);
      if (parsed !== null && 'value' in parsed) yield plain(parsed.value);
    }
    return;
  }
  yield* rowsAsText(
    resultLines(orgId, runId),
    (cells) => `${cells.map((cell) => plain(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`,
  );
}

/** The same shapes as a payload has (decisions §9), whole. What is stored is JSON already and is passed on. */
export async function* jsonOf(orgId: string, runId: number, isMultiset: boolean): Chunks {
  let tables = 0;
  let rows = 0;
  const endTable = () => (tables === 0 ? '' : '\n]}');
  if (isMultiset) yield '[';
  for await (const lines of resultLines(orgId, runId)) {
    let text = '';
    for (const line of lines) {
      if (isRowLine(line)) {
        text += `${rows === 0 ? '' : ','}\n${line}`;
        rows += 1;
        continue;
      }
      const parsed = parseResultLine(line);
      if ('value' in parsed) text += JSON.stringify(parsed.value);
      if ('columns' in parsed) {
        text += `${endTable()}${tables === 0 ? '' : ',\n'}{"columns":${JSON.stringify(parsed.columns)},"rows":[`;
        tables += 1;
        rows = 0;
      }
    }
    yield text;
  }
  yield endTable();
  if (isMultiset) yield ']';
}
