import type { ResponseOf } from '@/lib/contract/operation';
import type { readCommandAccess } from '@/lib/contract/sharing';
import { roleNames } from './sharing';

export type Explanation = ResponseOf<typeof readCommandAccess>;
export type Grant = Explanation['grants'][number];
type Verdict = Explanation['verdict'];

/** What somebody can do with a command, in a sentence. */
export function verdictWords({ name, verdict, membership }: Explanation): string {
  if (verdict.canConfigure) return `${name} can run this command, configure it and share it.`;
  if (verdict.canRun) return `${name} can run this command.`;
  const look = verdict.canSee ? 'can look at this command, and not run it' : 'cannot see or run this command';
  return `${name} ${look}${because(membership)}.`;
}

function because(membership: Explanation['membership']): string {
  switch (membership) {
    case 'pending':
      return ': they were invited, and have not joined the organisation yet';
    case 'deleted':
      return ': they were removed from the organisation';
    case 'outside':
      return ': they are not in the organisation';
    case 'active':
      return '';
  }
}

/** What gives the role: `Runner by the group Support`. */
export function grantWords({ accessLevel, group, folder, role }: Grant): string {
  const as = roleNames[role];
  switch (accessLevel) {
    case 'org':
      return `${as}, as an admin of the organisation`;
    case 'creator':
      return `${as}, having made it`;
    case 'user_kit':
      return `${as}, shared with them`;
    case 'kit':
      return `${as}, by the group ${group?.name ?? ''}`;
    case 'dir': {
      const where = `through the folder ${folder?.name ?? ''}`;
      return group === null ? `${as}, ${where}` : `${as}, ${where}, by the group ${group.name}`;
    }
  }
}

/** What would change if this alone went away; or why it gives nothing as things stand. */
export function consequenceWords(grant: Grant, now: Verdict): string {
  switch (grant.void) {
    case 'justme':
      return 'Gives nothing now: only its creator can see the command.';
    case 'pending':
      return 'Gives nothing yet: they have not joined the organisation.';
    case 'deleted':
      return 'Gives nothing: they were removed from the organisation.';
    case 'outside':
      return 'Gives nothing: they are not in the organisation.';
    case null:
      return withoutWords(grant.withoutIt, now);
  }
}

function withoutWords(then: Verdict, now: Verdict): string {
  if (then.canConfigure && now.canConfigure) return 'Without it nothing would change.';
  if (then.canRun) {
    return now.canConfigure
      ? 'Without it they could still run it, and not change it.'
      : 'Without it nothing would change.';
  }
  return then.canSee
    ? 'Without it they could look at it, and not run it.'
    : 'Without it they could neither see nor run it.';
}
