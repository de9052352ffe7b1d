import statement, { empty, join, raw, type Sql as Statement } from 'sql-template-tag';
import { OrgPeople } from '@/server/access/people/org-people';
import {
  type CommandPeople,
  type FolderPeople,
  GRANTS,
  GROUP_MEMBERS,
  type Grants,
  idsThatDecide,
  type ListedPeople,
  MEMBER,
  type Member,
  type PlacedCommand,
} from '@/server/access/people/people';
import { MEMBER_NAME, outsiderName } from '@/server/access/people/shown-name';
import { type Sql, sql } from '@/server/base/database/db';
import { query } from '@/server/base/database/statements';

/** Whose people to load: those of the organizations, of all their folders, of some commands, or of some folders. */
export type PeopleOf =
  | 'all'
  | 'folders'
  | { commandIds: readonly number[] }
  | { folderIds: readonly number[] };

/** One row per holder, whose grants are JSON: that is many times faster to read than as many rows. */
function holdersSql(
  thing: 'command' | 'folder',
  holder: 'user' | 'group',
  orgIds: readonly string[],
  which: Statement,
): Statement {
  const [thingId, holderId, table] = [`${thing}_id`, `${holder}_id`, `${thing}_${holder}_grant`].map(raw);
  return statement`select org_id, ${raw(`'${thing}'`)} as thing, ${raw(`'${holder}'`)} as holder,
      ${holderId} as holder_id, role, json_agg(${thingId}) as thing_ids
    from ${table} where org_id = any(${orgIds}) and ${which} group by org_id, ${holderId}, role`;
}

const grantsSql = (orgIds: readonly string[], ofCommands: Statement, ofFolders: Statement): Statement =>
  join(
    [
      holdersSql('command', 'user', orgIds, ofCommands),
      holdersSql('command', 'group', orgIds, ofCommands),
      holdersSql('folder', 'user', orgIds, ofFolders),
      holdersSql('folder', 'group', orgIds, ofFolders),
    ],
    ' union all ',
  );

const EVERY = statement`true`;
const NONE = statement`false`;

function grantsOf(orgIds: readonly string[], of: PeopleOf): Statement {
  if (of === 'all') return grantsSql(orgIds, EVERY, EVERY);
  if (of === 'folders') return grantsSql(orgIds, NONE, EVERY);
  if ('folderIds' in of) return grantsSql(orgIds, NONE, statement`folder_id = any(${of.folderIds})`);
  return grantsSql(
    orgIds,
    statement`command_id = any(${of.commandIds})`,
    statement`folder_id in (
      select c.folder_id from command c where c.org_id = any(${orgIds}) and c.command_id = any(${of.commandIds}))`,
  );
}

/**
 * Members, and some people who aren't.
 *
 * @param outsiders the ids of people who aren't members everywhere. They are unnested: with `any(array)`, a prepared
 *   statement compares each row with each element, which for thousands of both takes longer than everything else.
 */
const membersSql = (
  orgIds: readonly string[],
  which: Statement,
  outsiders: readonly string[] = [],
): Statement => statement`
  select m.org_id, m.user_id, ${MEMBER_NAME} as name, u.email, m.state::text, m.role = 'admin' as is_admin
    from membership m join "user" u on u.user_id = m.user_id where m.org_id = any(${orgIds}) and ${which}
  ${
    outsiders.length === 0
      ? empty
      : statement`union all
        select distinct g.org_id, g.user_id, ${outsiderName(statement`g.org_id`)}, u.email, null, false
        from command_user_grant g join "user" u on u.user_id = g.user_id
        where g.org_id = any(${orgIds}) and g.user_id in (select unnest(${outsiders}::text[])) and not exists (
          select from membership m where m.org_id = g.org_id and m.user_id = g.user_id)`
  }
  order by name, user_id`;

/** The admins, who have everything, everyone with a grant, and the creators of the commands. */
const someMembers = (
  orgIds: readonly string[],
  holders: readonly string[],
  commandIds: readonly number[],
): Statement => statement`(m.role = 'admin' or m.user_id in (select unnest(${holders}::text[])) or m.user_id in (
  select c.created_by_user_id from command c
  where c.org_id = any(${orgIds}) and c.command_id = any(${commandIds})))`;

/**
 * Loads members, and the people with grants who aren't members. Few organizations have such people, and looking for them
 * among thousands of grants takes longer than everything else, so it is done only if a holder isn't a member.
 */
async function loadMembers(
  db: Sql,
  orgIds: readonly string[],
  grants: readonly Grants[],
  loaded: readonly Member[],
  which: Statement,
) {
  const known = new Set(loaded.map(({ org_id, user_id }) => `${org_id} ${user_id}`));
  const outsiders = grants.filter(
    ({ org_id, holder, holder_id }) => holder === 'user' && !known.has(`${org_id} ${holder_id}`),
  );
  if (outsiders.length === 0) return loaded;
  const ids = [...new Set(outsiders.map(({ holder_id }) => holder_id))];
  return query(MEMBER, membersSql(orgIds, which, ids), db);
}

const groupsSql = (orgIds: readonly string[], which: Statement): Statement => statement`
  select g.org_id, g.group_id, g.name,
    coalesce(json_agg(gm.user_id) filter (where gm.user_id is not null), '[]') as user_ids
  from user_group g left join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
  where g.org_id = any(${orgIds}) and ${which} group by g.org_id, g.group_id, g.name order by g.name`;

/** The people with access, by organization. */
export type PeopleByOrg = ReadonlyMap<string, OrgPeople>;

/**
 * Loads who has access to what. That takes three or four queries however many commands there are, and the result is
 * assembled here, because the same few hundred people have access to thousands of commands. For a few commands or folders,
 * only the people with access to them are loaded: the organization may have thousands of others.
 */
export async function loadPeople(
  orgIds: readonly string[],
  of: PeopleOf,
  db: Sql = sql,
): Promise<PeopleByOrg> {
  const orgs = new Map(orgIds.map((orgId) => [orgId, new OrgPeople()]));
  if (orgs.size === 0) return orgs;
  const { grants, members, groups } =
    typeof of === 'string' ? await loadAll(orgIds, of) : await loadSome(db, orgIds, of);
  for (const member of members) orgs.get(member.org_id)?.addMember(member);
  for (const group of groups) orgs.get(group.org_id)?.addGroup(group);
  for (const granted of grants) orgs.get(granted.org_id)?.addGrants(granted);
  return orgs;
}

async function loadAll(orgIds: readonly string[], of: 'all' | 'folders') {
  const [grants, members, groups] = await Promise.all([
    query(GRANTS, grantsOf(orgIds, of)),
    query(MEMBER, membersSql(orgIds, EVERY)),
    query(GROUP_MEMBERS, groupsSql(orgIds, EVERY)),
  ]);
  return { grants, groups, members: await loadMembers(sql, orgIds, grants, members, EVERY) };
}

async function loadSome(db: Sql, orgIds: readonly string[], of: Exclude<PeopleOf, string>) {
  const commandIds = 'commandIds' in of ? of.commandIds : [];
  const grants = await query(GRANTS, grantsOf(orgIds, of), db);
  const holdersOf = (kind: Grants['holder']) =>
    grants.flatMap(({ holder, holder_id }) => (holder === kind ? holder_id : []));
  const groupIds = [...new Set(holdersOf('group'))];
  const groups =
    groupIds.length === 0
      ? []
      : await query(GROUP_MEMBERS, groupsSql(orgIds, statement`g.group_id = any(${groupIds})`), db);
  const holders = [...new Set([...holdersOf('user'), ...groups.flatMap(({ user_ids }) => user_ids)])];
  const which = someMembers(orgIds, holders, commandIds);
  const members = await query(MEMBER, membersSql(orgIds, which), db);
  return { grants, groups, members: await loadMembers(db, orgIds, grants, members, which) };
}

/** Everyone who has a command, each once with their highest role. */
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

/** Everyone who has a command, as lists show them. */
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

/** Everyone who has a role on a folder. */
export function peopleOfFolder(people: PeopleByOrg, orgId: string, folderId: number): FolderPeople {
  return people.get(orgId)?.peopleOfFolder(folderId) ?? { people: [], groups: [], allPeople: [] };
}

/**
 * The people of some commands, which may belong to different organizations.
 *
 * @param db the caller's transaction: a session of the pool in addition to it could be one too many
 */
export async function peopleOfCommands(
  commands: readonly PlacedCommand[],
  db: Sql = sql,
): Promise<Map<number, CommandPeople>> {
  const orgIds = [...new Set(commands.map(({ org_id }) => org_id))];
  const people = await loadPeople(orgIds, { commandIds: idsThatDecide(commands) }, db);
  return new Map(commands.map((command) => [command.command_id, peopleOf(people, command)]));
}
