import statement from 'sql-template-tag';
import type { z } from 'zod';
import type {
  listOutputColumns as listColumnsOperation,
  listOutputFields as listFieldsOperation,
  outputColumn,
  outputField,
} from '@/lib/contract/command/outputs';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

type Column = z.output<typeof outputColumn>;
type Field = z.output<typeof outputField>;

const OUTPUT = {
  output_column_id: column.int,
  command_id: column.int,
  kind: column.textAs<'column' | 'field'>(),
  result_set: column.int,
  path: column.text,
  type: column.text,
  is_present: column.boolean,
};
export type OutputRow = RowOf<typeof OUTPUT>;

/** The outputs of commands, in the order in which a result has them. */
export function loadOutputs(orgId: string, commandIds: readonly number[]): Promise<OutputRow[]> {
  return query(
    OUTPUT,
    statement`select output_column_id, command_id, kind, result_set, path, type, is_present
      from output_column
      where org_id = ${orgId} and command_id = any(${[...commandIds]}::int[])
      order by command_id, kind, result_set, not is_present, position, output_column_id`,
  );
}

const shared = ({ output_column_id, path, type, is_present }: OutputRow) => ({
  outputColumnId: output_column_id,
  path,
  type,
  pythonType: pythonTypeOf(type),
  isPresent: is_present,
});

export const columnsOf = (rows: readonly OutputRow[]): Column[] =>
  rows.filter(({ kind }) => kind === 'column').map((row) => ({ ...shared(row), resultSet: row.result_set }));

export const fieldsOf = (rows: readonly OutputRow[]): Field[] =>
  rows.filter(({ kind }) => kind === 'field').map(shared);

/** The Python word for what a cell is in JSON: decisions on exact numbers make decimals and long integers texts. */
function pythonTypeOf(type: string): Column['pythonType'] {
  if (/\[\]$|^array$/i.test(type)) return 'list';
  if (/^(json|jsonb|object)$/i.test(type)) return 'dict';
  if (/^bool(ean)?$|^bit$/i.test(type)) return 'bool';
  if (/^(smallint|int|integer|int2|int4|tinyint)$/i.test(type)) return 'int';
  if (/^(real|double precision|float|float4|float8|number)$/i.test(type)) return 'float';
  return 'str';
}

/** Throws 404 for a template that isn't the command's. */
async function loadOf(
  subject: { orgId: string; configuredId: number; templateId: number },
  templateId: number,
) {
  if (subject.templateId !== templateId) throw notFound();
  return loadOutputs(subject.orgId, [subject.configuredId]);
}

export const listOutputColumns = async ({
  subject,
  params,
}: Context<typeof listColumnsOperation>): Promise<Column[]> => columnsOf(await loadOf(subject, params.olId));

export const listOutputFields = async ({
  subject,
  params,
}: Context<typeof listFieldsOperation>): Promise<Field[]> => fieldsOf(await loadOf(subject, params.olId));
