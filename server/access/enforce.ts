import type { Decision } from '@/lib/access/decide';
import { forbidden, notFound, notSignedIn } from '@/server/base/errors';

/** Throws the decision's error unless it allows the action. */
export function enforce(decision: Decision): void {
  switch (decision) {
    case 'allowed':
      return;
    case 'signIn':
      throw notSignedIn();
    case 'hidden':
      throw notFound();
    case 'forbidden':
      throw forbidden();
  }
}
