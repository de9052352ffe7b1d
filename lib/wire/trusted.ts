import { z } from 'zod';
import { json } from './values';
import { shapeOf } from './wire';

type Direction = 'encode' | 'decode';
type Rename = (value: unknown) => unknown;

const same: Rename = (value) => value;
const made = { encode: new WeakMap<z.ZodType, Rename>(), decode: new WeakMap<z.ZodType, Rename>() };

/**
 * Encodes a value for the wire without validating it: for values that our own code just built in a type the compiler
 * checked. Validating lists of thousands on every response is too slow; tests and development still do it.
 */
export function encodeTrusted(schema: z.ZodType, value: unknown): unknown {
  return renameOf(schema, 'encode')(value);
}

/** The reverse, for what our own server just encoded. */
export function decodeTrusted(schema: z.ZodType, value: unknown): unknown {
  return renameOf(schema, 'decode')(value);
}

function renameOf(schema: z.ZodType, direction: Direction): Rename {
  const known = made[direction].get(schema);
  if (known !== undefined) return known;
  const rename = makeRename(schema, direction);
  made[direction].set(schema, rename);
  return rename;
}

function makeRename(schema: z.ZodType, direction: Direction): Rename {
  const shape = shapeOf(schema);
  if (shape !== undefined) {
    const fields = Object.entries(shape).map(([ours, [wire, field]]) => ({
      from: direction === 'encode' ? ours : wire,
      to: direction === 'encode' ? wire : ours,
      rename: renameOf(field, direction),
    }));
    return (value) => renameFields(value as Record<string, unknown>, fields);
  }
  if (schema instanceof z.ZodArray) {
    const element = renameOf(schema.element as z.ZodType, direction);
    return element === same ? same : (value) => (value as unknown[]).map(element);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = renameOf(schema.unwrap() as z.ZodType, direction);
    return inner === same ? same : (value) => (value == null ? value : inner(value));
  }
  if (schema instanceof z.ZodRecord) {
    const inner = renameOf(schema.valueType as z.ZodType, direction);
    if (inner === same) return same;
  }
  if (isSameOnTheWire(schema)) return same;
  // Codecs with a translation of their own handle it themselves.
  return direction === 'encode' ? (value) => z.encode(schema, value) : (value) => z.decode(schema, value);
}

/** Whether a schema's values stay as they are on the wire, as far as the schema itself shows. */
export const isSameOnTheWire = (schema: z.ZodType): boolean =>
  // A result of a thousand rows is JSON as a whole.
  schema === json ||
  schema instanceof z.ZodLiteral ||
  schema instanceof z.ZodString ||
  schema instanceof z.ZodStringFormat ||
  schema instanceof z.ZodNumber ||
  schema instanceof z.ZodBoolean ||
  schema instanceof z.ZodEnum ||
  schema instanceof z.ZodCustom;

function renameFields(
  value: Record<string, unknown>,
  fields: readonly { from: string; to: string; rename: Rename }[],
): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const { from, to, rename } of fields) {
    const field = value[from];
    if (field !== undefined) renamed[to] = rename(field);
  }
  return renamed;
}
