import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { readSql as readSqlOperation } from '@/lib/contract/command/view-sql';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { connectorFor } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';

/** The SQL that a command sends. Throws 422 if its source is not a database. */
export async function readSql({ subject: { orgId, templateId } }: Context<typeof readSqlOperation>) {
  const [row] = await query(
    { source_kind: column.text, executable: column.json<JsonValue>() },
    statement`select source_kind, executable from template
      where org_id = ${orgId} and template_id = ${templateId}`,
  );
  if (row === undefined) throw notFound();
  const connector = connectorFor(row.source_kind);
  if (connector.sql === undefined) {
    throw new AppError('impossible', `Commands of ${connector.label} send no SQL.`);
  }
  try {
    return { sql: connector.sql(row.executable) };
  } catch (error) {
    if (error instanceof ConnectorError) throw new AppError('impossible', error.message, { cause: error });
    throw error;
  }
}
