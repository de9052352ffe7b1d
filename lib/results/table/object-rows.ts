import { isJsonObject, type JsonValue } from '@/lib/base/json';
import type { ResultTable } from './result-table';

/** A list of objects in a JSON response, as a table. */
export interface ObjectRows {
  /** One column per key, in order of first appearance. */
  table: ResultTable;
  /** The object of each row of the table. */
  objects: JsonValue[];
  /** The response's key that holds the list; null if the response is the list itself. */
  key: string | null;
  /** The other keys of the response, which the table doesn't show. */
  others: string[];
  /** Whether to show the table first: most of its values are plain, and the list is the point. */
  isTableFirst: boolean;
}

/** Common API names for the main list of a response; its other keys are counts, pages, and links. */
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
/** Beyond these limits a grid doesn't help and would slow the page down, for example objects keyed by ids. */
const MOST_COLUMNS = 500;
const MOST_CELLS = 300_000;
const SAMPLED_ROWS = 100;

/**
 * Finds the one list of objects in a response: the response itself, or the only list of objects under a top-level key.
 * @param mostCells a file holds more than a grid
 * @returns null if there is none, more than one, or one that a grid couldn't show.
 */
export function objectRows(payload: JsonValue, mostCells = MOST_CELLS): ObjectRows | null {
  const found = findList(payload);
  if (found === null) return null;
  const { key, list, others } = found;
  const places = columnPlaces(list);
  if (places.size === 0 || places.size > MOST_COLUMNS || places.size * list.length > mostCells) return null;
  const table = {
    columns: [...places.keys()].map((name) => ({ name, type: '' })),
    rows: list.map((item) => rowOf(item, places)),
  };
  const isTheList = key === null || listKeys.has(key.toLowerCase());
  return { table, objects: list, key, others, isTableFirst: isTheList && isMostlyPlain(list) };
}

type JsonObject = { [key: string]: JsonValue };

function findList(payload: JsonValue): { key: string | null; list: JsonObject[]; others: string[] } | null {
  if (isObjects(payload)) return { key: null, list: payload, others: [] };
  if (!isJsonObject(payload)) return null;
  const lists = Object.entries(payload).flatMap(([key, value]) =>
    isObjects(value) ? [{ key, list: value }] : [],
  );
  const [only] = lists;
  if (only === undefined || lists.length > 1) return null;
  return { ...only, others: Object.keys(payload).filter((key) => key !== only.key) };
}

/** Keys are looked up in a map, because one of them may be `__proto__`. */
function columnPlaces(list: readonly JsonObject[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const item of list) {
    for (const name of Object.keys(item)) if (!places.has(name)) places.set(name, places.size);
    if (places.size > MOST_COLUMNS) break;
  }
  return places;
}

/** A missing key reads null, like an empty column of a database. */
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
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject);
}
