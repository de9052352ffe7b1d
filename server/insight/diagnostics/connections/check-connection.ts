import type {
  ConnectionCheck,
  checkDiagnosticConnection as checkDiagnosticConnectionOperation,
} from '@/lib/contract/diagnostics/connections';
import { clock } from '@/server/base/clock';
import { AppError, notFound } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import type { StoredCredential } from '@/server/connections/open-credential';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { FairGate } from '@/server/http/limits/fair-gate';
import { PlacesOfEach } from '@/server/http/limits/places-of-each';
import type { Context } from '@/server/operations/context';
import { detailed, type Finding, failed } from '../finding';
import { CHECK_MS, inCheckTime, shared } from '../shared-check';
import { connectionFindings } from './findings';
import { environmentOf, savedDatabases } from './saved-databases';
import { secretsOf } from './secrets';

/** The same check of the same settings isn't repeated sooner. */
const FRESH_MS = 5000;
/** Checks that connect at the same time, in each process, those of one person, and those of an organization that may wait. */
const AT_ONCE = 8;
const AT_ONCE_OF_PERSON = 4;
const LONGEST_LINE = 300;

const gate = () =>
  processWide(
    'gate of connection checks',
    () =>
      new FairGate({
        atOnce: AT_ONCE,
        longestLine: LONGEST_LINE,
        longestWaitMs: CHECK_MS,
        isBusy: () => false,
        nowMs: clock.nowMs,
      }),
  );

const ofPersons = () =>
  processWide('connection checks of persons', () => new PlacesOfEach(AT_ONCE_OF_PERSON));

/**
 * Checks a saved connection. Where it leads comes from what an admin has saved, and never from the request; the network
 * guard decides about it as it does for runs.
 */
export async function checkDiagnosticConnection({
  actor: { userId },
  subject: { orgId },
  params,
  signal,
}: Context<typeof checkDiagnosticConnectionOperation>) {
  const stored = (await savedDatabases(orgId)).find(
    (each) => each.credential_id === params.dbCredsId && environmentOf(each) === params.env,
  );
  if (stored === undefined) throw notFound();
  const leave = await enter(orgId, userId, signal);
  // The place is given back when the check ends, even if nobody waits for it anymore.
  const checking = sharedFinding(orgId, stored, params.check).finally(leave);
  const finding = await inCheckTime(checking).catch((error: Error) => failed(error.message, error));
  return detailed(finding, secretsOf(orgId, stored));
}

async function enter(orgId: string, userId: string, signal: AbortSignal): Promise<() => void> {
  const leaveOwn = await ofPersons().enter(userId, signal);
  const entered = leaveOwn === null ? 'left' : await gate().enter(orgId, signal);
  if (typeof entered === 'function')
    return () => {
      entered();
      leaveOwn?.();
    };
  leaveOwn?.();
  throw new AppError(
    'too_many_requests',
    'Other connections are still being checked. Try again in a moment.',
    {
      retryAfterSeconds: 5,
    },
  );
}

/** What depends on the settings is asked again as soon as they change. */
const sharedFinding = (orgId: string, stored: StoredCredential, check: ConnectionCheck): Promise<Finding> =>
  shared(`connection ${orgId} ${stored.credential_id} ${stored.version} ${check}`, FRESH_MS, async () => {
    try {
      return await connectionFindings[check](orgId, stored);
    } catch (error) {
      // Whatever isn't a connector's own message is for the log, and stands in the traceback.
      return failed(error instanceof ConnectorError ? error.message : 'It failed.', error);
    }
  });
