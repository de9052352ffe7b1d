import {
  type listDeletedCommands as listDeletedCommandsOperation,
  MOST_DELETED,
} from '@/lib/contract/configure';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';

interface DeletedRow {
  command_id: number;
  name: string;
  cloud_name: string;
  source_kind: string;
  source_name: string;
  deleted_at: Date;
  is_template_deleted: boolean;
}

/** What org admins can bring back; what was its creator's alone stays unseen (decisions §4). */
export async function listDeletedCommands({ subject }: Context<typeof listDeletedCommandsOperation>) {
  const rows = await sql.query<DeletedRow>(
    `select c.command_id, c.name, t.cloud_name, t.source_kind, k.name as source_name, c.deleted_at,
       t.deleted_at is not null as is_template_deleted
     from command c
     join template t on t.org_id = c.org_id and t.template_id = c.template_id
     join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
     where c.org_id = $1 and c.deleted_at is not null and c.visibility <> 'justme'
     order by c.deleted_at desc, c.command_id desc limit ${MOST_DELETED}`,
    [subject.orgId],
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
