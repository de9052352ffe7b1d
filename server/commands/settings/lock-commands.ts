import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

/**
 * Locks the commands of a template until the transaction ends. The template is locked first: in another order, two
 * changes could deadlock.
 */
export async function lockCommands(tx: Sql, orgId: string, templateId: number): Promise<void> {
  await query(
    { command_id: column.int },
    statement`select command_id from command where org_id = ${orgId} and template_id = ${templateId}
      order by command_id for update`,
    tx,
  );
}
