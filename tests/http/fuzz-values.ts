import fc from 'fast-check';
import { z } from 'zod';
import type { AnyOperation } from '@/lib/contract/operation';

/**
 * Values for the requests of an operation, made from the schemas that the contract declares: mostly valid, some nearly.
 */

type Schema = Record<string, unknown>;

/** Texts that have broken programs before. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '😀',
  '\u202e',
  "'",
  '"; drop table run; --',
  '%',
  '%00',
  '\\',
  '{{x}}',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e999',
  '../..',
  '<img src=x onerror=alert(1)>',
  'a'.repeat(5000),
  '('.repeat(2000),
  '['.repeat(20_000) + ']'.repeat(20_000),
];
const oddNumbers = [0, -0, -1, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308];
const oddValues: unknown[] = [
  null,
  true,
  [],
  {},
  [[]],
  [null],
  { '': {} },
  JSON.parse('['.repeat(400) + ']'.repeat(400)),
  JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}'),
  ...oddTexts.slice(0, 6),
  ...oddNumbers,
];

/** Any JSON, not deep. */
const anything = fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 3 }));

const text = (least: number, most: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.string({ minLength: Math.min(least, 20), maxLength: Math.min(most, 30) }) },
    { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
  );

/** Texts of a schema, and now and then an odd one. */
function textOf(schema: Schema): fc.Arbitrary<string> {
  const plain = text(Number(schema.minLength ?? 0), Number(schema.maxLength ?? 30));
  const formats: Record<string, fc.Arbitrary<string>> = {
    email: fc.emailAddress(),
    uri: fc.webUrl(),
    'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  };
  const fitting =
    formats[String(schema.format)] ??
    (typeof schema.pattern === 'string' ? fc.stringMatching(new RegExp(schema.pattern)) : undefined);
  return fitting === undefined ? plain : fc.oneof({ weight: 9, arbitrary: fitting }, plain);
}

/** Valid values of a JSON schema, mostly; `known` are the ids of things that exist, by the key that asks for one. */
function valid(schema: Schema, key: string, known: Known, defs: Schema): fc.Arbitrary<unknown> {
  const given = known[key];
  const made = madeOf(schema, key, known, defs);
  return given === undefined ? made : fc.oneof({ weight: 9, arbitrary: fc.constant(given) }, made);
}

function madeOf(schema: Schema, key: string, known: Known, defs: Schema): fc.Arbitrary<unknown> {
  const inner = (part: unknown, name = key) => valid(part as Schema, name, known, defs);
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    const target = defs[name];
    return target === undefined ? anything : fc.oneof(fc.jsonValue({ maxDepth: 2 }), anything);
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice) => inner(choice)));
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Schema);
      if (properties.length === 0 && schema.additionalProperties === false) return fc.constant({});
      if (properties.length === 0)
        return fc.dictionary(fc.constantFrom('amount', 'x', ...oddTexts), anything, { maxKeys: 3 });
      const required = Array.isArray(schema.required) ? schema.required : [];
      return fc.record(Object.fromEntries(properties.map(([name, part]) => [name, inner(part, name)])), {
        requiredKeys: required,
      });
    }
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 3, minLength: Number(schema.minItems ?? 0) });
    case 'integer':
    case 'number':
      return fc.oneof(
        {
          weight: 9,
          arbitrary: fc.integer({
            min: Math.max(Number(schema.minimum ?? -1000), -(2 ** 31)),
            max: Math.min(Number(schema.maximum ?? 1000), 2 ** 31 - 1),
          }),
        },
        fc.constantFrom(...oddNumbers),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema);
    default:
      return anything;
  }
}

/** The ids of things that exist, by the name that paths and bodies have for them. */
export type Known = Readonly<Record<string, unknown>>;

/** A request to an operation: its path's words, its query, and its body. */
export interface FuzzedRequest {
  words: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Requests to an operation. `known` are the ids of things that exist, so that most requests reach its work. */
export function requestsTo(operation: AnyOperation, known: Known): fc.Arbitrary<FuzzedRequest> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const word = (name: string): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 25, arbitrary: fc.constant(String(known[name] ?? 'x')) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('0', '2147483648', '9'.repeat(30), 'x', '%00', 'a\0', '-1', '1.5'),
      },
    );
  const query = schemaOf(operation.query);
  const keys = Object.keys((query.properties ?? {}) as Schema);
  return fc.record({
    words: fc.record(Object.fromEntries(names.map((name) => [name, word(name)]))),
    query: asTexts(fc.oneof({ weight: 9, arbitrary: from(query, known) }, nearly(keys))),
    body: operation.body === null ? fc.constant(undefined) : bodies(operation.body, known),
  });
}

function bodies(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const json = schemaOf(schema);
  const keys = Object.keys((json.properties ?? {}) as Schema);
  const whole = from(json, known);
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 4, arbitrary: oneSpoiled(whole, keys) },
    { weight: 1, arbitrary: anything },
  );
}

/** A valid body with one key taken away or given something else. */
function oneSpoiled(whole: fc.Arbitrary<unknown>, keys: readonly string[]): fc.Arbitrary<unknown> {
  if (keys.length === 0) return whole;
  return fc
    .tuple(whole, fc.constantFrom(...keys, 'orgId', 'unknown'), fc.option(anything, { nil: undefined }))
    .map(([body, key, value]) =>
      typeof body === 'object' && body !== null ? { ...body, [key]: value } : body,
    );
}

const nearly = (keys: readonly string[]): fc.Arbitrary<unknown> =>
  keys.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...keys), text(0, 30), { maxKeys: 3 });

function asTexts(values: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, string>> {
  return values.map((value) =>
    Object.fromEntries(
      Object.entries(Object(value))
        .filter(([, part]) => part !== undefined)
        .map(([key, part]) => [key, typeof part === 'string' ? part : JSON.stringify(part)]),
    ),
  );
}

const from = (json: Schema, known: Known): fc.Arbitrary<unknown> =>
  valid(json, '', known, (json.$defs ?? {}) as Schema);

/** What comes over the wire, as JSON Schema. */
function schemaOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}
