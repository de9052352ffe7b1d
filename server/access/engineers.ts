import statement, { type Sql as Statement } from 'sql-template-tag';
import { PLACED_COLUMNS, PLACED_COMMAND } from '@/server/access/people/people';
import { peopleOfCommands } from '@/server/access/people/people-of-commands';
import { commandAccess, commandRoles } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

/** A person who can be asked for access. */
export interface Engineer {
  userId: string;
  name: string;
  email: string;
}

const ENGINEER = { user_id: column.text, name: column.text, email: column.text };

/**
 * Returns the ids of everyone whose role on a command is engineer. Organization admins are engineers too.
 *
 * @param db the caller's transaction
 */
export async function engineerIdsOf(orgId: string, commandId: number, db: Sql = sql): Promise<string[]> {
  const commands = await query(
    PLACED_COMMAND,
    statement`select ${PLACED_COLUMNS} from command c
     where c.org_id = ${orgId} and c.command_id = ${commandId}`,
    db,
  );
  const found = (await peopleOfCommands(commands, db)).get(commandId)?.people ?? [];
  return found.filter(({ role }) => role === 'admin').map(({ userId }) => userId);
}

/**
 * Returns the engineers of a command who are members with an email address, by name.
 *
 * @param db the caller's transaction
 */
export async function engineersOf(orgId: string, commandId: number, db: Sql = sql): Promise<Engineer[]> {
  const userIds = await engineerIdsOf(orgId, commandId, db);
  const rows = await query(
    ENGINEER,
    statement`select u.user_id, u.name, u.email from "user" u
     join membership m on m.org_id = ${orgId} and m.user_id = u.user_id and m.state = 'active'
     where u.user_id = any(${userIds}) and u.email is not null order by lower(u.name), u.user_id`,
    db,
  );
  return rows.map((row) => ({ userId: row.user_id, name: row.name, email: row.email }));
}

const isEngineerOf = (orgId: string, commandId: number): Statement => statement`
  select from command c ${commandAccess(anyone(statement`u.user_id`))}
  where c.org_id = ${orgId} and c.command_id = ${commandId} and c.deleted_at is null and access.role = 'admin'`;

const isEngineerOfAny = (orgId: string): Statement => statement`
  select from (${commandRoles(anyone(statement`u.user_id`), statement`${orgId}`)}) roles
  join command c on c.org_id = ${orgId} and c.command_id = roles.command_id and c.visibility <> 'justme'
  where roles.role = 'admin'`;

/**
 * Returns the engineers among some email addresses: of one command, or of any command in the organization that others
 * can see too.
 *
 * @param addresses in lower case
 */
export async function engineersAt(
  tx: Sql,
  orgId: string,
  commandId: number | null,
  addresses: readonly string[],
): Promise<Map<string, Engineer>> {
  const rows = await query(
    ENGINEER,
    statement`select u.user_id, u.name, u.email from "user" u
     where lower(u.email) = any(${addresses}) and exists (
       select from membership where org_id = ${orgId} and user_id = u.user_id and state = 'active')
     and exists (${commandId === null ? isEngineerOfAny(orgId) : isEngineerOf(orgId, commandId)})`,
    tx,
  );
  return new Map(
    rows.map((row) => [row.email.toLowerCase(), { userId: row.user_id, name: row.name, email: row.email }]),
  );
}
