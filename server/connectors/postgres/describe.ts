import type { Client } from 'pg';
import type { TemplateInput } from '@/lib/inputs/input';
import { type PostgresType, postgresInputType } from '@/lib/type-systems/postgres';
import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext, TemplateDescription } from '../types';
import { cloudIdPrefix, isCallable, readCatalog, readTypes, routineName } from './catalog';
import type { PostgresConnection } from './connection';
import { readDefault } from './default-literal';
import { toConnectorError } from './errors';
import type { Routine, RoutineArgument } from './executable';
import { withSession } from './session-pool';

interface RoutineRow {
  cloud_name: string;
  schema: string;
  name: string;
  types: string;
  is_procedure: boolean;
  is_overloaded: boolean;
  returns_set: boolean;
  return_oid: number;
  description: string | null;
  arguments: ArgumentRow[];
}

interface ArgumentRow {
  name: string | null;
  /** pg_proc.proargmodes: in, out, both, variadic, table. */
  mode: 'i' | 'o' | 'b' | 'v' | 't';
  oid: number;
  default: string | null;
}

const textList: PostgresType = { kind: 'array', name: 'text[]', element: { kind: 'base', name: 'text' } };
const modes = { i: 'in', o: 'out', b: 'inout', v: 'variadic' } as const;

/** Everything a command needs to know of the routine, in two queries. */
export async function describe(
  connection: PostgresConnection,
  context: ConnectorContext,
  cloudId: string,
): Promise<TemplateDescription> {
  const prefix = cloudIdPrefix(context.credsId);
  const cloudName = cloudId.startsWith(prefix) ? cloudId.slice(prefix.length) : '';
  return withSession(connection, context, null, async ({ client }) => {
    try {
      return await read(client, cloudId, cloudName);
    } catch (error) {
      throw toConnectorError(error, connection);
    }
  });
}

async function read(client: Client, cloudId: string, cloudName: string): Promise<TemplateDescription> {
  const row = await readCatalog<RoutineRow | null>(client, routineQuery, [cloudName]);
  if (row === null) {
    const message = `"${cloudName || cloudId}" is no longer in the database, or was renamed. Look for additions, or ask its owner.`;
    throw new ConnectorError('not_found', message);
  }
  const typeOf = await readTypes(client, [row.return_oid, ...row.arguments.map(({ oid }) => oid)]);
  const declared = keyed(row.arguments.filter(({ mode }) => mode !== 't'));
  const isVariadic = declared.some(({ mode }) => mode === 'v');
  const routineArguments = declared.map((argument) => toArgument(argument, typeOf, isVariadic));
  const routine: Routine = {
    schema: row.schema,
    name: row.name,
    kind: row.is_procedure ? 'procedure' : 'function',
    identityArguments: row.types,
    arguments: routineArguments,
    returns: returnsOf(row, typeOf),
  };
  return {
    cloudId,
    cloudName: row.cloud_name,
    friendlyName: row.is_overloaded ? `${row.name}(${row.types})` : row.name,
    description: row.description,
    inputs: declared.flatMap((argument, index) => toInput(argument, routineArguments[index])),
    executable: routine,
  };
}

type KeyedArgument = ArgumentRow & { key: string | null };

/** Inputs are known by their name; unnamed ones by their position among the inputs, `$1`, `$2`… */
function keyed(declared: ArgumentRow[]): KeyedArgument[] {
  const taken = new Set(declared.map(({ name }) => name));
  let position = 0;
  return declared.map((argument) => {
    if (argument.mode === 'o') return { ...argument, key: null };
    position += 1;
    if (argument.name !== null) return { ...argument, key: argument.name };
    let key = `$${position}`;
    while (taken.has(key)) key = `$${key}`;
    taken.add(key);
    return { ...argument, key };
  });
}

function toArgument(
  { key, name, mode, oid, default: expression }: KeyedArgument,
  typeOf: (oid: number) => PostgresType,
  isVariadic: boolean,
): RoutineArgument {
  const isList = mode === 'v';
  const declaredType = typeOf(oid);
  // VARIADIC "any" takes arguments of any types; a list of texts is what a form can give.
  const type = isList && declaredType.kind === 'pseudo' ? textList : declaredType;
  const argument: RoutineArgument = { key, name, mode: mode === 't' ? 'out' : modes[mode], type };
  if (!isVariadic || (expression === null && !isList)) return argument;
  const declared = readDefault(expression, postgresInputType(type));
  if (declared.expression !== null) return argument;
  return { ...argument, omitted: expression === null ? [] : declared.value };
}

function toInput(
  { key, default: expression }: KeyedArgument,
  argument: RoutineArgument | undefined,
): TemplateInput[] {
  if (key === null || argument === undefined) return [];
  const type = postgresInputType(argument.type);
  const declared = readDefault(expression, type);
  return [
    {
      key,
      type,
      defaultValue: declared.value,
      defaultExpression: declared.expression,
      defaultAmbiguousInput: expression === null ? 'required' : 'omit',
      description: null,
    },
  ];
}

function returnsOf(row: RoutineRow, typeOf: (oid: number) => PostgresType): Routine['returns'] {
  const outputs = row.arguments.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
  const outputOids = outputs.length > 0 ? outputs.map(({ oid }) => oid) : [row.return_oid];
  if (outputOids.every((oid) => typeOf(oid).name === 'refcursor')) return 'cursors';
  if (row.is_procedure) return outputs.length > 0 ? 'table' : 'void';
  const returned = withoutDomain(typeOf(row.return_oid));
  if (returned.kind === 'pseudo' && returned.name === 'void') return 'void';
  if (returned.kind === 'pseudo' && returned.name === 'record') {
    if (outputs.length > 0) return 'table';
    return row.returns_set ? 'records' : 'scalar';
  }
  return row.returns_set || returned.kind === 'composite' ? 'table' : 'scalar';
}

function withoutDomain(type: PostgresType): PostgresType {
  return type.kind === 'domain' ? withoutDomain(type.base) : type;
}

const routineQuery = `
select to_json(r)
from (
  select
    ${routineName} as cloud_name,
    n.nspname as schema,
    p.proname as name,
    oidvectortypes(p.proargtypes) as types,
    p.prokind = 'p' as is_procedure,
    (select count(*) > 1 from pg_proc o
      where o.pronamespace = p.pronamespace and o.proname = p.proname and o.prokind in ('f', 'p')) as is_overloaded,
    p.proretset as returns_set,
    p.prorettype::int8 as return_oid,
    obj_description(p.oid, 'pg_proc') as description,
    (
      select coalesce(json_agg(json_build_object(
        'name', nullif(p.proargnames[a.position], ''),
        'mode', coalesce(p.proargmodes[a.position]::text, case when p.provariadic <> 0 and a.position = p.pronargs then 'v' else 'i' end),
        'oid', a.oid::int8,
        'default', pg_get_function_arg_default(p.oid, a.position::int)
      ) order by a.position), '[]')
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (oid, position)
    ) as arguments
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where ${isCallable} and ${routineName} = $1
) r`;
