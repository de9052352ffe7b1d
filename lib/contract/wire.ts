import { z } from 'zod';

/**
 * The translation between the wire's words and ours (decisions §1). A shape is written once, as our keys
 * with the wire's key and a schema for each; from it come the codec, both types and the OpenAPI document.
 * Values are only ever renamed where a shape says so: what people typed and what sources answered is
 * declared opaque and passes untouched.
 */
type Field = readonly [wireKey: string, schema: z.ZodType];
export type Shape = Record<string, Field>;

type Simplify<T> = { [K in keyof T]: T[K] };
type OptionalKeys<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];
type WithOptional<T> = Simplify<
  { [K in Exclude<keyof T, OptionalKeys<T>>]: T[K] } & { [K in OptionalKeys<T>]?: T[K] }
>;

type WireSide<S extends Shape> = WithOptional<{ [K in keyof S as S[K][0]]: z.input<S[K][1]> }>;
type OurSide<S extends Shape> = WithOptional<{ [K in keyof S]: z.output<S[K][1]> }>;

/** A codec from the wire's shape (`z.input`) to ours (`z.output`). */
export type WireCodec<S extends Shape> = z.ZodCodec<z.ZodType<WireSide<S>>, z.ZodType<OurSide<S>>>;

function renamed(record: object, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    const name = names.get(key);
    if (name !== undefined && value !== undefined) result[name] = value;
  }
  return result;
}

function codec<S extends Shape>(shape: S, strictness: 'strict' | 'strip'): WireCodec<S> {
  const wire = Object.fromEntries(Object.values(shape).map(([wireKey, schema]) => [wireKey, schema]));
  const toOurs = new Map(Object.entries(shape).map(([ourKey, [wireKey]]) => [wireKey, ourKey]));
  const toWire = new Map(Object.entries(shape).map(([ourKey, [wireKey]]) => [ourKey, wireKey]));
  const wireSchema = strictness === 'strict' ? z.strictObject(wire) : z.object(wire);
  // The fields are checked once, on the wire's side, in both directions; our side is only renamed. Zod
  // cannot follow computed keys through its types, so the shape's own types are stated here, once.
  const made = z.codec(wireSchema, z.looseObject({}), {
    decode: (value) => renamed(value, toOurs),
    encode: (value) => renamed(value, toWire),
  });
  shapes.set(made, shape);
  return made as unknown as WireCodec<S>;
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** The shape that a schema was made from; undefined where it was made otherwise. */
export const shapeOf = (schema: z.ZodType): Shape | undefined => shapes.get(schema);

/** A request's body: a key that it does not name is refused. */
export const requestBody = <S extends Shape>(shape: S): WireCodec<S> => codec(shape, 'strict');

/** A thing that is answered. Keys that a newer server adds are passed over by an older client. */
export const resource = <S extends Shape>(shape: S): WireCodec<S> => codec(shape, 'strip');

/** Ours, as a reader of the decoded value sees it. */
export type Ours<C extends z.ZodType> = z.output<C>;
