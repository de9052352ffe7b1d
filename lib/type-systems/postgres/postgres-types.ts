import type { Constraints, FormComponent, InputType, JsonType, TextInputType } from '@/lib/inputs/input';
import { postgresNumber } from '@/lib/type-systems/postgres/postgres-numbers';
import { rangeConstraints } from '@/lib/type-systems/postgres/postgres-ranges';
import { postgresText } from '@/lib/type-systems/postgres/postgres-texts';
import { postgresTimes } from '@/lib/type-systems/postgres/postgres-times';

/**
 * A Postgres type as the catalog describes it. `name` is what `format_type` prints, modifiers included,
 * e.g. `character varying(20)`, `shop.order_status`.
 */
export type PostgresType =
  | { kind: 'base' | 'range' | 'pseudo'; name: string }
  | { kind: 'enum'; name: string; labels: string[] }
  | { kind: 'domain'; name: string; base: PostgresType }
  /** `delimiter` separates the elements in the array's text, if it isn't a comma. */
  | { kind: 'array'; name: string; element: PostgresType; delimiter?: string }
  | { kind: 'composite'; name: string; attributes: { key: string; type: PostgresType }[] };

/** Other spellings of the built-in types, as written by people and older tools. */
const aliases = new Map<string, string>([
  ['int2', 'smallint'],
  ['int', 'integer'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['serial2', 'smallserial'],
  ['serial4', 'serial'],
  ['serial8', 'bigserial'],
  ['decimal', 'numeric'],
  ['float4', 'real'],
  ['float', 'double precision'],
  ['float8', 'double precision'],
  ['bool', 'boolean'],
  ['varchar', 'character varying'],
  ['char', 'character'],
  ['bpchar', 'character'],
  ['varbit', 'bit varying'],
  ['timestamp', 'timestamp without time zone'],
  ['timestamptz', 'timestamp with time zone'],
  ['time', 'time without time zone'],
  ['timetz', 'time with time zone'],
]);

/**
 * How an argument of a Postgres type looks in a form. Types without their own control (inet, intervals, ranges,
 * extension types) are text, which the database parses.
 */
export function postgresInputType(type: PostgresType): InputType {
  switch (type.kind) {
    case 'base':
      return baseInputType(type.name);
    case 'range':
      return control(type.name, 'string', 'b-input', 'text', rangeConstraints(type.name));
    case 'pseudo':
      return pseudoInputType(type.name);
    case 'enum':
      return { ...control(type.name, 'string', 'b-select', null), options: type.labels };
    case 'domain':
      return { ...postgresInputType(type.base), typeId: type.name };
    case 'array':
      return arrayInputType(type.name, postgresInputType(type.element));
    case 'composite':
      return {
        ...control(type.name, 'object', 'json', null),
        properties: type.attributes.map(({ key, type: attribute }) => ({
          key,
          type: postgresInputType(attribute),
        })),
      };
  }
}

/**
 * The input for a type known only by name, e.g. `varchar(20)` or `integer[]`; a name that isn't built in becomes text.
 */
export function postgresInputTypeByName(name: string): InputType {
  const array = /^(.*\S)\s*\[\d*\]$/.exec(name);
  if (array?.[1] === undefined) return baseInputType(name);
  const inner = postgresInputTypeByName(array[1]);
  return inner.element === null ? arrayInputType(name, inner) : { ...inner, typeId: name };
}

function control(
  typeId: string,
  jsonType: JsonType,
  component: FormComponent,
  inputType: TextInputType | null,
  constraints: Constraints = {},
): InputType {
  return {
    typeSystem: 'postgres',
    typeId,
    jsonType,
    component,
    inputType,
    constraints,
    options: null,
    element: null,
    properties: null,
  };
}

function baseInputType(typeId: string): InputType {
  const { name, modifiers } = splitModifiers(typeId);
  const number = postgresNumber(name, modifiers);
  if (number !== null) return control(typeId, 'number', 'b-input', 'number', number);
  const time = postgresTimes.get(name);
  if (time !== undefined)
    return control(typeId, 'string', time.component, null, keptOf(time.constraints, modifiers));
  // An extension's type is known by its name in whatever schema the extension was put.
  const bare = /(?:^|\.)(citext|hstore)$/.exec(name)?.[1] ?? name;
  switch (bare) {
    case 'boolean':
      return control(typeId, 'boolean', 'b-checkbox', null);
    case 'json':
    case 'jsonb':
      return control(typeId, 'object', 'json', null);
    case 'text':
    case 'citext':
    case 'xml':
      return control(typeId, 'string', 'b-input', 'textarea', postgresText(bare, modifiers));
    case 'hstore':
      return control(typeId, 'string', 'b-input', 'textarea');
    default:
      return control(typeId, 'string', 'b-input', 'text', postgresText(bare, modifiers));
  }
}

/** `timestamp(3)` keeps milliseconds; without a precision, the server keeps microseconds. */
function keptOf(constraints: Constraints, modifiers: string | null): Constraints {
  return modifiers === null ? constraints : { ...constraints, ticksPerSecond: 10 ** Number(modifiers) };
}

/** A polymorphic argument takes any type; text is offered first. */
function pseudoInputType(typeId: string): InputType {
  const text = control(typeId, 'string', 'b-input', 'text');
  return typeId === 'anyarray' || typeId === 'anycompatiblearray'
    ? arrayInputType(typeId, { ...text, typeId: 'text' })
    : text;
}

function arrayInputType(typeId: string, element: InputType): InputType {
  const listed = element.component === 'b-input' || element.component === 'b-select';
  return {
    ...control(typeId, 'array', listed ? 'multiselect' : 'json', null),
    element,
    options: element.options,
  };
}

/** Splits `numeric(12,2)` into name and modifiers, which may be in the middle: `timestamp(3) with time zone`. */
function splitModifiers(typeId: string): { name: string; modifiers: string | null } {
  const match = /^([^()]+?)\s*\(([^()]*)\)(.*)$/.exec(typeId);
  const name = match === null ? typeId.trim() : `${match[1]}${match[3]}`.trim();
  return { name: aliases.get(name.toLowerCase()) ?? name, modifiers: match?.[2] ?? null };
}
