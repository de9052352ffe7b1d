import type { Decision } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import { refusedToToken } from '@/server/access/token-refusals';
import { forbidden, notFound, notSignedIn } from '@/server/base/errors';

/** Throws the decision's error unless it allows the action. To a program it speaks of its token: its person may have more. */
export function enforce(decision: Decision, actor: Actor): void {
  switch (decision) {
    case 'allowed':
      return;
    case 'signIn':
      throw notSignedIn();
    case 'hidden':
      throw notFound();
    case 'forbidden':
      throw forbidden(refusedToToken(actor) ?? undefined);
  }
}
