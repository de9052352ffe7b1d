import type { Reply } from './reply';
import type { WireRequest } from './requests';
import type { DoubleParameter, DoubleRoutine } from './routine';
import type { WireValue } from './types';

type Row = Record<string, WireValue>;

/** Answers a query of the catalog with the columns that it names, in its order and under names in upper case. */
export async function catalogAnswer(
  routines: readonly DoubleRoutine[],
  { sql, parameters }: WireRequest,
  reply: Reply,
): Promise<void> {
  const columns = [...(sql.split(/\nfrom /)[0]?.matchAll(/ as (\w+),?(?=\n|$)/g) ?? [])].map(
    ([, name = '']) => name,
  );
  const wanted = namesIn(parameters.map(({ value }) => String(value)));
  const chosen = routines
    .map((routine, index) => ({ routine, id: String(1000 + index) }))
    .filter(
      ({ routine }) => !/s\.name = @p1/.test(sql) || wanted.has(`${schemaOf(routine)}\n${routine.name}`),
    );
  const rows = /from sys\.table_types/.test(sql)
    ? tableColumns(routines)
    : /from sys\.parameters/.test(sql)
      ? chosen.flatMap(({ routine, id }) => parameterRows(routine, id))
      : chosen.map(({ routine, id }) => routineRow(routine, id));
  // A server of another make spells its catalog in upper case.
  await reply.table(columns.map((name) => ({ name: name.toUpperCase(), type: 'nvarchar(max)' })));
  for (const row of rows) await reply.row(columns.map((name) => cellOf(row, name)));
  await reply.doneInProc(rows.length);
}

function cellOf(row: Row, name: string): WireValue {
  if (!Object.hasOwn(row, name)) throw new Error(`Invalid column name '${name}'.`);
  const value = row[name] ?? null;
  return typeof value === 'boolean' ? (value ? '1' : '0') : value === null ? null : String(value);
}

function namesIn(values: readonly string[]): Set<string> {
  const pairs = values
    .filter((_, index) => index % 2 === 0)
    .map((schema, index) => `${schema}\n${values[2 * index + 1]}`);
  return new Set(pairs);
}

const schemaOf = ({ schema = 'dbo' }: DoubleRoutine): string => schema;

function routineRow(routine: DoubleRoutine, id: string): Row {
  const { name, type = 'P', definition = '', description = null, mayUse = true } = routine;
  return {
    routine_id: id,
    schema_name: schemaOf(routine),
    routine_name: name,
    routine_type: type,
    definition,
    may_use: mayUse,
    description,
    user_name: 'pushboard',
  };
}

function parameterRows({ parameters = [] }: DoubleRoutine, id: string): Row[] {
  return parameters.map((parameter, index) => ({
    routine_id: id,
    position: index + 1,
    parameter_name: parameter.name,
    ...typeFacts(parameter),
    is_output: parameter.isOutput ?? false,
    description: parameter.description ?? null,
    code_page: parameter.codePage ?? null,
  }));
}

function typeFacts({ type, alias, table }: Pick<DoubleParameter, 'type' | 'alias' | 'table'>): Row {
  const { base, ...measures } = measuresOf(type);
  const named = table ?? alias;
  return {
    type_name: named?.name ?? base,
    base_name: table === undefined ? base : table.name,
    type_schema: named?.schema ?? 'sys',
    ...measures,
    is_table_type: table !== undefined,
    is_user_defined: named !== undefined,
  };
}

/** What sys.types says of a type's size: bytes, and a precision and a scale even of types without one. */
function measuresOf(declaration: string): {
  base: string;
  max_length: number;
  precision: number;
  scale: number;
} {
  const [, base = '', first, second] = /^(\w+)(?:\((max|\d+)(?:,(\d+))?\))?$/.exec(declaration) ?? [];
  const isWide = base.startsWith('n') && base !== 'numeric';
  const length = first === 'max' ? -1 : Number(first ?? 0) * (isWide ? 2 : 1);
  if (/^(decimal|numeric)$/.test(base)) {
    return { base, max_length: 17, precision: Number(first ?? 18), scale: Number(second ?? 0) };
  }
  if (/^(time|datetime2|datetimeoffset)$/.test(base)) {
    return { base, max_length: 10, precision: 34, scale: Number(first ?? 7) };
  }
  return { base, max_length: first === undefined ? 8 : length, precision: 0, scale: 0 };
}

function tableColumns(routines: readonly DoubleRoutine[]): Row[] {
  const tables = routines.flatMap(({ parameters = [] }) => parameters.flatMap(({ table }) => table ?? []));
  return tables.flatMap((table) =>
    table.columns.map(({ name, type, codePage = null }) => {
      const { base, ...measures } = measuresOf(type);
      return {
        type_schema: table.schema,
        type_name: table.name,
        column_name: name,
        column_type_name: base,
        base_name: base,
        ...measures,
        code_page: codePage,
      };
    }),
  );
}
