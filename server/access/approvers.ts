import statement from 'sql-template-tag';
import { PLACED_COLUMNS, PLACED_COMMAND } from '@/server/access/people/people';
import { peopleOfCommands } from '@/server/access/people/people-of-commands';
import { column, query } from '@/server/base/database/statements';

/** A person who can answer a request for approval. */
export interface Approver {
  userId: string;
  name: string;
  email: string | null;
}

/**
 * The engineers of a command other than the asker, by name; for a copycat, those of the original, whether they have the
 * copy or not. Service accounts can't answer anything.
 */
export async function approversOf(
  orgId: string,
  commandId: number,
  askedByUserId: string,
): Promise<Approver[]> {
  const [configured] = await query(
    { command_id: column.int },
    statement`select coalesce(follows_command_id, command_id) as command_id from command
     where org_id = ${orgId} and command_id = ${commandId}`,
  );
  const configuredId = configured?.command_id ?? commandId;
  const approvers = (await approversOfCommands(orgId, [configuredId])).get(configuredId) ?? [];
  return approvers.filter(({ userId }) => userId !== askedByUserId);
}

/** The same of several commands, none of them a copycat, with everyone who could answer some person: by the command's id. */
export async function approversOfCommands(
  orgId: string,
  commandIds: readonly number[],
): Promise<ReadonlyMap<number, Approver[]>> {
  if (commandIds.length === 0) return new Map();
  const commands = await query(
    PLACED_COMMAND,
    statement`select ${PLACED_COLUMNS} from command c
     where c.org_id = ${orgId} and c.command_id = any(${commandIds})`,
  );
  const engineers = new Map(
    [...(await peopleOfCommands(commands))].map(([commandId, { people }]) => [
      commandId,
      new Set(people.flatMap(({ role, userId }) => (role === 'admin' ? [userId] : []))),
    ]),
  );
  const rows = await query(
    { user_id: column.text, name: column.text, email: column.text.nullable() },
    statement`select u.user_id, u.name, u.email from "user" u
     join membership m on m.org_id = ${orgId} and m.user_id = u.user_id and m.state = 'active'
     where u.user_id = any(${[...new Set([...engineers.values()].flatMap((userIds) => [...userIds]))]})
       and u.service_org_id is null
     order by lower(u.name), u.user_id`,
  );
  const people = rows.map((row) => ({ userId: row.user_id, name: row.name, email: row.email }));
  return new Map(
    [...engineers].map(([commandId, userIds]) => [
      commandId,
      people.filter(({ userId }) => userIds.has(userId)),
    ]),
  );
}
