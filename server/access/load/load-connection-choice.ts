import statement, { type Sql as Statement } from 'sql-template-tag';
import { decideOnConnectionChoice } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import { enforce } from '@/server/access/enforce';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

/** The ids of the connections whose commands, or some of them, a person is an engineer of. */
export const engineeredConnections = (actor: Actor, orgId: string): Statement => statement`
  select t.credential_id
  from (${commandRoles(viewerOf(actor), statement`${orgId}`)}) roles
  join command c on c.command_id = roles.command_id and c.follows_command_id is null
  join template t on t.org_id = c.org_id and t.template_id = c.template_id
  where roles.role = 'admin'`;

/** Throws the decision's error unless the actor may run a command of theirs with this connection. */
export async function loadConnectionChoice(
  actor: Actor,
  orgId: string,
  credentialId: number,
  db: Sql = sql,
): Promise<void> {
  const [row] = await query(
    { is_engineer: column.boolean },
    statement`select k.credential_id in (${engineeredConnections(actor, orgId)}) as is_engineer
      from credential k
      where k.org_id = ${orgId} and k.credential_id = ${credentialId} and k.deleted_at is null`,
    db,
  );
  enforce(decideOnConnectionChoice(actor, orgId, row === undefined ? null : row.is_engineer), actor);
}
