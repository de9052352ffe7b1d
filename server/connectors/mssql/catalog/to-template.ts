import { createHash } from 'node:crypto';
import type { TemplateInput } from '@/lib/inputs/input';
import type { WarningTag } from '@/lib/settings/command-choices';
import type { Likeness, TemplateDescription } from '@/server/connectors/things';
import type { Parameter, Routine, SqlType, TableType } from '../executable';
import { cloudIdPrefix, cloudNameOf, isParameterName, quoteObject } from '../names';
import { declarationOf, inputTypeOf, sqlType, tableInputType } from '../values/types';
import type { ParameterRow, RoutineRow, TableColumnRow } from './catalog';
import { readDefault } from './default-value';
import { type Definition, readDefinition } from './definition';

export function kindOf({ type }: RoutineRow): Routine['kind'] {
  if (type === 'P' || type === 'PC') return 'procedure';
  return type === 'FN' || type === 'FS' ? 'scalar' : 'table';
}

/** Procedures exist for their effects; functions can't change data. */
export const declaredEffect = (row: RoutineRow): WarningTag =>
  kindOf(row) === 'procedure' ? 'updates_data' : 'safe';

/** What identifies a routine after a rename, or in another schema: its id, and what follows its name. */
export function likenessOf({ id, definition }: RoutineRow, parameters: readonly ParameterRow[]): Likeness {
  const body =
    definition === null
      ? parameters.map(({ name, typeName }) => `${name} ${typeName}`).join()
      : (readDefinition(definition)?.afterName ?? definition);
  const hash = createHash('md5').update(body).digest('hex');
  return [`id ${id} ${hash}`, `body ${hash}`];
}

/** Why a routine can't be run with this connection; null if it can. */
export function reasonOf(row: RoutineRow, parameters: readonly ParameterRow[]): string | null {
  const right = kindOf(row) === 'table' ? 'SELECT' : 'EXECUTE';
  if (!row.mayUse) return `"${row.user}" may not use this routine. Ask its owner for ${right} on it.`;
  const cursor = parameters.find(({ baseName }) => baseName === 'cursor');
  if (cursor !== undefined) return `Its parameter ${cursor.name} is a cursor, which only T-SQL can pass.`;
  const unnamed = parameters.find(({ name, position }) => position > 0 && !isParameterName(name));
  return unnamed === undefined ? null : `Its parameter "${unnamed.name}" can't be written in a call.`;
}

/** Its inputs with their types, as a list shows them. */
export const signatureOf = (parameters: readonly ParameterRow[]): string =>
  parameters
    .filter(({ position }) => position > 0)
    .map((row) => `${row.name} ${shownType(row)}${row.isOutput ? ' output' : ''}`)
    .join(', ');

/** Converts what the catalog and the definition say about a routine to a command's description. */
export function toTemplate(
  row: RoutineRow,
  parameters: readonly ParameterRow[],
  columns: readonly TableColumnRow[],
  credsId: number,
): TemplateDescription {
  const cloudName = cloudNameOf(row.schema, row.name);
  const declared = parameters.filter(({ position }) => position > 0);
  const definition = row.definition === null ? null : readDefinition(row.definition);
  const routineParameters = declared.map((parameter) => toParameter(parameter, columns));
  const routine: Routine = {
    schema: row.schema,
    name: row.name,
    kind: kindOf(row),
    parameters: routineParameters,
  };
  return {
    cloudId: cloudIdPrefix(credsId) + cloudName,
    cloudName,
    friendlyName: row.name,
    description: row.description,
    inputs: declared.map((parameter, index) => toInput(parameter, routineParameters[index], definition)),
    likeness: likenessOf(row, parameters),
    warningTag: declaredEffect(row),
    executable: routine,
  };
}

function toParameter(row: ParameterRow, columns: readonly TableColumnRow[]): Parameter {
  const { name, isOutput, isTable } = row;
  const table = isTable ? { table: tableOf(row, columns) } : {};
  return { name, key: name.replace(/^@/, ''), type: typeOf(row), isOutput, ...table };
}

/** An alias is passed as the server's own type that it stands for; a type of an assembly has no other. */
function typeOf({ typeName, baseName, typeSchema, isUserDefined, ...facts }: ParameterRow): SqlType {
  const isAssembly = isUserDefined && baseName === typeName;
  return sqlType(baseName, facts, isAssembly ? quoteObject(typeSchema, typeName) : undefined);
}

function tableOf({ typeSchema, typeName }: ParameterRow, columns: readonly TableColumnRow[]): TableType {
  const own = columns.filter((column) => column.typeSchema === typeSchema && column.typeName === typeName);
  return {
    quoted: quoteObject(typeSchema, typeName),
    columns: own.map(({ name, baseName, ...facts }) => ({ name, type: sqlType(baseName, facts) })),
  };
}

/** The type as it was declared: an alias by its own name. */
function shownType(row: ParameterRow): string {
  const isAlias = row.isUserDefined || row.isTable;
  return isAlias ? cloudNameOf(row.typeSchema, row.typeName) : declarationOf(typeOf(row));
}

function toInput(
  row: ParameterRow,
  parameter: Parameter | undefined,
  definition: Definition | null,
): TemplateInput {
  const { name, description, isOutput } = row;
  const shown = shownType(row);
  const type =
    parameter?.table === undefined ? inputTypeOf(typeOf(row), shown) : tableInputType(parameter.table, shown);
  // Parameters are compared as most servers do, whatever their case.
  const text = definition?.defaults.find((each) => each.name.toLowerCase() === name.toLowerCase())?.text;
  const declared = text === undefined ? null : readDefault(text, type);
  // What is left out of an OUTPUT parameter is null, and of a table-valued one no rows. Of an encrypted routine, nobody knows.
  const mayBeEmpty = declared !== null || isOutput || row.isTable || definition === null;
  return {
    key: name.replace(/^@/, ''),
    type,
    defaultValue: declared?.value ?? null,
    defaultExpression: declared?.expression ?? null,
    defaultAmbiguousInput: mayBeEmpty ? 'omit' : 'required',
    description,
  };
}
