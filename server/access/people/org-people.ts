import type { AccessLevel, AccessRole } from '@/lib/access/vocabulary';
import { countsAs } from '@/server/access/grant-sources';
import {
  type Best,
  byName,
  type Entry,
  entryOf,
  firstByName,
  firstOf,
  firstOfAll,
  isStronger,
  type MemberEntry,
} from '@/server/access/people/member-entries';
import type {
  CommandPeople,
  FolderPeople,
  Grants,
  GroupMembers,
  GroupRole,
  GroupWithMembers,
  ListedPeople,
  Member,
  PersonWithAccess,
  PlacedCommand,
} from '@/server/access/people/people';

interface Grant {
  /** The person who has it; null if a group does. */
  userId: string | null;
  groupId: string | null;
  role: AccessRole;
}

type Place = Omit<PlacedCommand, 'follows_command_id' | 'followed'>;

/** What commands of a folder with the same groups have in common, without the admins; each list is sorted by name. */
interface Common {
  best: Best;
  engineers: readonly Entry[];
  runners: readonly Entry[];
}

/**
 * The people, groups, and grants of one organization: the grants that `commandAccess` counts for one person, inverted.
 * Add members by name and groups by name, then grants.
 */
export class OrgPeople {
  private readonly members = new Map<string, MemberEntry>();
  private readonly admins: Entry[] = [];
  private readonly groups = new Map<string, GroupMembers>();
  private readonly ofCommand = new Map<number, Grant[]>();
  private readonly ofFolder = new Map<number, Grant[]>();
  private readonly common = new Map<string | number | null, Common>();
  private readonly membersOf = new Map<string, GroupWithMembers['people']>();

  addMember(member: Member): void {
    const entry: MemberEntry = {
      userId: member.user_id,
      name: member.name,
      email: member.email,
      state: member.state,
      isAdmin: member.is_admin && member.state === 'active',
      place: this.members.size,
      granted: [],
    };
    this.members.set(entry.userId, entry);
    if (entry.isAdmin) this.admins.push(entryOf(entry, 'admin', 'org'));
  }

  addGroup(group: GroupMembers): void {
    this.groups.set(group.group_id, group);
  }

  addGrants({ thing, holder, holder_id, role, thing_ids }: Grants): void {
    const grants = thing === 'command' ? this.ofCommand : this.ofFolder;
    const grant: Grant = {
      userId: holder === 'user' ? holder_id : null,
      groupId: holder === 'group' ? holder_id : null,
      role,
    };
    for (const id of thing_ids) {
      const before = grants.get(id);
      if (before === undefined) grants.set(id, [grant]);
      else before.push(grant);
    }
  }

  peopleOf({ follows_command_id, followed, ...command }: PlacedCommand): CommandPeople {
    const whole = this.grantedOf(command);
    if (follows_command_id === null) return whole;
    if (followed === null) return { people: [], groups: whole.groups };
    const roles = new Map(this.grantedOf(followed).people.map(({ userId, role }) => [userId, role]));
    const people = whole.people.flatMap((person) => {
      const role = roles.get(person.userId);
      return role === undefined ? [] : [{ ...person, role }];
    });
    return { people, groups: whole.groups };
  }

  /** The people of a command, whatever it follows. */
  private grantedOf(command: Place): CommandPeople {
    const own = this.ofCommand.get(command.command_id) ?? [];
    const groups = this.groupRoles(own);
    const best: Best = new Map();
    this.give(best, command.created_by_user_id, 'admin', 'creator');
    if (command.visibility === 'justme') return { people: [...best.values()], groups };
    for (const grant of own) this.giveBy(best, grant, 'user_kit', 'kit');
    if (command.folder_id !== null) {
      for (const grant of this.ofFolder.get(command.folder_id) ?? []) this.giveBy(best, grant, 'dir', 'dir');
    }
    return { people: this.withAdmins(best), groups };
  }

  /**
   * The first few people of a command, and how many there are. What folders and groups give is computed once for all
   * commands that share it.
   *
   * @param most how many are named: of both roles `together`, engineers before runners, or of `each`
   */
  firstPeopleOf(
    command: PlacedCommand,
    most: number,
    counted: 'together' | 'each' = 'together',
  ): ListedPeople {
    if (command.follows_command_id !== null) return firstOfAll(this.peopleOf(command), most, counted);
    const grants = this.ofCommand.get(command.command_id) ?? [];
    const groups = this.groupRoles(grants);
    const own = this.ownEntries(command, grants);
    if (command.visibility === 'justme') {
      const people = own.map(([, person]) => person);
      return {
        engineers: people,
        runners: [],
        engineerCount: people.length,
        runnerCount: 0,
        hasOwnEngineers: people.length > 0,
        groups,
      };
    }
    const common = this.commonOf(command.folder_id, grants);
    let engineerCount = common.engineers.length;
    let runnerCount = common.runners.length;
    const added: Entry[] = [];
    for (const entry of own) {
      const [member, person] = entry;
      if (member.isAdmin) continue;
      const before = common.best.get(member);
      if (before !== undefined && !isStronger(person, before)) continue;
      added.push(entry);
      if (before?.role === 'admin') engineerCount -= 1;
      if (before?.role === 'runner') runnerCount -= 1;
      if (person.role === 'admin') engineerCount += 1;
      else runnerCount += 1;
    }
    const ownEngineers = firstOf(common.engineers, added, 'admin', most);
    const engineers = firstByName(this.admins, ownEngineers, most);
    const mostRunners = counted === 'each' ? most : most - engineers.length;
    return {
      engineers,
      runners:
        mostRunners === 0
          ? []
          : firstByName([], firstOf(common.runners, added, 'runner', mostRunners), mostRunners),
      engineerCount: this.admins.length + engineerCount,
      runnerCount,
      hasOwnEngineers: engineerCount > 0,
      groups,
    };
  }

  /** The creator and the people with grants of their own, as far as those count; only the creator of a `justme` command. */
  private ownEntries(
    { created_by_user_id: creatorId, visibility }: Place,
    grants: readonly Grant[],
  ): Entry[] {
    const creator = this.counting(creatorId, 'admin', 'creator');
    const entries = creator === undefined ? [] : [creator];
    if (visibility === 'justme') return entries;
    for (const { userId, role } of grants) {
      if (userId === null) continue;
      const entry = this.counting(userId, role, 'user_kit');
      // No grant is stronger than having created it, and nobody has two of their own.
      if (entry !== undefined && entry[0] !== creator?.[0]) entries.push(entry);
    }
    return entries;
  }

  private commonOf(folderId: number | null, grants: readonly Grant[]): Common {
    const ofGroups = grants.some(isOfGroup) ? grants.filter(isOfGroup) : [];
    // Most commands have no group of their own, and need no cache key.
    const key =
      ofGroups.length === 0
        ? folderId
        : `${folderId} ${ofGroups.map(({ groupId, role }) => `${role} ${groupId}`).join(' ')}`;
    const known = this.common.get(key);
    if (known !== undefined) return known;
    const best: Best = new Map();
    for (const grant of ofGroups) this.giveBy(best, grant, 'user_kit', 'kit');
    const ofFolder = folderId === null ? undefined : this.ofFolder.get(folderId);
    for (const grant of ofFolder ?? []) this.giveBy(best, grant, 'dir', 'dir');
    const entries = [...best].filter(([{ isAdmin }]) => !isAdmin).sort(byName);
    const common = {
      best,
      engineers: entries.filter(([, { role }]) => role === 'admin'),
      runners: entries.filter(([, { role }]) => role === 'runner'),
    };
    this.common.set(key, common);
    return common;
  }

  peopleOfFolder(folderId: number): FolderPeople {
    const grants = this.ofFolder.get(folderId) ?? [];
    const best: Best = new Map();
    for (const grant of grants) this.giveBy(best, grant, 'dir', 'dir');
    const own = grants.flatMap(({ userId, role }): Entry[] => {
      const member = userId === null ? undefined : this.members.get(userId);
      return member?.state === 'active' ? [entryOf(member, role, 'dir')] : [];
    });
    return {
      people: own.sort(byName).map(([, person]) => person),
      groups: this.groupRoles(grants).map((group) => ({
        ...group,
        people: this.activeMembers(group.groupId),
      })),
      allPeople: this.withAdmins(best),
    };
  }

  /** The active members of a group, by name; the same list for each folder. */
  private activeMembers(groupId: string): GroupWithMembers['people'] {
    const known = this.membersOf.get(groupId);
    if (known !== undefined) return known;
    const members = (this.groups.get(groupId)?.user_ids ?? []).flatMap((userId) => {
      const member = this.members.get(userId);
      return member?.state === 'active' ? [member] : [];
    });
    const people = members.sort((a, b) => a.place - b.place).map(({ userId, name }) => ({ userId, name }));
    this.membersOf.set(groupId, people);
    return people;
  }

  private giveBy(best: Best, { userId, groupId, role }: Grant, own: AccessLevel, byGroup: AccessLevel) {
    if (userId !== null) this.give(best, userId, role, own);
    const group = groupId === null ? undefined : this.groups.get(groupId);
    for (const member of group?.user_ids ?? []) this.give(best, member, role, byGroup);
  }

  /** Records the access that a grant gives, if it counts and is the strongest so far. */
  private give(best: Best, userId: string, role: AccessRole, level: AccessLevel): void {
    const entry = this.counting(userId, role, level);
    if (entry === undefined) return;
    const [member, person] = entry;
    const before = best.get(member);
    if (before === undefined || isStronger(person, before)) best.set(member, person);
  }

  /** A person with a grant; undefined if it doesn't count. */
  private counting(userId: string, role: AccessRole, level: AccessLevel): Entry | undefined {
    const member = this.members.get(userId);
    if (member === undefined || !countsAs(level, member.state, 'org')) return undefined;
    return entryOf(member, role, level);
  }

  /** Everyone by name, including admins, whatever else they have. */
  private withAdmins(best: Best): PersonWithAccess[] {
    const others = [...best].filter(([{ isAdmin }]) => !isAdmin);
    return [...this.admins, ...others].sort(byName).map(([, person]) => person);
  }

  private groupRoles(grants: readonly Grant[]): GroupRole[] {
    if (!grants.some(isOfGroup)) return [];
    const groups = grants.flatMap(({ groupId, role }) => {
      const group = groupId === null ? undefined : this.groups.get(groupId);
      return group === undefined ? [] : [{ groupId: group.group_id, name: group.name, role }];
    });
    // The database returns grants in any order.
    return groups.sort(byGroupName);
  }
}

const byGroupName = (a: GroupRole, b: GroupRole): number =>
  a.name.localeCompare(b.name, 'en') || (a.groupId < b.groupId ? -1 : 1);

const isOfGroup = ({ groupId }: Grant): boolean => groupId !== null;
