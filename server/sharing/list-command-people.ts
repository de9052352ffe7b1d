import { orgRoleOf } from '@/lib/access/decide';
import type { AccessRole } from '@/lib/access/vocabulary';
import type { commandPeople, listCommandPeople as listCommandPeopleOperation } from '@/lib/contract/sharing';
import type { Ours } from '@/lib/contract/wire';
import { type PlacedCommand, peopleOfCommands } from '@/server/commands/people-of-commands';
import { sql } from '@/server/db';
import { notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';

interface GroupRow {
  group_id: string;
  name: string;
  role: AccessRole;
  access_level: 'kit' | 'dir';
  people: { userId: string; name: string }[];
}

/** The groups of a command, and those of its folder, with their people. */
const GROUPS = `
  select g.group_id, g.name, s.role, s.access_level, coalesce((
      select json_agg(json_build_object('userId', u.user_id, 'name', u.name) order by u.name)
      from group_member gm
      join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state = 'active'
      join "user" u on u.user_id = gm.user_id
      where gm.org_id = g.org_id and gm.group_id = g.group_id), '[]') as people
  from (
    select org_id, group_id, role, 'kit' as access_level from command_group_grant
      where org_id = $1 and command_id = $2
    union all
    select org_id, group_id, role, 'dir' from folder_group_grant where org_id = $1 and folder_id = $3
  ) s join user_group g on g.org_id = s.org_id and g.group_id = s.group_id
  order by g.name, s.access_level`;

/** Everybody who has a command. People of other organisations are told names alone, no addresses. */
export async function listCommandPeople({
  actor,
  subject: { orgId, commandId },
}: Context<typeof listCommandPeopleOperation>): Promise<Ours<typeof commandPeople>> {
  const [command] = await sql.query<PlacedCommand>(
    `select org_id, command_id, folder_id, visibility, created_by_user_id from command
     where org_id = $1 and command_id = $2`,
    [orgId, commandId],
  );
  if (command === undefined) throw notFound();
  const found = (await peopleOfCommands([command])).get(commandId)?.people ?? [];
  const userIds = found.map(({ userId }) => userId);
  const [emails, own, groups] = await Promise.all([
    sql.query<{ user_id: string; email: string | null }>(
      'select user_id, email from "user" where user_id = any($1)',
      [userIds],
    ),
    sql.query<{ user_id: string }>(
      'select user_id from folder_user_grant where org_id = $1 and folder_id = $2 and user_id = any($3)',
      [orgId, command.folder_id, userIds],
    ),
    sql.query<GroupRow>(GROUPS, [orgId, commandId, command.folder_id]),
  ]);
  const isMember = orgRoleOf(actor, orgId) !== null;
  const emailOf = new Map(emails.map((row) => [row.user_id, row.email]));
  const hasFolder = new Set(own.map((row) => row.user_id));
  const people = found.map((person) => ({
    ...person,
    uoId: `${person.userId}_${orgId}`,
    email: isMember ? (emailOf.get(person.userId) ?? null) : null,
    isDeleted: false,
    isPending: false,
  }));
  return {
    visibility: command.visibility,
    people,
    withoutGroups: people.filter(
      ({ userId, accessLevel }) => accessLevel !== 'kit' && (accessLevel !== 'dir' || hasFolder.has(userId)),
    ),
    groups: groups.map((row) => ({
      groupId: row.group_id,
      name: row.name,
      role: row.role,
      accessLevel: row.access_level,
      people: row.people,
    })),
    allPeople: people,
  };
}
