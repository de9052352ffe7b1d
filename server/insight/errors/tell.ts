import statement from 'sql-template-tag';
import {
  type PersonWithAccess,
  PLACED_COLUMNS,
  PLACED_COMMAND,
  type PlacedCommand,
} from '@/server/access/people/people';
import { peopleOfCommands } from '@/server/access/people/people-of-commands';
import type { Sql } from '@/server/base/database/db';
import { execute, query } from '@/server/base/database/statements';
import { notify } from '@/server/messages/notify';

/** An error that is new or returned. */
export interface Told {
  orgId: string;
  errorId: number;
  isReturned: boolean;
  assigneeId: string | null;
  /** The commands that failed with it now. */
  commandIds: readonly number[];
}

/**
 * Tells the person an error is assigned to, or else the engineers of its commands, in the transaction that finds it: in
 * Pushboard at once, and in the next message that each of them gets.
 */
export async function tellOfErrors(tx: Sql, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  const commands = await query(
    PLACED_COMMAND,
    statement`select ${PLACED_COLUMNS} from command c
      where c.org_id = any(${[...new Set(told.map(({ orgId }) => orgId))]})
        and c.command_id = any(${[...new Set(told.flatMap(({ commandIds }) => commandIds))]}::int[])
        and c.deleted_at is null`,
    tx,
  );
  const people = await peopleOfCommands(commands, tx);
  for (const error of told) {
    const ofError = commands.filter(({ command_id }) => error.commandIds.includes(command_id));
    for (const [userId, commandId] of recipientsOf(error, ofError, people))
      await tellOne(tx, error, userId, commandId);
  }
}

/** Each recipient, with the first of the commands that they configure. */
function recipientsOf(
  { assigneeId }: Told,
  commands: readonly PlacedCommand[],
  people: Awaited<ReturnType<typeof peopleOfCommands>>,
): Map<string, number> {
  const recipients = new Map<string, number>();
  for (const { command_id: commandId } of commands) {
    const engineers = (people.get(commandId)?.people ?? []).filter(({ role }) => role === 'admin');
    const wanted =
      assigneeId === null ? closest(engineers) : engineers.filter(({ userId }) => userId === assigneeId);
    for (const { userId } of wanted) if (!recipients.has(userId)) recipients.set(userId, commandId);
  }
  return recipients;
}

/** The command's own engineers; without any, the admins of the organization. */
function closest(engineers: readonly PersonWithAccess[]): readonly PersonWithAccess[] {
  const own = engineers.filter(({ accessLevel }) => accessLevel !== 'org');
  return own.length > 0 ? own : engineers;
}

async function tellOne(
  tx: Sql,
  { orgId, errorId, isReturned }: Told,
  userId: string,
  commandId: number,
): Promise<void> {
  const kind = isReturned ? 'error_returned' : 'error_new';
  await notify(tx, { orgId, userIds: [userId], kind, actorUserId: null, commandId, errorId });
  await execute(
    statement`insert into error_mail (org_id, user_id, error_group_id, is_returned)
      select m.org_id, m.user_id, ${errorId}, ${isReturned}
      from membership m join "user" u on u.user_id = m.user_id
      where m.org_id = ${orgId} and m.user_id = ${userId} and m.state = 'active' and u.email is not null
        and u.service_org_id is null
      on conflict do nothing`,
    tx,
  );
}
