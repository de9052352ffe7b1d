import fc from 'fast-check';
import type { JsonValue } from '@/lib/base/json';
import { lookUp, type Schema } from './described';

type Values = fc.Arbitrary<JsonValue>;

const deepest = 5;
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Values that a schema allows. Undefined for a schema that this generator doesn't understand. */
export function valuesOf(root: Schema, schema: Schema, depth = 0): Values | undefined {
  if (typeof schema.$ref === 'string') {
    const target = lookUp(root, schema.$ref);
    return isObject(target) && depth <= deepest ? valuesOf(root, target, depth + 1) : undefined;
  }
  if (Array.isArray(schema.enum)) {
    const allowed = schema.enum.filter((each) => each !== null && typeof each !== 'object');
    return allowed.length === 0 ? undefined : fc.constantFrom(...(allowed as JsonValue[]));
  }
  if (schema.allOf !== undefined) return valuesOf(root, merged(root, schema), depth + 1);
  const [choice] = [...listOf(schema.oneOf), ...listOf(schema.anyOf)];
  if (choice !== undefined)
    return schema.properties === undefined ? valuesOf(root, choice, depth + 1) : undefined;
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  switch (type ?? (schema.properties === undefined ? undefined : 'object')) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema);
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema);
    case 'array':
      return lists(root, schema, depth);
    case 'object':
      return objects(root, schema, depth);
    default:
      return undefined;
  }
}

function merged(root: Schema, schema: Schema): Schema {
  const { allOf, ...own } = schema;
  const parts = listOf(allOf).map((part) => {
    const target = typeof part.$ref === 'string' ? lookUp(root, part.$ref) : part;
    return isObject(target) ? (target.allOf === undefined ? target : merged(root, target)) : {};
  });
  const all = [...parts, own];
  return Object.assign({}, ...all, {
    properties: Object.assign({}, ...all.map((part) => part.properties)),
    required: all.flatMap((part) => (Array.isArray(part.required) ? part.required : [])),
  });
}

function boundsOf(schema: Schema, least: number, most: number): { min: number; max: number } {
  const isWhole = schema.type !== 'number';
  const step = isWhole ? 1 : 0.001;
  const above = schema.exclusiveMinimum === true ? step : 0;
  const below = schema.exclusiveMaximum === true ? step : 0;
  const min =
    typeof schema.exclusiveMinimum === 'number'
      ? schema.exclusiveMinimum + step
      : numberOf(schema.minimum, least) + above;
  const max =
    typeof schema.exclusiveMaximum === 'number'
      ? schema.exclusiveMaximum - step
      : numberOf(schema.maximum, most) - below;
  return { min, max: Math.max(min, max) };
}

function integers(schema: Schema): Values {
  const most = schema.format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const { min, max } = boundsOf(schema, -most, most);
  const unit = numberOf(schema.multipleOf, 1);
  return fc.integer({ min: Math.ceil(min / unit), max: Math.floor(max / unit) }).map((count) => count * unit);
}

function numbers(schema: Schema): Values {
  const { min, max } = boundsOf(schema, -1e9, 1e9);
  return schema.multipleOf === undefined
    ? fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
    : integers(schema);
}

const formats: Readonly<Record<string, Values>> = {
  date: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((each) => each.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((each) => each.toISOString()),
  uuid: fc.uuid(),
  email: fc.tuple(fc.stringMatching(/^[a-z]{1,8}$/), fc.domain()).map(([name, host]) => `${name}@${host}`),
  uri: fc.webUrl(),
  url: fc.webUrl(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  hostname: fc.domain(),
  byte: fc.base64String({ minLength: 4 }),
};

function texts(schema: Schema): Values | undefined {
  const ofFormat = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (ofFormat !== undefined) return ofFormat;
  if (schema.format === 'binary') return undefined;
  const minLength = numberOf(schema.minLength, 0);
  const maxLength = Math.min(numberOf(schema.maxLength, minLength + 20), minLength + 20);
  if (typeof schema.pattern !== 'string')
    return fc
      .string({ minLength, maxLength, unit: 'grapheme-composite' })
      .filter((text) => text.length <= maxLength && [...text].length >= minLength);
  return fc
    .stringMatching(new RegExp(schema.pattern, 'u'))
    .filter((text) => text.length >= minLength && text.length <= numberOf(schema.maxLength, 200));
}

function lists(root: Schema, schema: Schema, depth: number): Values | undefined {
  const items = isObject(schema.items) ? valuesOf(root, schema.items, depth + 1) : undefined;
  const minLength = numberOf(schema.minItems, 0);
  if (items === undefined) return minLength === 0 ? fc.constant([]) : undefined;
  const maxLength = Math.min(numberOf(schema.maxItems, minLength + 3), minLength + 3);
  const sizes = { minLength, maxLength };
  if (schema.uniqueItems !== true) return fc.array(items, sizes);
  return fc.uniqueArray(items, { ...sizes, selector: (item) => JSON.stringify(item) });
}

/** Objects with all members that they must have, and some of the others. What only answers have is left out. */
function objects(root: Schema, schema: Schema, depth: number): Values | undefined {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members: [string, Values][] = [];
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (!isObject(property) || isReadOnly(root, property)) continue;
    const values = valuesOf(root, property, depth + 1);
    if (values !== undefined) members.push([name, values]);
    else if (required.has(name)) return undefined;
  }
  const must = members.filter(([name]) => required.has(name)).map(([name]) => name);
  return fc.record(Object.fromEntries(members), { requiredKeys: must });
}

function isReadOnly(root: Schema, property: Schema): boolean {
  const target = typeof property.$ref === 'string' ? lookUp(root, property.$ref) : property;
  return isObject(target) && target.readOnly === true;
}
