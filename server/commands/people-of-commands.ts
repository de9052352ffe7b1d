import { OrgPeople } from '@/server/commands/org-people';
import type {
  CommandPeople,
  FolderPeople,
  GrantColumns,
  GroupMembers,
  ListedPeople,
  Member,
  PlacedCommand,
} from '@/server/commands/people';
import { sql } from '@/server/db';

/** Whose people are loaded: all of the organizations', those of some commands, or those of some folders. */
export type PeopleOf = 'all' | { commandIds: readonly number[] } | { folderIds: readonly number[] };

/** One row for each kind of grant, with its columns as JSON: that is read many times faster than as many rows. */
const columnsSql = (thing: 'command' | 'folder', holder: 'user' | 'group', which: string): string => `
  select org_id, '${thing}' as thing, '${holder}' as holder, json_agg(${thing}_id) as thing_ids,
    json_agg(${holder}_id) as holder_ids, json_agg(role = 'admin') as are_admins
  from ${thing}_${holder}_grant where org_id = any($1) and ${which} group by org_id`;

const grantsSql = (ofCommands: string, ofFolders: string): string =>
  [
    columnsSql('command', 'user', ofCommands),
    columnsSql('command', 'group', ofCommands),
    columnsSql('folder', 'user', ofFolders),
    columnsSql('folder', 'group', ofFolders),
  ].join(' union all ');

const ALL_GRANTS = grantsSql('true', 'true');
const GRANTS_OF_COMMANDS = grantsSql(
  'command_id = any($2)',
  `folder_id in (select c.folder_id from command c where c.org_id = any($1) and c.command_id = any($2))`,
);
const GRANTS_OF_FOLDERS = grantsSql('false', 'folder_id = any($2)');

const membersSql = (ofMembers: string, ofOutsiders: string): string => `
  select m.org_id, m.user_id, u.name, m.state::text, m.role = 'admin' as is_admin
    from membership m join "user" u on u.user_id = m.user_id where m.org_id = any($1) and ${ofMembers}
  union all select distinct g.org_id, g.user_id, u.name, null, false
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
    coalesce(json_agg(gm.user_id) filter (where gm.user_id is not null), '[]') as user_ids
  from user_group g left join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
  where g.org_id = any($1) and ${which} group by g.org_id, g.group_id, g.name order by g.name`;

const ALL_GROUPS = groupsSql('true');
const SOME_GROUPS = groupsSql('g.group_id = any($2)');

/** The people behind what some organizations have. */
export type PeopleByOrg = ReadonlyMap<string, OrgPeople>;

/**
 * Loads who has what. It takes three queries however many commands there are, and is put together here, because
 * the same few hundred people stand behind thousands of them. Of a few commands or folders only those are loaded
 * who have to do with them: the organization may have thousands of others.
 */
export async function loadPeople(orgIds: readonly string[], of: PeopleOf): Promise<PeopleByOrg> {
  const orgs = new Map(orgIds.map((orgId) => [orgId, new OrgPeople()]));
  if (orgs.size === 0) return orgs;
  const { grants, members, groups } = of === 'all' ? await loadAll(orgIds) : await loadSome(orgIds, of);
  for (const member of members) orgs.get(member.org_id)?.addMember(member);
  for (const group of groups) orgs.get(group.org_id)?.addGroup(group);
  for (const columns of grants) orgs.get(columns.org_id)?.addGrants(columns);
  return orgs;
}

async function loadAll(orgIds: readonly string[]) {
  const [grants, members, groups] = await Promise.all([
    sql.query<GrantColumns>(ALL_GRANTS, [orgIds]),
    sql.query<Member>(ALL_MEMBERS, [orgIds]),
    sql.query<GroupMembers>(ALL_GROUPS, [orgIds]),
  ]);
  return { grants, members, groups };
}

async function loadSome(orgIds: readonly string[], of: Exclude<PeopleOf, 'all'>) {
  const commandIds = 'commandIds' in of ? of.commandIds : [];
  const grants =
    'commandIds' in of
      ? await sql.query<GrantColumns>(GRANTS_OF_COMMANDS, [orgIds, of.commandIds])
      : await sql.query<GrantColumns>(GRANTS_OF_FOLDERS, [orgIds, of.folderIds]);
  const holdersOf = (kind: GrantColumns['holder']) =>
    grants.filter(({ holder }) => holder === kind).flatMap(({ holder_ids }) => holder_ids);
  const groups = await sql.query<GroupMembers>(SOME_GROUPS, [orgIds, [...new Set(holdersOf('group'))]]);
  const holders = [...new Set([...holdersOf('user'), ...groups.flatMap(({ user_ids }) => user_ids)])];
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

/** The people of some commands, whichever organizations they are of. */
export async function peopleOfCommands(
  commands: readonly PlacedCommand[],
): Promise<Map<number, CommandPeople>> {
  const people = await loadPeople([...new Set(commands.map(({ org_id }) => org_id))], {
    commandIds: commands.map(({ command_id }) => command_id),
  });
  return new Map(commands.map((command) => [command.command_id, peopleOf(people, command)]));
}
