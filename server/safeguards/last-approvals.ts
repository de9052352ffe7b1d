import statement, { type Sql as Statement } from 'sql-template-tag';
import type { listLastApprovals as listLastApprovalsOperation } from '@/lib/contract/runs/approvals';
import { approversOfCommands } from '@/server/access/approvers';
import { commandGrants, commandMembership } from '@/server/access/scope';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

/**
 * Lists the commands that nobody but the caller could approve anymore, once others lose what gives them these commands.
 * Commands that are this way already aren't listed.
 */
export async function listLastApprovals({
  actor: { userId: callerId },
  subject: { orgId },
  query: { user_id: userId, group_id: groupId, is_role_lost: isRoleLost = false },
}: Context<typeof listLastApprovalsOperation>) {
  const commands = await query(
    { command_id: column.int, name: column.text, waiting_count: column.int },
    statement`select command_id, name, (
       select count(*)::int from approval_request a
       join command asked on asked.org_id = a.org_id and asked.command_id = a.command_id and asked.deleted_at is null
       where a.org_id = command.org_id and coalesce(asked.follows_command_id, asked.command_id) = command.command_id
         and a.asked_by_user_id = ${callerId} and a.state = 'waiting' and a.expires_at > now()) as waiting_count
     from command
     where org_id = ${orgId} and needs_approval and deleted_at is null and follows_command_id is null
       and visibility <> 'justme'
     order by lower(name), command_id`,
  );
  const approvers = await approversOfCommands(
    orgId,
    commands.map(({ command_id }) => command_id),
  );
  const affected = await affectedBy(orgId, userId, groupId);
  const doubtful = commands.flatMap((command) => {
    const others = (approvers.get(command.command_id) ?? []).filter((one) => one.userId !== callerId);
    const areAffected = others.length > 0 && others.every((one) => affected.has(one.userId));
    return areAffected ? [{ ...command, others }] : [];
  });
  const isLost = lossOf(groupId, isRoleLost);
  const found = [];
  for (const { command_id: commandId, name, waiting_count: waitingCount, others } of doubtful) {
    const userIds = others.map((one) => one.userId);
    if (await anyKeeps(orgId, commandId, userIds, isLost)) continue;
    found.push({ commandId, name, approverNames: others.map((one) => one.name), waitingCount });
  }
  return found;
}

/** The people who lose something. */
async function affectedBy(
  orgId: string,
  userId: string | undefined,
  groupId: string | undefined,
): Promise<ReadonlySet<string>> {
  if (userId !== undefined) return new Set([userId]);
  const members = await query(
    { user_id: column.text },
    statement`select user_id from group_member where org_id = ${orgId} and group_id = ${groupId ?? null}`,
  );
  return new Set(members.map(({ user_id }) => user_id));
}

/** Which of `grants` are lost. */
function lossOf(groupId: string | undefined, isRoleLost: boolean): Statement {
  if (groupId !== undefined) return statement`grants.group_id is not distinct from ${groupId}`;
  return isRoleLost ? statement`grants.level = 'org'` : statement`true`;
}

/** Whether one of the people stays an engineer of a command by a grant that isn't lost. */
async function anyKeeps(
  orgId: string,
  commandId: number,
  userIds: readonly string[],
  isLost: Statement,
): Promise<boolean> {
  const person = statement`person.user_id`;
  const rows = await query(
    {},
    statement`select from command c
     cross join unnest(${[...userIds]}::text[]) person (user_id)
     ${commandMembership(person)}
     cross join lateral (${commandGrants(person)}) grants
     where c.org_id = ${orgId} and c.command_id = ${commandId} and grants.counts and grants.role = 'admin'
       and not (${isLost})
     limit 1`,
  );
  return rows.length > 0;
}
