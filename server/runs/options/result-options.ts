import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { Recent } from '@/lib/base/memory/recent';
import { readField, readFields } from '@/lib/outputs/field-paths';
import { keysOfMask } from '@/lib/outputs/masks';
import { cellText } from '@/lib/results/table/result-table';
import { processWide } from '@/server/base/process-wide';
import type { LinkedDropdown, OutputPlace } from '@/server/commands/dropdowns/linked-dropdowns';
import { resultLines } from '@/server/results/reading/result-lines';
import { openResult, type StoredBytes } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';

/** One option: the value that is sent, and the text that people read. */
export interface Option {
  value: JsonValue;
  display: string;
}

/** All options of a result, and their values as texts. */
export interface Options {
  /** Whether the result is a table without the column of the values: a list that is empty for this reason is no list. */
  lacksColumn: boolean;
  list: readonly Option[];
  byText: ReadonlyMap<string, Option>;
}

/** More options than these are left out; a person can't choose among them. */
const MOST_OPTIONS = 100_000;
/** A larger JSON document isn't read. */
const LARGEST_DOCUMENT_BYTES = 32 * 1024 * 1024;
/** How many results are kept in memory; they never change. */
const MOST_KEPT = 16;

type Place = Pick<LinkedDropdown, 'value' | 'display'>;

const kept = () => processWide('dropdown options', () => new Recent<Promise<Options>>(MOST_KEPT));

/** Reads the options in a run's result: each value once, in the order of the result, without nulls. */
export function optionsOfRun(orgId: string, runId: number, place: Place): Promise<Options> {
  const options = kept();
  const key = `${runId} ${place.value.columnId} ${place.display.columnId}`;
  const known = options.get(key);
  if (known !== undefined) return known;
  const read = readOptions(orgId, runId, place);
  options.set(key, read);
  read.catch(() => options.delete(key));
  return read;
}

async function readOptions(orgId: string, runId: number, { value, display }: Place): Promise<Options> {
  const byText = new Map<string, Option>();
  const add = (of: JsonValue | undefined, shown: JsonValue | undefined) => {
    if (of === undefined || of === null || byText.size >= MOST_OPTIONS) return;
    const text = cellText(of);
    const words = shown === undefined || shown === null ? '' : cellText(shown);
    if (text !== '' && !byText.has(text))
      byText.set(text, { value: of, display: words === '' ? text : words });
  };
  const stored = await openResult(orgId, runId);
  const isMasked = (place: OutputPlace) => stored.isMasked?.(keysOfMask(place)) === true;
  // A masked column offers nothing to choose from, and names nothing.
  if (isMasked(value)) return { lacksColumn: false, list: [], byText };
  const named = isMasked(display) ? value : display;
  const lacksColumn =
    value.kind === 'field'
      ? await readDocument(stored, value, named, add)
      : await readTable(stored, value, named, add);
  return { lacksColumn, list: [...byText.values()], byText };
}

type Add = (value: JsonValue | undefined, shown: JsonValue | undefined) => void;

/** Returns whether the table is there, and lacks the column of the values. */
async function readTable(
  stored: StoredBytes,
  value: OutputPlace,
  display: OutputPlace,
  add: Add,
): Promise<boolean> {
  let table = -1;
  let lacksColumn = false;
  let [valueAt, displayAt] = [-1, -1];
  for await (const lines of resultLines(stored)) {
    // A row of megabytes is no option.
    if (!Array.isArray(lines)) continue;
    for (const line of lines) {
      if (line.startsWith('{')) {
        const head: { columns?: { name: string }[] } = JSON.parse(line);
        if (head.columns === undefined) continue;
        table += 1;
        const names = head.columns.map(({ name }) => name);
        valueAt = names.indexOf(value.path);
        displayAt = names.indexOf(display.path);
        if (table === value.resultSet) lacksColumn = valueAt < 0;
      } else if (table === value.resultSet && valueAt >= 0) {
        const row: JsonValue[] = JSON.parse(line);
        add(row[valueAt], row[displayAt]);
      }
    }
    if (table > value.resultSet) break;
  }
  return lacksColumn;
}

async function readDocument(
  stored: StoredBytes,
  value: OutputPlace,
  display: OutputPlace,
  add: Add,
): Promise<false> {
  const whole = await storedWhole(stored);
  if (whole === null || whole.format !== 'json' || whole.sizeBytes > LARGEST_DOCUMENT_BYTES) return false;
  const chunks: Buffer[] = [];
  for await (const chunk of whole.bytes()) chunks.push(chunk);
  const document = parseExactJson(Buffer.concat(chunks).toString('utf8'));
  // Both are read from the same item of the innermost list, so that an item without a name doesn't shift the others.
  const listEnd = value.path.lastIndexOf('[]') + 2;
  const list = listEnd < 2 ? '' : value.path.slice(0, listEnd);
  const items = list === '' ? [document] : readFields(document, list);
  const within = (path: string) => path.slice(list.length).replace(/^\./, '');
  const isShared = display.path.startsWith(list);
  for (const item of items) {
    const shown = isShared ? fieldOf(item, within(display.path)) : readField(document, display.path);
    add(fieldOf(item, within(value.path)), shown);
  }
  return false;
}

/** The item itself for an empty path. */
const fieldOf = (item: JsonValue, path: string): JsonValue | undefined =>
  path === '' ? item : readField(item, path);

/** The options whose text or value contains what was typed, at most so many, and how many there are. */
export function searchOptions(
  { list }: Options,
  search: string,
  most: number,
): { options: Option[]; matchCount: number } {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return { options: list.slice(0, most), matchCount: list.length };
  const found = list.filter(
    ({ value, display }) =>
      display.toLowerCase().includes(wanted) || cellText(value).toLowerCase().includes(wanted),
  );
  return { options: found.slice(0, most), matchCount: found.length };
}
