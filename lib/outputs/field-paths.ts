import type { JsonValue } from '@/lib/base/json';
import { below, EACH, type JsonStep, parseJsonPath } from './json-path';

/** A place within a JSON document, and what stands there. */
export interface Field {
  /** Such as `customer.name`, `items[].price`, or `["a key"].id`; the empty path is the document itself. */
  path: string;
  type: FieldType;
}

export type FieldType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** How many items of a list, and fields of a document, are looked at. */
const MOST_ITEMS = 50;
const MOST_FIELDS = 500;
const DEEPEST = 12;

function typeOf(value: JsonValue): FieldType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Exclude<FieldType, 'null' | 'array'>;
}

/**
 * The fields of a document, outer ones before inner ones. Items of a list share their fields: `items[].price` is there
 * if any item has a price. At most 500 fields, at most 12 deep.
 */
export function fieldsOf(document: JsonValue): Field[] {
  const fields = new Map<string, FieldType>();
  visit(document, '', 0, fields);
  fields.delete('');
  return [...fields].map(([path, type]) => ({ path, type }));
}

function visit(value: JsonValue, path: string, depth: number, fields: Map<string, FieldType>): void {
  const known = fields.get(path);
  if (known === undefined && fields.size >= MOST_FIELDS) return;
  if (known === undefined || known === 'null') fields.set(path, typeOf(value));
  if (depth === DEEPEST || value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MOST_ITEMS)) visit(item, below(path, EACH), depth + 1, fields);
    return;
  }
  for (const [key, member] of Object.entries(value)) visit(member, below(path, key), depth + 1, fields);
}

export const isFieldPath = (path: string): boolean => parseJsonPath(path) !== null;

/** All values at a path, in the order of the document: several where it goes through lists, none where it leads nowhere. */
export function readFields(document: JsonValue, path: string): JsonValue[] {
  const steps = parseJsonPath(path);
  if (steps === null) return [];
  return steps.reduce<JsonValue[]>(
    (values, step) => values.flatMap((value) => follow(value, step)),
    [document],
  );
}

function follow(value: JsonValue, step: JsonStep): JsonValue[] {
  if (value === null || typeof value !== 'object') return [];
  if (step === EACH) return Array.isArray(value) ? value : [];
  if (Array.isArray(value) !== (typeof step === 'number')) return [];
  const member = Object.hasOwn(value, step) ? (value as Record<string, JsonValue>)[step] : undefined;
  return member === undefined ? [] : [member];
}

/** The value at a path; undefined if it leads nowhere. Where it goes through a list, the first. */
export const readField = (document: JsonValue, path: string): JsonValue | undefined =>
  readFields(document, path)[0];
