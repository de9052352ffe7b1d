import {
  type CommandPeople,
  type FolderPeople,
  type Grant,
  type GroupMembers,
  type ListedPeople,
  type Member,
  OrgPeople,
  type PlacedCommand,
} from '@/server/commands/org-people';
import { sql } from '@/server/db';

/** Whose people are loaded: all of the organisations', those of some commands, or those of some folders. */
export type PeopleOf = 'all' | { commandIds: readonly number[] } | { folderIds: readonly number[] };

/** As one JSON value, which is read many times faster than as many rows. */
const grantsSql = (ofCommands: string, ofFolders: string): string => `
  select coalesce(json_agg(json_build_array(org_id, command_id, folder_id, user_id, group_id, role)), '[]') as grants
  from (
    select org_id, command_id, null::int as folder_id, user_id, null as group_id, role from command_user_grant
      where org_id = any($1) and ${ofCommands}
    union all select org_id, command_id, null, null, group_id, role from command_group_grant
      where org_id = any($1) and ${ofCommands}
    union all select org_id, null, folder_id, user_id, null, role from folder_user_grant
      where org_id = any($1) and ${ofFolders}
    union all select org_id, null, folder_id, null, group_id, role from folder_group_grant
      where org_id = any($1) and ${ofFolders}
  ) g`;

const ALL_GRANTS = grantsSql('true', 'true');
const GRANTS_OF_COMMANDS = grantsSql(
  'command_id = any($2)',
  `folder_id in (select c.folder_id from command c where c.org_id = any($1) and c.command_id = any($2))`,
);
const GRANTS_OF_FOLDERS = grantsSql('false', 'folder_id = any($2)');

const membersSql = (ofMembers: string, ofOutsiders: string): string => `
  select m.org_id, m.user_id, u.name, m.state::text, m.role = 'admin' as is_admin
    from membership m join "user" u on u.user_id = m.user_id where m.org_id = any($1) and ${ofMembers}
  union select g.org_id, g.user_id, u.name, null, false
    from command_user_grant g join "user" u on u.user_id = g.user_id
    where g.org_id = any($1) and ${ofOutsiders} and not exists (
      select 1 from membership m where m.org_id = g.org_id and m.user_id = g.user_id)
  order by name, user_id`;

const ALL_MEMBERS = membersSql('true', 'true');
/**
 * The admins, who have everything, those who hold a grant, and those who made the commands. The ids are unnested:
 * a statement that is planned once compares each row with each element of an array, which for thousands of both takes
 * longer than all the rest.
 */
const SOME_MEMBERS = membersSql(
  `(m.role = 'admin' or m.user_id in (select unnest($2::text[])) or m.user_id in (
      select c.created_by_user_id from command c where c.org_id = any($1) and c.command_id = any($3)))`,
  'g.user_id in (select unnest($2::text[]))',
);

const groupsSql = (which: string): string => `
  select g.org_id, g.group_id, g.name,
    coalesce(array_agg(gm.user_id) filter (where gm.user_id is not null), '{}') as user_ids
  from user_group g left join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
  where g.org_id = any($1) and ${which} group by g.org_id, g.group_id, g.name order by g.name`;

const ALL_GROUPS = groupsSql('true');
const SOME_GROUPS = groupsSql('g.group_id = any($2)');

/** The people behind what some organisations have. */
export type PeopleByOrg = ReadonlyMap<string, OrgPeople>;

/**
 * Loads who has what. It takes three queries however many commands there are, and is put together here, because
 * the same few hundred people stand behind thousands of them. Of a few commands or folders only those are loaded
 * who have to do with them: the organisation may have thousands of others.
 */
export async function loadPeople(orgIds: readonly string[], of: PeopleOf): Promise<PeopleByOrg> {
  const orgs = new Map(orgIds.map((orgId) => [orgId, new OrgPeople()]));
  if (orgs.size === 0) return orgs;
  const { grants, members, groups } = of === 'all' ? await loadAll(orgIds) : await loadSome(orgIds, of);
  for (const member of members) orgs.get(member.org_id)?.addMember(member);
  for (const group of groups) orgs.get(group.org_id)?.addGroup(group);
  for (const grant of grants) orgs.get(grant[0])?.addGrant(grant);
  return orgs;
}

type GrantsRow = { grants: Grant[] };

async function loadAll(orgIds: readonly string[]) {
  const [grants, members, groups] = await Promise.all([
    sql.query<GrantsRow>(ALL_GRANTS, [orgIds]),
    sql.query<Member>(ALL_MEMBERS, [orgIds]),
    sql.query<GroupMembers>(ALL_GROUPS, [orgIds]),
  ]);
  return { grants: grants[0]?.grants ?? [], members, groups };
}

async function loadSome(orgIds: readonly string[], of: Exclude<PeopleOf, 'all'>) {
  const commandIds = 'commandIds' in of ? of.commandIds : [];
  const [row] =
    'commandIds' in of
      ? await sql.query<GrantsRow>(GRANTS_OF_COMMANDS, [orgIds, of.commandIds])
      : await sql.query<GrantsRow>(GRANTS_OF_FOLDERS, [orgIds, of.folderIds]);
  const grants = row?.grants ?? [];
  const present = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const groups = await sql.query<GroupMembers>(SOME_GROUPS, [
    orgIds,
    present(grants.map(([, , , , groupId]) => groupId)),
  ]);
  const holders = present([
    ...grants.map(([, , , userId]) => userId),
    ...groups.flatMap(({ user_ids }) => user_ids),
  ]);
  return { grants, groups, members: await sql.query<Member>(SOME_MEMBERS, [orgIds, holders, commandIds]) };
}

/** Everybody who has a command, each once with their highest role. */
export function peopleOf(people: PeopleByOrg, command: PlacedCommand): CommandPeople {
  return people.get(command.org_id)?.peopleOf(command) ?? { people: [], groups: [] };
}

/** The first few people of a command, and how many there are; see `OrgPeople`. */
export function firstPeopleOf(
  people: PeopleByOrg,
  command: PlacedCommand,
  most: number,
  counted?: 'together' | 'each',
): ListedPeople {
  return (
    people.get(command.org_id)?.firstPeopleOf(command, most, counted) ?? listed({ people: [], groups: [] })
  );
}

/** Everybody who has a command, as a list shows them. */
export function listed({ people, groups }: CommandPeople): ListedPeople {
  const engineers = people.filter(({ role }) => role === 'admin');
  const runners = people.filter(({ role }) => role === 'runner');
  return {
    engineers,
    runners,
    engineerCount: engineers.length,
    runnerCount: runners.length,
    hasOwnEngineers: engineers.some(({ accessLevel }) => accessLevel !== 'org'),
    groups,
  };
}

/** Everybody who has a role on a folder. */
export function peopleOfFolder(people: PeopleByOrg, orgId: string, folderId: number): FolderPeople {
  return people.get(orgId)?.peopleOfFolder(folderId) ?? { people: [], groups: [], allPeople: [] };
}

/** The people of some commands, whichever organisations they are of. */
export async function peopleOfCommands(
  commands: readonly PlacedCommand[],
): Promise<Map<number, CommandPeople>> {
  const people = await loadPeople([...new Set(commands.map(({ org_id }) => org_id))], {
    commandIds: commands.map(({ command_id }) => command_id),
  });
  return new Map(commands.map((command) => [command.command_id, peopleOf(people, command)]));
}
