import type { Client } from 'pg';
import type { TemplateInput } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres-types';
import { ConnectorError } from '../_shared/connector-error';
import { castName } from './catalog';
import type { Routine, RoutineArgument } from './executable';

/**
 * Arguments without a type of their own (`anyelement` and its kin, `record`): an input beside them names the
 * type, and the run asks the server for it, so that what stands in a cast is the server's own spelling.
 */

type Shape = NonNullable<RoutineArgument['chosenType']>['shape'];

/** The server's two families, each with one type throughout a call; every other such argument is by itself. */
const families: readonly Readonly<Record<string, Shape>>[] = [
  {
    anyelement: 'element',
    anynonarray: 'element',
    anyenum: 'element',
    anyarray: 'array',
    anyrange: 'range',
    anymultirange: 'multirange',
  },
  {
    anycompatible: 'element',
    anycompatiblenonarray: 'element',
    anycompatiblearray: 'array',
    anycompatiblerange: 'range',
    anycompatiblemultirange: 'multirange',
  },
];
const byThemselves = ['"any"', 'record'];
/** Of texts there is neither an enum nor a range nor a record, so there the type has to be named. */
const withoutTexts = /enum|range|record/;

type Keyed = RoutineArgument & { key: string };

/** Gives each argument that needs one the input that names its type; answers those inputs. */
export function chooseTypes(routineArguments: readonly RoutineArgument[]): TemplateInput[] {
  const taken = new Set(routineArguments.map(({ key }) => key));
  const isGeneric = (argument: RoutineArgument): argument is Keyed =>
    argument.key !== null && argument.type.kind === 'pseudo';
  const generic = routineArguments.filter(isGeneric);
  const groups = [
    ...families.map((family) => generic.filter(({ type }) => Object.hasOwn(family, type.name))),
    ...generic.filter(({ type }) => byThemselves.includes(type.name)).map((argument) => [argument]),
  ].filter((group) => group.length > 0);
  return groups.map((group) => {
    let key = `type of ${group.map((argument) => argument.key).join(', ')}`;
    while (taken.has(key)) key = `$${key}`;
    for (const argument of group) argument.chosenType = { key, shape: shapeOf(argument) };
    return typeInput(key, !group.some(({ type }) => withoutTexts.test(type.name)));
  });
}

function shapeOf({ type }: RoutineArgument): Shape {
  return families.map((family) => family[type.name]).find((shape) => shape !== undefined) ?? 'element';
}

function typeInput(key: string, mayBeText: boolean): TemplateInput {
  return {
    key,
    type: postgresInputTypeByName('regtype'),
    defaultValue: mayBeText ? 'text' : null,
    defaultExpression: null,
    defaultAmbiguousInput: mayBeText ? 'omit' : 'required',
    description: 'The name of a type, such as integer or timestamptz.',
  };
}

/** A type that was named, and those made of it; null where the server has none. */
interface ChosenType {
  casts: Record<Shape, string | null>;
}

/** The routine with the types that the values name in place of those it leaves open. */
export async function applyChosenTypes(
  client: Client,
  routine: Routine,
  values: Readonly<Record<string, JsonValue>>,
): Promise<Routine> {
  const named = new Map<string, ChosenType>();
  for (const { chosenType } of routine.arguments) {
    if (chosenType === undefined || named.has(chosenType.key)) continue;
    const name = Object.hasOwn(values, chosenType.key) ? values[chosenType.key] : null;
    if (typeof name === 'string' && name !== 'text') named.set(chosenType.key, await readType(client, name));
  }
  if (named.size === 0) return routine;
  const withType = (argument: RoutineArgument): RoutineArgument => {
    const { chosenType } = argument;
    const found = chosenType === undefined ? undefined : named.get(chosenType.key);
    if (chosenType === undefined || found === undefined) return argument;
    const cast = found.casts[chosenType.shape];
    if (cast === null) throw unusable(String(values[chosenType.key]), `has no ${chosenType.shape} type`);
    return { ...argument, cast };
  };
  return { ...routine, arguments: routine.arguments.map(withType) };
}

async function readType(client: Client, name: string): Promise<ChosenType> {
  const { rows } = await client.query<[string, string, string | null, string | null, string | null]>({
    text: typeQuery,
    values: [name],
    rowMode: 'array',
  });
  const [row] = rows;
  if (row === undefined) throw unusable(name, 'is no type of this database');
  const [kind, element, array, range, multirange] = row;
  // A range may be named itself, where it is not the only one over its elements.
  const casts = {
    element,
    array,
    range: kind === 'r' ? element : range,
    multirange: kind === 'm' ? element : multirange,
  };
  return { casts };
}

function unusable(name: string, why: string): ConnectorError {
  return new ConnectorError('failed', `"${name}" ${why}. Name another type, such as integer.`);
}

// Multiranges came with version 14; by way of JSON the older ones need not know their column. Until version 12
// `t.*` left out the oid.
const typeQuery = `
with named as (
  select t.oid, t.typtype, t.typarray from pg_catalog.pg_type t
  where t.oid = pg_catalog.to_regtype($1) and t.typtype <> 'p'
),
ranges as (
  select r.rngtypid, (pg_catalog.to_jsonb(r) ->> 'rngmultitypid')::oid as multirange_oid
  from pg_catalog.pg_range r join named on r.rngsubtype = named.oid
  order by r.rngtypid limit 1
)
select named.typtype, ${castName('named.oid')}, ${castName('named.typarray')},
  ${castName('ranges.rngtypid')}, ${castName('ranges.multirange_oid')}
from named left join ranges on true`;
