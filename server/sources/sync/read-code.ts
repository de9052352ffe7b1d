import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { readCode as readCodeOperation } from '@/lib/contract/command/view-code';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { openSource } from './open-source';

/** The code of a command's thing. Throws 422 if it isn't code, or its source can't be reached. */
export async function readCode({ subject: { orgId, templateId } }: Context<typeof readCodeOperation>) {
  const [row] = await query(
    { credential_id: column.int, executable: column.json<JsonValue>() },
    statement`select credential_id, executable from template
      where org_id = ${orgId} and template_id = ${templateId}`,
  );
  if (row === undefined) throw notFound();
  const source = await openSource(orgId, row.credential_id);
  return source.use(async ({ connector, connection, context }) => {
    if (connector.readCode === undefined)
      throw new AppError('impossible', `Commands of ${connector.label} have no code to show.`);
    const { notes, ...code } = await connector.readCode(connection, context, row.executable);
    return { ...code, messages: notes };
  });
}
