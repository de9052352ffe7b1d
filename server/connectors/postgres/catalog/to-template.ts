import type { TemplateInput } from '@/lib/inputs/input';
import { type PostgresType, postgresInputType } from '@/lib/type-systems/postgres/postgres-types';
import type { TemplateDescription } from '@/server/connectors/things';
import type { Routine, RoutineArgument } from '../executable';
import { chooseTypes } from '../values/chosen-type';
import { declaredColumns } from './declared-columns';
import { readDefault } from './default-literal';
import { withoutDomain } from './domains';
import type { ArgumentRow, RoutineRow } from './routine-rows';
import { declaredEffect } from './warning-tag';

type TypeOf = (oid: number) => PostgresType;

const textList: PostgresType = { kind: 'array', name: 'text[]', element: { kind: 'base', name: 'text' } };
const textCast = 'pg_catalog.text';
const textListCast = 'pg_catalog._text';
const modes = { i: 'in', o: 'out', b: 'inout', v: 'variadic', t: 'out' } as const;

/** Converts what the catalog says about a routine and its types to a command's description. */
export function toTemplate(row: RoutineRow, typeOf: TypeOf, cloudId: string): TemplateDescription {
  const declared = keyed(row.arguments.filter(({ mode }) => mode !== 't'));
  const isVariadic = declared.some(({ mode }) => mode === 'v');
  const routineArguments = declared.map((argument) => toArgument(argument, typeOf, isVariadic));
  const inputs = declared.flatMap((argument, index) => toInput(argument, routineArguments[index]));
  const typeInputs = chooseTypes(routineArguments);
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
    inputs: [...inputs, ...typeInputs],
    likeness: row.likeness,
    warningTag: declaredEffect(row),
    columns: declaredColumns(row, routine.returns, typeOf),
    executable: routine,
  };
}

type KeyedArgument = ArgumentRow & { key: string | null };

/** Inputs are identified by name; unnamed ones by their position among the inputs, `$1`, `$2`, … */
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
  { key, name, mode, oid, cast, default: expression }: KeyedArgument,
  typeOf: TypeOf,
  isVariadic: boolean,
): RoutineArgument {
  const isList = mode === 'v';
  const declaredType = typeOf(oid);
  // VARIADIC "any" takes arguments of any types; a form offers a list of texts.
  const type = isList && declaredType.name === '"any"' ? textList : declaredType;
  const argument: RoutineArgument = {
    key,
    name,
    mode: modes[mode],
    type,
    cast: type.kind === 'pseudo' ? castOfPseudo(type.name) : type === textList ? textListCast : cast,
  };
  if (!isVariadic || (expression === null && !isList)) return argument;
  const declared = readDefault(expression, postgresInputType(type));
  if (declared.expression !== null) return argument;
  return { ...argument, omitted: expression === null ? [] : declared.value };
}

/** The cast from text for a pseudo-type; null if the server has to resolve it. */
function castOfPseudo(name: string): string | null {
  if (/^(any(compatible)?array)$/.test(name)) return textListCast;
  return /^(anyelement|any(compatible)?(nonarray)?|"any")$/.test(name) ? textCast : null;
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
      defaultAmbiguousInput: expression === null ? emptyOf(argument) : 'omit',
      description: null,
    },
  ];
}

/** A cursor that a routine returns needs no name: the server gives it one. */
const emptyOf = ({ mode, type }: RoutineArgument) =>
  mode === 'inout' && withoutDomain(type).name === 'refcursor' ? 'explicitNull' : 'required';

function returnsOf(row: RoutineRow, typeOf: TypeOf): Routine['returns'] {
  const outputs = row.arguments.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
  const outputOids = outputs.length > 0 ? outputs.map(({ oid }) => oid) : [row.return_oid];
  if (outputOids.some((oid) => withoutDomain(typeOf(oid)).name === 'refcursor')) return 'cursors';
  if (row.is_procedure) return outputs.length > 0 ? 'table' : 'void';
  const returned = withoutDomain(typeOf(row.return_oid));
  if (returned.kind === 'pseudo' && returned.name === 'void') return 'void';
  if (returned.kind === 'pseudo' && returned.name === 'record') {
    if (outputs.length > 0) return 'table';
    return row.returns_set ? 'records' : 'scalar';
  }
  return row.returns_set || returned.kind === 'composite' ? 'table' : 'scalar';
}
