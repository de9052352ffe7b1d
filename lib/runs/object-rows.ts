import type { JsonValue } from '@/lib/json';
import type { ResultTable } from './result-table';

/** A list of objects in a JSON answer, as the table it is read best as. */
export interface ObjectRows {
  /** A column for each key, in the order in which the keys first appear. */
  table: ResultTable;
  /** The key of the answer that the list stands under; null where the answer is the list itself. */
  key: string | null;
  /** The keys that stand beside the list, which the table does not show. */
  beside: string[];
  /** Whether the table is the better first look: most of what it holds is plain, and the list is the point. */
  isTableFirst: boolean;
}

/** What APIs call the list that an answer is about; what stands beside it are counts, pages and links. */
const listKeys = new Set(
  [
    'data',
    'items',
    'results',
    'result',
    'rows',
    'records',
    'value',
    'values',
    'content',
    'entries',
    'list',
  ].concat(['hits', 'objects', 'elements', 'nodes', 'documents']),
);
/** Beyond these a grid is no help, and would hold a page up: objects keyed by ids, say. */
const MOST_COLUMNS = 500;
const MOST_CELLS = 300_000;
const SAMPLED_ROWS = 100;

/**
 * Finds the one list of objects in an answer: the answer itself, or the only list of objects under a key of its own.
 *
 * @returns null where there is none, or more than one, or where it is no table that a grid could show.
 */
export function objectRows(payload: JsonValue): ObjectRows | null {
  const found = findList(payload);
  if (found === null) return null;
  const { key, list, beside } = found;
  const places = columnPlaces(list);
  if (places.size === 0 || places.size > MOST_COLUMNS || places.size * list.length > MOST_CELLS) return null;
  const table = {
    columns: [...places.keys()].map((name) => ({ name, type: '' })),
    rows: list.map((item) => rowOf(item, places)),
  };
  const isTheList = key === null || listKeys.has(key.toLowerCase());
  return { table, key, beside, isTableFirst: isTheList && isMostlyPlain(list) };
}

type JsonObject = { [key: string]: JsonValue };

function findList(payload: JsonValue): { key: string | null; list: JsonObject[]; beside: string[] } | null {
  if (isObjects(payload)) return { key: null, list: payload, beside: [] };
  if (!isObject(payload)) return null;
  const lists = Object.entries(payload).flatMap(([key, value]) =>
    isObjects(value) ? [{ key, list: value }] : [],
  );
  const [only] = lists;
  if (only === undefined || lists.length > 1) return null;
  return { ...only, beside: Object.keys(payload).filter((key) => key !== only.key) };
}

/** Keys are looked up in a map: one of them may be called `__proto__`. */
function columnPlaces(list: readonly JsonObject[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const item of list) {
    for (const name of Object.keys(item)) if (!places.has(name)) places.set(name, places.size);
    if (places.size > MOST_COLUMNS) break;
  }
  return places;
}

/** A key that an object does not have reads null, as an empty column of a database does. */
function rowOf(item: JsonObject, places: ReadonlyMap<string, number>): JsonValue[] {
  const row = new Array<JsonValue>(places.size).fill(null);
  for (const [name, value] of Object.entries(item)) {
    const place = places.get(name);
    if (place !== undefined) row[place] = value;
  }
  return row;
}

function isMostlyPlain(list: readonly JsonObject[]): boolean {
  const values = list.slice(0, SAMPLED_ROWS).flatMap((item) => Object.values(item));
  const plain = values.filter((value) => value === null || typeof value !== 'object');
  return plain.length * 2 >= values.length;
}

function isObjects(value: JsonValue): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}

function isObject(value: JsonValue): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
