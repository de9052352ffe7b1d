import type { Client } from 'pg';
import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import { postgresInputTypeByName } from '@/lib/type-systems/postgres/postgres-types';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { castName } from '../catalog/catalog';
import type { Routine, RoutineArgument } from '../executable';

/**
 * Arguments without a type of their own (`anyelement` and similar, `record`): an additional input names the type, and the
 * run looks it up on the server, so that casts use the server's own spelling.
 */

type Shape = NonNullable<RoutineArgument['chosenType']>['shape'];

/** The server's two families, each with one type throughout a call; every other such argument has its own type. */
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
/** No enum, range, or record consists of texts, so for these the type has to be named. */
const withoutTexts = /enum|range|record/;

type Keyed = RoutineArgument & { key: string };

/** Adds the input that names the type to each argument that needs one; returns these inputs. */
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

/** A named type and the types derived from it; null if the server doesn't have one. */
interface ChosenType {
  casts: Record<Shape, string | null>;
}

/** The routine with the types from the values in place of those that it leaves open. */
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
  if (row === undefined) throw unusable(name, 'is not a type of this database');
  const [kind, element, array, range, multirange] = row;
  // A range may be named itself if it is not the only one over its elements.
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

// Multiranges exist since version 14; JSON avoids naming their column on older servers. Before version 12, `t.*` omitted
// the oid.
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
