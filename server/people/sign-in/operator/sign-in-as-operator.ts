import { setTimeout as sleep } from 'node:timers/promises';
import type {
  signInAsOperator as signInAsOperatorOperation,
  signOutAsOperator as signOutAsOperatorOperation,
} from '@/lib/contract/diagnostics/operator';
import { recordAudit } from '@/server/access/audit';
import { sql } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { forbidden, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { isOperatorKey, operatorCookie, withoutOperatorCookie } from './operator-session';

/** The database may be what the operator came for: it isn't waited for longer. */
const AUDIT_MS = 1000;

/** Signs the operator in. Throws 404 if the server has no key, and 403 for another one. */
export async function signInAsOperator(
  context: Context<typeof signInAsOperatorOperation>,
): Promise<undefined> {
  if (env().operatorKey === undefined) throw notFound();
  if (!isOperatorKey(context.body.key)) {
    throw forbidden('This is not the key of this server. It is OPERATOR_KEY, or the file operator-key.');
  }
  context.responseHeaders.append('Set-Cookie', operatorCookie());
  context.log.info('The operator signed in');
  await Promise.race([noted(context), sleep(AUDIT_MS, undefined, { ref: false })]);
}

async function noted({ audit, log }: Context<typeof signInAsOperatorOperation>): Promise<void> {
  await recordAudit(sql, audit, {
    orgId: null,
    action: 'operator.sign_in',
    subjectType: 'session',
    subjectId: 'operator',
  }).catch((error) => log.warn({ err: error }, 'The sign-in of the operator could not be audited'));
}

export async function signOutAsOperator({
  responseHeaders,
}: Context<typeof signOutAsOperatorOperation>): Promise<undefined> {
  responseHeaders.append('Set-Cookie', withoutOperatorCookie());
}
