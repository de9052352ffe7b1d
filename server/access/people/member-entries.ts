import type { AccessLevel, AccessRole } from '@/lib/access/vocabulary';
import { LEVELS } from '@/server/access/grant-sources';
import type { CommandPeople, ListedPeople, PersonWithAccess } from '@/server/access/people/people';

/** A member's entry in lists. */
export interface MemberEntry {
  userId: string;
  name: string;
  email: string | null;
  state: string | null;
  /** Admins have every command except other people's `justme` commands, and no grant adds to that. */
  isAdmin: boolean;
  /** Their position by name. */
  place: number;
  /** The member with each kind of grant, created once. */
  granted: (Entry | undefined)[];
}

export type Best = Map<MemberEntry, PersonWithAccess>;

export type Entry = [MemberEntry, PersonWithAccess];

export const byName = ([a]: Entry, [b]: Entry): number => a.place - b.place;

/** Merges people who are sorted by name with others, and returns the first `most`. */
export function firstByName(sorted: readonly Entry[], others: Entry[], most: number): PersonWithAccess[] {
  if (others.length > 1) others.sort(byName);
  const first: PersonWithAccess[] = [];
  let [at, other] = [0, 0];
  while (first.length < most) {
    const [next, nextOther] = [sorted[at], others[other]];
    if (nextOther === undefined) {
      if (next === undefined) break;
      first.push(next[1]);
      at += 1;
    } else if (next === undefined || byName(nextOther, next) < 0) {
      first.push(nextOther[1]);
      other += 1;
    } else {
      first.push(next[1]);
      at += 1;
    }
  }
  return first;
}

/** The people with a role, by shared and by own grants, who include the first `most` by name. */
export function firstOf(
  common: readonly Entry[],
  added: readonly Entry[],
  role: AccessRole,
  most: number,
): Entry[] {
  const first: Entry[] = [];
  for (const entry of common) {
    if (first.length >= most) break;
    // Few people have grants on one command, so scanning them is faster than a set.
    if (!added.some(([member]) => member === entry[0])) first.push(entry);
  }
  for (const entry of added) if (entry[1].role === role) first.push(entry);
  return first;
}

/** A member with a grant; the same object for the same grant. */
export function entryOf(member: MemberEntry, role: AccessRole, accessLevel: AccessLevel): Entry {
  const kind = LEVELS.indexOf(accessLevel) + (role === 'admin' ? 0 : LEVELS.length);
  const known = member.granted[kind];
  if (known !== undefined) return known;
  const { userId, name, email } = member;
  const entry: Entry = [member, { userId, name, email, role, accessLevel }];
  member.granted[kind] = entry;
  return entry;
}

export function isStronger(person: PersonWithAccess, than: PersonWithAccess): boolean {
  if (person.role !== than.role) return person.role === 'admin';
  return LEVELS.indexOf(person.accessLevel) < LEVELS.indexOf(than.accessLevel);
}

/** The first few of people who are sorted by name already. */
export function firstOfAll(
  { people, groups }: CommandPeople,
  most: number,
  counted: 'together' | 'each',
): ListedPeople {
  const engineers = people.filter(({ role }) => role === 'admin');
  const runners = people.filter(({ role }) => role === 'runner');
  const named = engineers.slice(0, most);
  return {
    engineers: named,
    runners: runners.slice(0, counted === 'each' ? most : most - named.length),
    engineerCount: engineers.length,
    runnerCount: runners.length,
    hasOwnEngineers: engineers.some(({ accessLevel }) => accessLevel !== 'org'),
    groups,
  };
}
