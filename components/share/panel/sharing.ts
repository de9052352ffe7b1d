import type { AccessRole, Visibility } from '@/lib/access/vocabulary';
import type { ResponseOf } from '@/lib/contract/operation';
import type { listCommandPeople } from '@/lib/contract/sharing/sharing';

/** What is shared. */
export interface Subject {
  kind: 'command' | 'folder';
  orgId: string;
  id: number;
}

/** What gives a person access. Only a role given here can be changed and removed here. */
export type Origin =
  | { kind: 'here' }
  | { kind: 'org' }
  | { kind: 'creator' }
  /** Null if the viewer may not know which. */
  | { kind: 'group'; groupName: string | null }
  | { kind: 'folder'; folder: FolderName | null };

export interface FolderName {
  folderId: number;
  name: string;
}

export interface PersonRow {
  kind: 'person';
  id: string;
  name: string;
  email: string | null;
  role: AccessRole;
  origin: Origin;
  /** Whether they were invited to the organization and haven't joined it yet. */
  isPending: boolean;
}

export interface GroupRow {
  kind: 'group';
  id: string;
  name: string;
  userIds: string[];
  role: AccessRole;
  origin: Origin;
}

/** A shared item and the people and groups who have it. */
export interface Shared {
  subject: Subject;
  name: string;
  /** The viewer's own role; null if they may only look. */
  role: AccessRole | null;
  /** Null for folders, which have none. */
  visibility: Visibility | null;
  version: number;
  isCopycat: boolean;
  people: PersonRow[];
  groups: GroupRow[];
  /** The names of people without a role on a folder who have single commands in it. */
  namesOfCommands: string[];
}

type People = ResponseOf<typeof listCommandPeople>;
type Person = People['people'][number];
type Group = People['groups'][number];

/** The people of a command, engineers before runners. */
export function peopleOfCommand(people: People, folder: FolderName | null): PersonRow[] {
  const groups = groupsByPerson(people.groups.filter(({ accessLevel }) => accessLevel === 'kit'));
  return sorted(
    people.people.map((person) =>
      personRow(person, originOnCommand(person, groups.get(person.userId), folder)),
    ),
  );
}

export function groupsOfCommand({ groups }: People, folder: FolderName | null): GroupRow[] {
  return sorted(
    groups.map((group) =>
      groupRow(group, group.accessLevel === 'dir' ? { kind: 'folder', folder } : { kind: 'here' }),
    ),
  );
}

interface FolderPeople {
  people: { userId: string; role: AccessRole }[];
  allPeople: Person[];
  groups: Group[];
}

/** The people of a folder, engineers before runners. */
export function peopleOfFolder({ people, allPeople, groups }: FolderPeople): PersonRow[] {
  const own = new Map(people.map(({ userId, role }) => [userId, role]));
  const groupOf = groupsByPerson(groups);
  return sorted(
    allPeople.map((person) => {
      if (person.accessLevel === 'org') return personRow(person, { kind: 'org' });
      if (own.get(person.userId) === person.role) return personRow(person, { kind: 'here' });
      return personRow(person, { kind: 'group', groupName: groupOf.get(person.userId)?.name ?? null });
    }),
  );
}

export function groupsOfFolder({ groups }: FolderPeople): GroupRow[] {
  return sorted(groups.map((group) => groupRow(group, { kind: 'here' })));
}

function originOnCommand(person: Person, group: Group | undefined, folder: FolderName | null): Origin {
  switch (person.accessLevel) {
    case 'user_kit':
      return { kind: 'here' };
    case 'kit':
      return { kind: 'group', groupName: group?.name ?? null };
    case 'dir':
      return { kind: 'folder', folder };
    default:
      return { kind: person.accessLevel };
  }
}

/** For each person the group that gives them the highest role. */
function groupsByPerson(groups: readonly Group[]): ReadonlyMap<string, Group> {
  const byPerson = new Map<string, Group>();
  for (const group of groups) {
    for (const { userId } of group.people) {
      if (byPerson.get(userId)?.role !== 'admin') byPerson.set(userId, group);
    }
  }
  return byPerson;
}

const personRow = ({ userId, name, email, role, isPending }: Person, origin: Origin): PersonRow => ({
  kind: 'person',
  id: userId,
  name,
  email,
  role,
  origin,
  isPending,
});

const groupRow = ({ groupId, name, role, people }: Group, origin: Origin): GroupRow => ({
  kind: 'group',
  id: groupId,
  name,
  userIds: people.map(({ userId }) => userId),
  role,
  origin,
});

/** Engineers before runners; the server has them by name already. */
function sorted<Row extends { role: AccessRole }>(rows: Row[]): Row[] {
  return [...rows.filter(({ role }) => role === 'admin'), ...rows.filter(({ role }) => role !== 'admin')];
}

/** What gives a person access, in words; null if it was given here. */
export function originWords(origin: Origin): string | null {
  switch (origin.kind) {
    case 'here':
      return null;
    case 'org':
      return 'as an admin of the organization';
    case 'creator':
      return 'as the person who created it';
    case 'group':
      return origin.groupName === null ? 'through a group' : `through the group ${origin.groupName}`;
    case 'folder':
      return origin.folder === null ? 'through its folder' : `through the folder ${origin.folder.name}`;
  }
}
