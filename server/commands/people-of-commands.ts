import type { AccessLevel, AccessRole, Visibility } from '@/lib/access/vocabulary';
import { sql } from '@/server/db';

/** Somebody who has a command, with their highest role and what gives it. */
export interface PersonWithAccess {
  userId: string;
  name: string;
  role: AccessRole;
  accessLevel: AccessLevel;
}

export interface CommandPeople {
  /** By name, engineers and runners mixed. */
  people: PersonWithAccess[];
  /** The groups that have it by a grant of its own. */
  groups: { groupId: string; name: string; role: AccessRole }[];
}

/** What of a command decides who has it, besides the grants. */
export interface PlacedCommand {
  org_id: string;
  command_id: number;
  folder_id: number | null;
  visibility: Visibility;
  created_by_user_id: string;
}

/** One grant; null where it is none of that kind. */
type Grant = [
  orgId: string,
  commandId: number | null,
  folderId: number | null,
  userId: string | null,
  groupId: string | null,
  role: AccessRole,
];

interface Member {
  org_id: string;
  user_id: string;
  name: string;
  /** Null for an outsider. */
  state: string | null;
  is_admin: boolean;
}

interface GroupMember {
  org_id: string;
  group_id: string;
  name: string;
  user_ids: string[];
}

/** As one JSON value, which is read many times faster than as many rows. */
const GRANTS = `
  select coalesce(json_agg(json_build_array(org_id, command_id, folder_id, user_id, group_id, role)), '[]') as grants
  from (
    select org_id, command_id, null::int as folder_id, user_id, null as group_id, role from command_user_grant
      where org_id = any($1) and ($2::int[] is null or command_id = any($2))
    union all select org_id, command_id, null, null, group_id, role from command_group_grant
      where org_id = any($1) and ($2::int[] is null or command_id = any($2))
    union all select org_id, null, folder_id, user_id, null, role from folder_user_grant where org_id = any($1)
    union all select org_id, null, folder_id, null, group_id, role from folder_group_grant where org_id = any($1)
  ) g`;

const MEMBERS = `
  select m.org_id, m.user_id, u.name, m.state::text, m.role = 'admin' as is_admin
    from membership m join "user" u on u.user_id = m.user_id where m.org_id = any($1)
  union select g.org_id, g.user_id, u.name, null, false
    from command_user_grant g join "user" u on u.user_id = g.user_id
    where g.org_id = any($1) and not exists (
      select 1 from membership m where m.org_id = g.org_id and m.user_id = g.user_id)
  order by name, user_id`;

const GROUPS = `
  select g.org_id, g.group_id, g.name,
    coalesce(array_agg(gm.user_id) filter (where gm.user_id is not null), '{}') as user_ids
  from user_group g left join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
  where g.org_id = any($1) group by g.org_id, g.group_id, g.name order by g.name`;

/** Levels from the strongest to the weakest, where they give the same role. */
const RANKS: readonly AccessLevel[] = ['org', 'creator', 'user_kit', 'kit', 'dir'];

/** The people, groups and grants of one organisation. */
class OrgPeople {
  private readonly members = new Map<
    string,
    Member & { place: number; asPerson: (PersonWithAccess | undefined)[] }
  >();
  private readonly admins: string[] = [];
  private readonly groups = new Map<string, GroupMember>();
  private readonly ofCommand = new Map<number, Grant[]>();
  private readonly ofFolder = new Map<number, Grant[]>();

  addMember(member: Member): void {
    this.members.set(member.user_id, { ...member, place: this.members.size, asPerson: [] });
    if (member.is_admin) this.admins.push(member.user_id);
  }

  addGroup(group: GroupMember): void {
    this.groups.set(group.group_id, group);
  }

  addGrant(grant: Grant): void {
    const [, commandId, folderId] = grant;
    const [grants, id] = commandId !== null ? [this.ofCommand, commandId] : [this.ofFolder, folderId ?? 0];
    const before = grants.get(id);
    if (before === undefined) grants.set(id, [grant]);
    else before.push(grant);
  }

  peopleOf(command: PlacedCommand): CommandPeople {
    const best = new Map<string, PersonWithAccess>();
    const give = (userId: string, role: AccessRole, level: AccessLevel) => {
      const person = this.person(userId, role, level, command.visibility);
      if (person === null) return;
      const before = best.get(userId);
      if (before === undefined || isStronger(person, before)) best.set(userId, person);
    };
    const giveBy = ([, , , userId, groupId, role]: Grant, own: AccessLevel, byGroup: AccessLevel) => {
      if (userId !== null) give(userId, role, own);
      const group = groupId === null ? undefined : this.groups.get(groupId);
      for (const member of group?.user_ids ?? []) give(member, role, byGroup);
    };
    const own = this.ofCommand.get(command.command_id) ?? [];
    for (const userId of this.admins) give(userId, 'admin', 'org');
    give(command.created_by_user_id, 'admin', 'creator');
    for (const grant of own) giveBy(grant, 'user_kit', 'kit');
    const fromFolder = command.folder_id === null ? undefined : this.ofFolder.get(command.folder_id);
    for (const grant of fromFolder ?? []) giveBy(grant, 'dir', 'dir');
    const place = ({ userId }: PersonWithAccess) => this.members.get(userId)?.place ?? 0;
    return {
      people: [...best.values()].sort((a, b) => place(a) - place(b)),
      groups: own.flatMap(([, , , , groupId, role]) => {
        const group = groupId === null ? undefined : this.groups.get(groupId);
        return group === undefined ? [] : [{ groupId: group.group_id, name: group.name, role }];
      }),
    };
  }

  /** Somebody as a grant makes them; null where it counts for nothing. The same object for the same grant. */
  private person(
    userId: string,
    role: AccessRole,
    level: AccessLevel,
    visibility: Visibility,
  ): PersonWithAccess | null {
    const member = this.members.get(userId);
    if (member === undefined || (visibility === 'justme' && level !== 'creator')) return null;
    if (member.state !== 'active' && (member.state !== null || level !== 'user_kit')) return null;
    const kind = RANKS.indexOf(level) + (role === 'admin' ? 0 : RANKS.length);
    const known = member.asPerson[kind];
    if (known !== undefined) return known;
    const person = { userId, name: member.name, role, accessLevel: level };
    member.asPerson[kind] = person;
    return person;
  }
}

/** The people behind the commands of some organisations. */
export type PeopleByOrg = ReadonlyMap<string, OrgPeople>;

/**
 * Loads who has which command: the grants that `commandAccess` counts for one person, turned around. It takes
 * three queries however many commands there are, and is put together here, because the same few hundred
 * people stand behind thousands of them.
 *
 * @param commandIds the commands that are asked for; null for all of the organisations.
 */
export async function loadPeople(
  orgIds: readonly string[],
  commandIds: readonly number[] | null,
): Promise<PeopleByOrg> {
  const orgs = new Map(orgIds.map((orgId) => [orgId, new OrgPeople()]));
  if (orgs.size === 0) return orgs;
  const [grants, members, groups] = await Promise.all([
    sql.query<{ grants: Grant[] }>(GRANTS, [orgIds, commandIds]),
    sql.query<Member>(MEMBERS, [orgIds]),
    sql.query<GroupMember>(GROUPS, [orgIds]),
  ]);
  for (const member of members) orgs.get(member.org_id)?.addMember(member);
  for (const group of groups) orgs.get(group.org_id)?.addGroup(group);
  for (const grant of grants[0]?.grants ?? []) orgs.get(grant[0])?.addGrant(grant);
  return orgs;
}

/** Everybody who has a command, each once with their highest role. */
export function peopleOf(people: PeopleByOrg, command: PlacedCommand): CommandPeople {
  return people.get(command.org_id)?.peopleOf(command) ?? { people: [], groups: [] };
}

/** The same for some commands, whichever organisations they are of. */
export async function peopleOfCommands(
  commands: readonly PlacedCommand[],
): Promise<Map<number, CommandPeople>> {
  const people = await loadPeople(
    [...new Set(commands.map(({ org_id }) => org_id))],
    commands.map(({ command_id }) => command_id),
  );
  return new Map(commands.map((command) => [command.command_id, peopleOf(people, command)]));
}

function isStronger(person: PersonWithAccess, than: PersonWithAccess): boolean {
  if (person.role !== than.role) return person.role === 'admin';
  return RANKS.indexOf(person.accessLevel) < RANKS.indexOf(than.accessLevel);
}
