import type pg from 'pg';
import { LOOPBACK } from './loopback-connector';

interface Loopback {
  orgId: string;
  createdByUserId: string;
  origin: string;
  lookAgainMs: number;
}

/**
 * Writes a command without inputs to the database, whose work continues in a workshop. No page connects such a source.
 */
export async function insertLoopbackCommand(
  db: pg.Pool | pg.Client,
  { orgId, createdByUserId, origin, lookAgainMs }: Loopback,
): Promise<{ commandId: number; templateId: number }> {
  const { rows } = await db.query<{ command_id: number; template_id: number }>(
    `with connected as (
       insert into credential (org_id, source_kind, name, settings) values ($1, $2, 'Workshop', $3) returning credential_id
     ), described as (
       insert into template (org_id, credential_id, source_kind, cloud_id, cloud_name, executable)
       select $1, credential_id, $2, 'loopback::work', 'work', '{}' from connected returning template_id
     )
     insert into command (org_id, template_id, name, created_by_user_id)
     select $1, template_id, 'Work elsewhere', $4 from described
     returning command_id, template_id`,
    [orgId, LOOPBACK, JSON.stringify({ origin, lookAgainMs }), createdByUserId],
  );
  const [made] = rows;
  if (made === undefined) throw new Error('No command was inserted');
  return { commandId: made.command_id, templateId: made.template_id };
}
