import { plainName } from '@/lib/base/plain-names';
import { emailAddress } from '@/lib/wire/email-address';
import type { Delta, GraphUser } from '@/server/people/directory/graph/delta';
import { GraphError } from '@/server/people/directory/graph/graph-error';

/** A person as the directory describes them now. */
export interface FoundPerson {
  objectId: string;
  name: string;
  email: string | null;
  principalName: string;
}

/** A person as an earlier sync left them. */
export interface KnownPerson extends FoundPerson {
  userId: string;
  isRemoved: boolean;
}

/** A person who is described differently than before. */
export interface ChangedPerson extends FoundPerson {
  before: KnownPerson;
}

/** What a sync changes. Nobody is in two of the lists. */
export interface PeoplePlan {
  additions: FoundPerson[];
  updates: ChangedPerson[];
  returns: ChangedPerson[];
  removals: KnownPerson[];
  unchangedCount: number;
}

const LONGEST_NAME = 200;
const address = emailAddress();

// Postgres stores no NUL character.
const clean = (text: string | null | undefined): string => (text ?? '').replaceAll('\0', '').trim();

/** An address that mail arrives at: `mail`, or else the name that people sign in with, if it reads like one. */
function emailOf(mail: string, principalName: string): string | null {
  const isGuestName = principalName.includes('#EXT#');
  const read = [mail, isGuestName ? '' : principalName].map((text) => address.safeParse(text));
  return read.find(({ success }) => success)?.data ?? null;
}

/** Describes a person of the directory; null for someone who may not sign in. */
export function foundPerson(user: GraphUser): FoundPerson | null {
  if (user['@removed'] !== undefined || user.accountEnabled === false) return null;
  const principalName = clean(user.userPrincipalName);
  const email = emailOf(clean(user.mail), principalName);
  const names = [user.displayName, email?.split('@')[0], principalName];
  const name = names.map((each) => plainName(each ?? '', LONGEST_NAME)).find((each) => each !== '');
  return { objectId: user.id, name: name ?? 'Unnamed', email, principalName };
}

/**
 * Compares what the directory returned with what an earlier sync stored. Someone who is deleted or disabled is
 * removed; so is, after everyone was read, a person who wasn't among them. Throws `GraphError` if that would be
 * everybody: a directory without people is an error, not a reason to lock out an organization.
 */
export function planPeople(known: readonly KnownPerson[], read: Delta<GraphUser>): PeoplePlan {
  const plan: PeoplePlan = { additions: [], updates: [], returns: [], removals: [], unchangedCount: 0 };
  const latest = new Map(read.items.map((user) => [user.id, foundPerson(user)]));
  const isEmpty = [...latest.values()].every((person) => person === null);
  if (read.isFull && isEmpty && known.some(({ isRemoved }) => !isRemoved)) {
    throw new GraphError('unexpected', 'Microsoft Graph returned no people at all. Nothing was changed.');
  }
  for (const before of known) {
    const found = latest.get(before.objectId);
    latest.delete(before.objectId);
    const isGone = found === null || (found === undefined && read.isFull);
    if (before.isRemoved) {
      if (found !== null && found !== undefined) plan.returns.push({ ...found, before });
    } else if (isGone) plan.removals.push(before);
    else if (found !== undefined && isChanged(before, found)) plan.updates.push({ ...found, before });
    else plan.unchangedCount += 1;
  }
  plan.additions = [...latest.values()]
    .filter((person) => person !== null)
    .sort((a, b) => (a.objectId < b.objectId ? -1 : 1));
  return plan;
}

const isChanged = (before: KnownPerson, now: FoundPerson): boolean =>
  before.name !== now.name || before.email !== now.email || before.principalName !== now.principalName;
