import statement from 'sql-template-tag';
import {
  type listDeletedCommands as listDeletedCommandsOperation,
  MOST_DELETED,
} from '@/lib/contract/command/configure';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

const DELETED = {
  command_id: column.int,
  name: column.text,
  cloud_name: column.text,
  source_kind: column.text,
  source_name: column.text,
  deleted_at: column.time,
  is_template_deleted: column.boolean,
};

/** Lists the commands that org admins can restore. Commands that were visible only to their creator stay hidden. */
export async function listDeletedCommands({ subject }: Context<typeof listDeletedCommandsOperation>) {
  const rows = await query(
    DELETED,
    statement`select c.command_id, c.name, t.cloud_name, t.source_kind, k.name as source_name, c.deleted_at,
       t.deleted_at is not null as is_template_deleted
     from command c
     join template t on t.org_id = c.org_id and t.template_id = c.template_id
     join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
     where c.org_id = ${subject.orgId} and c.deleted_at is not null and c.visibility <> 'justme'
     order by c.deleted_at desc, c.command_id desc limit ${MOST_DELETED}`,
  );
  return rows.map((row) => ({
    commandId: row.command_id,
    name: row.name,
    cloudName: row.cloud_name,
    sourceKind: row.source_kind,
    sourceName: row.source_name,
    deletedAt: row.deleted_at.toISOString(),
    isTemplateDeleted: row.is_template_deleted,
  }));
}
