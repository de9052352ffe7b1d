import { z } from 'zod';

/**
 * The translation between the wire's names and ours. A shape is written once: our keys, each with the
 * wire's key and a schema. The codec, both types, and the OpenAPI document come from it. Only keys in a shape are
 * renamed; what people typed and what sources returned is declared opaque and never changed.
 */
type Field = readonly [wireKey: string, schema: z.ZodType];
export type Shape = Record<string, Field>;

type Simplify<T> = { [K in keyof T]: T[K] };
type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
type WithOptional<T> = Simplify<
  { [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & { [K in OptionalKeys<T>]?: T[K] }
>;

type WireSide<S extends Shape> = WithOptional<{ [K in keyof S as S[K][0]]: z.input<S[K][1]> }>;
type DecodedSide<S extends Shape> = WithOptional<{ [K in keyof S]: z.output<S[K][1]> }>;

/** A codec from the wire's shape (`z.input`) to ours (`z.output`). */
export type WireCodec<S extends Shape> = z.ZodCodec<z.ZodType<WireSide<S>>, z.ZodType<DecodedSide<S>>>;

function renamed(record: object, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    const name = names.get(key);
    if (name !== undefined && value !== undefined) result[name] = value;
  }
  return result;
}

/** Whether a field may be absent but has no null of its own. */
const mayBeLeftOut = (schema: z.ZodType): boolean =>
  schema.safeParse(undefined).success && !schema.safeParse(null).success;

const withoutNulls = (record: object, absent: ReadonlyMap<string, unknown>): object =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      value === null && absent.has(key) ? absent.get(key) : value,
    ]),
  );

function codec<S extends Shape>(shape: S, strictness: 'strict' | 'strip'): WireCodec<S> {
  const fields = Object.values(shape);
  /** The fields for which null is the same as absent, with the value that they then have. */
  const absent = new Map(
    strictness === 'strict'
      ? fields.flatMap(([wireKey, schema]) =>
          mayBeLeftOut(schema) ? [[wireKey, schema.parse(undefined)]] : [],
        )
      : [],
  );
  const wire = Object.fromEntries(
    fields.map(([wireKey, schema]) => [wireKey, absent.has(wireKey) ? schema.nullable() : schema]),
  );
  const toDecoded = new Map(Object.entries(shape).map(([decodedKey, [wireKey]]) => [wireKey, decodedKey]));
  const toWire = new Map(Object.entries(shape).map(([decodedKey, [wireKey]]) => [decodedKey, wireKey]));
  const wireSchema = strictness === 'strict' ? z.strictObject(wire) : z.object(wire);
  // The fields are validated once, on the wire's side, in both directions; our side is only renamed. Zod can't follow
  // computed keys through its types, so the shape's own types are stated here, once.
  const made = z.codec(wireSchema, z.looseObject({}), {
    decode: (value) => renamed(withoutNulls(value, absent), toDecoded),
    encode: (value) => renamed(value, toWire),
  });
  shapes.set(made, shape);
  return made as unknown as WireCodec<S>;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** The shape that a schema was made from; undefined for other schemas. */
export const shapeOf = (schema: z.ZodType): Shape | undefined => shapes.get(schema);

/**
 * A request's body: unknown keys are refused. Null is the same as absent for a key that may be left out, unless null is a
 * value of its own, such as one that clears a setting.
 */
export const requestBody = <S extends Shape>(shape: S): WireCodec<S> => codec(shape, 'strict');

/** A response's object. An older client ignores keys that a newer server adds. */
export const resource = <S extends Shape>(shape: S): WireCodec<S> => codec(shape, 'strip');

const shared = new WeakSet<z.ZodType>();

/**
 * A resource whose values are in many places of one response, as the same object: a person in a list of commands. They
 * are encoded once per response.
 */
export function sharedResource<S extends Shape>(shape: S): WireCodec<S> {
  const made = resource(shape);
  shared.add(made);
  return made;
}

export const isShared = (schema: z.ZodType): boolean => shared.has(schema);

/** The type of a codec's values after decoding: our keys. */
export type Decoded<C extends z.ZodType> = z.output<C>;
