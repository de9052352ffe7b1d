import { grantWords } from '@/lib/access/grant-words';
import type { ResponseOf } from '@/lib/contract/operation';
import type { readCommandAccess } from '@/lib/contract/sharing/sharing';

export type Explanation = ResponseOf<typeof readCommandAccess>;
export type Grant = Explanation['grants'][number];
type Verdict = Explanation['verdict'];

/** The whole explanation for a person. */
export interface AccessExplanation {
  person: { userId: string; name: string; email: string | null };
  can: boolean;
  verdict: string;
  grants: { key: string; words: string; consequence: string; isVoid: boolean }[];
  /** The text if nothing gives it to them. */
  none: string;
}

/** Why a person can or can't run a command. */
export function commandWords(explanation: Explanation): AccessExplanation {
  const { userId, name, email, verdict, grants } = explanation;
  return {
    person: { userId, name, email },
    can: verdict.canRun,
    verdict: verdictWords(explanation),
    grants: grants.map((grant) => ({
      key: `${grant.accessLevel} ${grant.group?.groupId} ${grant.folder?.folderId}`,
      words: grantWords(grant),
      consequence: consequenceWords(grant, verdict),
      isVoid: grant.void !== null,
    })),
    none: 'Nothing gives them this command: no grant, no group, no folder.',
  };
}

/** The consequence of removing a grant that isn't the only one of its strength. */
export const ANOTHER_WAY = 'Also has access another way';

/** What a person can do with a command, in a sentence. */
export function verdictWords({ name, verdict, membership }: Explanation): string {
  if (verdict.canConfigure) return `${name} can run this command, configure it and share it.`;
  if (verdict.canRun) return `${name} can run this command.`;
  const look = verdict.canSee ? 'can see this command, but not run it' : 'cannot see or run this command';
  return `${name} ${look}${because(membership)}.`;
}

export function because(membership: Explanation['membership']): string {
  switch (membership) {
    case 'pending':
      return ': they were invited, and have not joined the organization yet';
    case 'deleted':
      return ': they were removed from the organization';
    case 'outside':
      return ': they are not in the organization';
    case 'active':
      return '';
  }
}

/** What would change if only this were removed, or why it has no effect right now. */
export function consequenceWords(grant: Grant, now: Verdict): string {
  return grant.void === null ? withoutWords(grant.withoutIt, now) : voidWords(grant.void);
}

/** Why a grant has no effect right now. */
export function voidWords(why: NonNullable<Grant['void']>): string {
  switch (why) {
    case 'justme':
      return 'Has no effect now: only the creator can see the command.';
    case 'original':
      return 'Has no effect now: this is a copy, and they do not have the command it was copied from.';
    case 'pending':
      return 'Has no effect yet: they have not joined the organization.';
    case 'deleted':
      return 'Has no effect: they were removed from the organization.';
    case 'outside':
      return 'Has no effect: they are not in the organization.';
  }
}

function withoutWords(then: Verdict, now: Verdict): string {
  if (then.canConfigure && now.canConfigure) return ANOTHER_WAY;
  if (then.canRun) {
    return now.canConfigure ? 'Without it they could still run it, but not change it.' : ANOTHER_WAY;
  }
  return then.canSee
    ? 'Without it they could see it, but not run it.'
    : 'Without it they could neither see nor run it.';
}
