import { closureOf } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import { closureText } from '@/lib/orgs/sign-in-policy';
import { AppError } from '@/server/base/errors';
import { issuerLabel } from '@/server/base/issuer-label';

/** Throws 403 if the actor belongs to the organization, but its sign-in policy keeps this session or token out. */
export function refuseClosed(actor: Actor, orgId: string): void {
  const closure = closureOf(actor, orgId);
  if (closure !== null) throw new AppError('forbidden', closureText(closure, issuerLabel));
}
