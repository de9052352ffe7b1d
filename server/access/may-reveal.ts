import { decideInPerson } from '@/lib/access/decide';
import type { AccessRole, Person } from '@/lib/access/vocabulary';

interface Revealing {
  /** The person's role on the command; null for none. */
  role: AccessRole | null;
  /** The user ids that an engineer named; none for the engineers of the command. */
  revealers: readonly string[];
}

/** Whether a person may reveal masked values of a run that they may see. Their tokens and programs may not. */
export function mayReveal(actor: Person, { role, revealers }: Revealing): boolean {
  if (role === null || decideInPerson(actor) !== 'allowed') return false;
  return revealers.length === 0 ? role === 'admin' : revealers.includes(actor.userId);
}
