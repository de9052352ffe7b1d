import { commandAccess, commandRoles } from '@/server/access/scope';
import type { PlacedCommand } from '@/server/commands/people';
import { peopleOfCommands } from '@/server/commands/people-of-commands';
import { type Sql, sql } from '@/server/db';

/** Somebody who can be asked. */
export interface Engineer {
  userId: string;
  name: string;
  email: string;
}

/** The engineers of a command who are members with an address, by name: admins of the organization are among them. */
export async function engineersOf(orgId: string, commandId: number): Promise<Engineer[]> {
  const commands = await sql.query<PlacedCommand>(
    `select org_id, command_id, folder_id, visibility, created_by_user_id from command
     where org_id = $1 and command_id = $2`,
    [orgId, commandId],
  );
  const found = (await peopleOfCommands(commands)).get(commandId)?.people ?? [];
  const userIds = found.filter(({ role }) => role === 'admin').map(({ userId }) => userId);
  const rows = await sql.query<{ user_id: string; name: string; email: string }>(
    `select u.user_id, u.name, u.email from "user" u
     join membership m on m.org_id = $1 and m.user_id = u.user_id and m.state = 'active'
     where u.user_id = any($2) and u.email is not null order by lower(u.name), u.user_id`,
    [orgId, userIds],
  );
  return rows.map((row) => ({ userId: row.user_id, name: row.name, email: row.email }));
}

const ENGINEER_OF_ONE = `
  select 1 from command c ${commandAccess('u.user_id')}
  where c.org_id = $1 and c.command_id = $3 and c.deleted_at is null and access.role = 'admin'`;

const ENGINEER_OF_ANY = `
  select 1 from (${commandRoles('u.user_id', '$1')}) roles
  join command c on c.org_id = $1 and c.command_id = roles.command_id and c.visibility <> 'justme'
  where roles.role = 'admin'`;

/**
 * Of some addresses, those of engineers: of one command, or of any in the organization that is not somebody's own.
 *
 * @param addresses in lower case
 */
export async function engineersAt(
  tx: Sql,
  orgId: string,
  commandId: number | null,
  addresses: readonly string[],
): Promise<Map<string, Engineer>> {
  const isEngineer = commandId === null ? ENGINEER_OF_ANY : ENGINEER_OF_ONE;
  const rows = await tx.query<{ user_id: string; name: string; email: string }>(
    `select u.user_id, u.name, u.email from "user" u
     where lower(u.email) = any($2) and exists (
       select 1 from membership where org_id = $1 and user_id = u.user_id and state = 'active')
     and exists (${isEngineer})`,
    commandId === null ? [orgId, addresses] : [orgId, addresses, commandId],
  );
  return new Map(
    rows.map((row) => [row.email.toLowerCase(), { userId: row.user_id, name: row.name, email: row.email }]),
  );
}
