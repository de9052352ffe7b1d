import type { JsonValue } from '@/lib/base/json';
import type { MssqlConnection } from '../connection';
import { partsOfName } from '../names';
import { readRows } from '../request';
import type { ExactConnection } from '../session/exact-connection';

/*
 * Rows are read by position, and types by their names: servers of other makes spell the columns of the catalog in other
 * cases, and number their types differently. Names in the queries are in lower case, as a case-sensitive server has them.
 */

/** A procedure or function in the catalog. */
export interface RoutineRow {
  id: string;
  schema: string;
  name: string;
  /** sys.objects.type: P, PC, FN, FS, IF, TF, or FT. */
  type: string;
  /** Null if it is encrypted, or if the login may not see it. */
  definition: string | null;
  mayUse: boolean;
  description: string | null;
  user: string;
}

export interface ParameterRow {
  routineId: string;
  /** 0 for a scalar function's result. */
  position: number;
  name: string;
  typeName: string;
  /** The server's own type of an alias. */
  baseName: string;
  typeSchema: string;
  maxBytes: number;
  precision: number;
  scale: number;
  isOutput: boolean;
  isTable: boolean;
  isUserDefined: boolean;
  description: string | null;
  /** Of the database's collation, which its parameters have; 0 if it isn't known. */
  codePage: number;
}

export interface TableColumnRow {
  typeSchema: string;
  typeName: string;
  name: string;
  columnTypeName: string;
  baseName: string;
  maxBytes: number;
  precision: number;
  scale: number;
  /** Of the column's collation; 0 without one. */
  codePage: number;
}

/** Longer lists of names are read as a whole catalog, and sorted out here. */
const mostNames = 50;

/** Restricts a query to some routines: a condition on the schema `s` and the object `o`, and its values. */
function named(cloudNames: readonly string[] | null): { condition: string; values: string[] } {
  if (cloudNames === null || cloudNames.length > mostNames) return { condition: '', values: [] };
  const parts = cloudNames.flatMap((cloudName) => partsOfName(cloudName) ?? []);
  const values = parts.flatMap(({ schema, name }) => [schema, name]);
  const alternatives = parts.map(
    (_, index) => `(s.name = @p${2 * index + 1} and o.name = @p${2 * index + 2})`,
  );
  return { condition: ` and (${alternatives.length === 0 ? '1 = 0' : alternatives.join(' or ')})`, values };
}

const routinesQuery = (condition: string): string => `
select
  convert(nvarchar(20), o.object_id) as routine_id,
  s.name as schema_name,
  o.name as routine_name,
  rtrim(o.type) as routine_type,
  m.definition as definition,
  has_perms_by_name(quotename(s.name) + N'.' + quotename(o.name), N'OBJECT',
    case when o.type in ('IF', 'TF', 'FT') then N'SELECT' else N'EXECUTE' end) as may_use,
  convert(nvarchar(4000), e.value) as description,
  user_name() as user_name
from sys.objects o
join sys.schemas s on s.schema_id = o.schema_id
left join sys.sql_modules m on m.object_id = o.object_id
left join sys.extended_properties e
  on e.class = 1 and e.major_id = o.object_id and e.minor_id = 0 and e.name = N'MS_Description'
where o.type in ('P', 'PC', 'FN', 'FS', 'IF', 'TF', 'FT') and o.is_ms_shipped = 0${condition}
order by s.name, o.name`;

const parametersQuery = (condition: string): string => `
select
  convert(nvarchar(20), p.object_id) as routine_id,
  p.parameter_id as position,
  p.name as parameter_name,
  coalesce(t.name, type_name(p.user_type_id)) as type_name,
  case when p.is_cursor_ref = 1 then N'cursor' else coalesce(type_name(p.system_type_id), t.name) end as base_name,
  schema_name(t.schema_id) as type_schema,
  p.max_length as max_length,
  p.precision as precision,
  p.scale as scale,
  p.is_output as is_output,
  coalesce(t.is_table_type, 0) as is_table_type,
  coalesce(t.is_user_defined, 0) as is_user_defined,
  convert(nvarchar(4000), e.value) as description,
  convert(int, collationproperty(convert(nvarchar(128), databasepropertyex(db_name(), N'Collation')), 'CodePage')) as code_page
from sys.parameters p
join sys.objects o on o.object_id = p.object_id
join sys.schemas s on s.schema_id = o.schema_id
left join sys.types t on t.user_type_id = p.user_type_id
left join sys.extended_properties e
  on e.class = 2 and e.major_id = p.object_id and e.minor_id = p.parameter_id and e.name = N'MS_Description'
where o.type in ('P', 'PC', 'FN', 'FS', 'IF', 'TF', 'FT') and o.is_ms_shipped = 0${condition}
order by p.object_id, p.parameter_id`;

const tableColumnsQuery = `
select
  schema_name(t.schema_id) as type_schema,
  t.name as type_name,
  c.name as column_name,
  type_name(c.user_type_id) as column_type_name,
  coalesce(type_name(c.system_type_id), type_name(c.user_type_id)) as base_name,
  c.max_length as max_length,
  c.precision as precision,
  c.scale as scale,
  convert(int, collationproperty(c.collation_name, 'CodePage')) as code_page
from sys.table_types t
join sys.columns c on c.object_id = t.type_table_object_id
where c.is_identity = 0 and c.is_computed = 0
order by t.name, c.column_id`;

/** The routines with these names, or all. */
export async function readRoutines(
  session: ExactConnection,
  connection: MssqlConnection,
  cloudNames: readonly string[] | null,
): Promise<RoutineRow[]> {
  const { condition, values } = named(cloudNames);
  const rows = await readRows(session, connection, routinesQuery(condition), values);
  return rows.map(([id, schema, name, type, definition, mayUse, description, user]) => ({
    id: text(id),
    schema: text(schema),
    name: text(name),
    type: text(type).toUpperCase(),
    definition: textOrNull(definition),
    mayUse: isTrue(mayUse),
    description: textOrNull(description),
    user: text(user),
  }));
}

/** Their parameters, by the routine's id. */
export async function readParameters(
  session: ExactConnection,
  connection: MssqlConnection,
  cloudNames: readonly string[] | null,
): Promise<Map<string, ParameterRow[]>> {
  const { condition, values } = named(cloudNames);
  const rows = await readRows(session, connection, parametersQuery(condition), values);
  const byRoutine = new Map<string, ParameterRow[]>();
  for (const row of rows) {
    const parameter = toParameter(row);
    const list = byRoutine.get(parameter.routineId) ?? [];
    list.push(parameter);
    byRoutine.set(parameter.routineId, list);
  }
  return byRoutine;
}

function toParameter(row: readonly JsonValue[]): ParameterRow {
  const [routineId, position, name, typeName, baseName, typeSchema, maxBytes, precision, scale] = row;
  const [isOutput, isTable, isUserDefined, description, codePage] = row.slice(9);
  return {
    routineId: text(routineId),
    position: Number(position),
    name: text(name),
    typeName: text(typeName),
    baseName: text(baseName),
    typeSchema: text(typeSchema),
    maxBytes: Number(maxBytes),
    precision: Number(precision),
    scale: Number(scale),
    isOutput: isTrue(isOutput),
    isTable: isTrue(isTable),
    isUserDefined: isTrue(isUserDefined),
    description: textOrNull(description),
    codePage: Number(codePage ?? 0),
  };
}

/** The columns of every table type that a row can fill in. */
export async function readTableColumns(
  session: ExactConnection,
  connection: MssqlConnection,
): Promise<TableColumnRow[]> {
  const rows = await readRows(session, connection, tableColumnsQuery);
  return rows.map(
    ([typeSchema, typeName, name, columnTypeName, baseName, maxBytes, precision, scale, codePage]) => ({
      typeSchema: text(typeSchema),
      typeName: text(typeName),
      name: text(name),
      columnTypeName: text(columnTypeName),
      baseName: text(baseName),
      maxBytes: Number(maxBytes),
      precision: Number(precision),
      scale: Number(scale),
      codePage: Number(codePage ?? 0),
    }),
  );
}

const text = (cell: JsonValue | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell);
const textOrNull = (cell: JsonValue | undefined): string | null =>
  cell === null || cell === undefined ? null : String(cell);
const isTrue = (cell: JsonValue | undefined): boolean => cell === true || cell === 1 || cell === '1';
