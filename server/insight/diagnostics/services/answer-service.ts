import type { DiagnosticResult } from '@/lib/contract/diagnostics/diagnostic-result';
import type { ServiceCheck } from '@/lib/contract/diagnostics/services';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { log } from '@/server/base/log';
import { TookTooLong } from '@/server/base/waiting/within-time';
import type { Context, Handler } from '@/server/operations/context';
import { isOperatorSession } from '@/server/people/sign-in/operator/operator-session';
import { seesDetails } from '../details';
import { bare, detailed, type Finding, failed } from '../finding';
import { serverSecrets } from '../server-secrets';
import { inCheckTime, shared } from '../shared-check';

/** However many people ask, a service is checked this often at most. */
const FRESH_MS = 5000;

/** Returns the handler of a check that is the same for everyone. `check` may throw. */
export const sharedCheck = (name: string, check: () => Promise<Finding>): Handler<ServiceCheck> =>
  answered(() => shared(`service ${name}`, FRESH_MS, () => orFailed(name, check)));

/** Returns the handler of a check whose answer depends on the caller, for those who may see it. */
export const ownCheck =
  (check: (context: Context<ServiceCheck>) => Promise<Finding>): Handler<ServiceCheck> =>
  (context) =>
    answered(() => orFailed('own', () => check(context)))(context);

const answered =
  (check: () => Promise<Finding>) =>
  async ({ actor, requestHeaders }: Context<ServiceCheck>): Promise<DiagnosticResult> => {
    const isDetailed = await inCheckTime(
      seesDetails(actor, isOperatorSession(requestHeaders.get('cookie'))),
    ).catch((error) => {
      log().warn({ err: error }, 'A check is answered as for a stranger');
      return false;
    });
    const finding = await inCheckTime(check()).catch((error: TookTooLong) => failed(error.message, error));
    return isDetailed ? detailed(finding, serverSecrets()) : bare(finding);
  };

async function orFailed(name: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    log().warn({ err: error }, `The check of a service failed: ${name}`);
    return failed(causeOf(error), error);
  }
}

function causeOf(error: unknown): string {
  if (isDatabaseDown(error)) return "The database can't be used.";
  return error instanceof TookTooLong ? error.message : 'It failed.';
}
