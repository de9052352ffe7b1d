import type {
  checkServer as checkServerOperation,
  ServerCheck,
  ServerCheckResult,
} from '@/lib/contract/diagnostics/server';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { log } from '@/server/base/log';
import { TookTooLong } from '@/server/base/waiting/within-time';
import type { Context } from '@/server/operations/context';
import { serverSecrets } from '../server-secrets';
import { inCheckTime, shared } from '../shared-check';
import { traceOf } from '../trace';
import { checkCertificates } from './certificates';
import { checkClock } from './clock';
import { checkConfiguration } from './configuration';
import { checkDatabaseSize } from './database';
import { DatabaseAway, unlessDatabaseIsAway } from './database-away';
import { checkDirectory } from './directory';
import { checkFigures } from './figures';
import { checkMail } from './mail';
import { checkMigrations } from './migrations';
import { checkQueue } from './queue';
import { checkResults } from './results';
import { checkSchedules } from './schedules';
import type { ServerChecker } from './server-finding';
import { checkServices } from './services';
import { checkStatements } from './statements';
import { checkVersions } from './versions';
import { checkWorkers } from './workers';

const checkers: Readonly<Record<ServerCheck, ServerChecker>> = {
  queue: checkQueue,
  workers: checkWorkers,
  schedules: checkSchedules,
  mail: checkMail,
  directory: checkDirectory,
  services: checkServices,
  figures: checkFigures,
  statements: checkStatements,
  database: checkDatabaseSize,
  migrations: checkMigrations,
  results: checkResults,
  clock: checkClock,
  certificates: checkCertificates,
  versions: checkVersions,
  configuration: checkConfiguration,
};

/** Parts of which something is known while the database is down. */
const withoutDatabase: ReadonlySet<ServerCheck> = new Set(['certificates', 'versions', 'configuration']);

/** However often the operator asks, each part is checked this often at most. */
const FRESH_MS = 3000;

/**
 * Checks a part of the server. A check that can't be made is a failure, with its cause; where that is the database, the
 * part itself may be well.
 */
export async function checkServer({
  params: { part },
}: Context<typeof checkServerOperation>): Promise<ServerCheckResult> {
  try {
    const found = shared(`server ${part}`, FRESH_MS, checkers[part]);
    const finding = await inCheckTime(withoutDatabase.has(part) ? found : unlessDatabaseIsAway(found));
    return { ...finding, traceback: null, stack: null };
  } catch (error) {
    log().warn({ err: error }, `The check of ${part} failed`);
    const { causes, places } = traceOf(error, serverSecrets());
    return { ...causeOf(error), facts: [], tables: [], traceback: causes, stack: places };
  }
}

function causeOf(error: unknown): Pick<ServerCheckResult, 'state' | 'message'> {
  if (isDatabaseDown(error) || error instanceof DatabaseAway) {
    return { state: 'warning', message: "The database can't be used, so this could not be checked." };
  }
  if (error instanceof TookTooLong) return { state: 'failure', message: error.message };
  return { state: 'failure', message: 'It could not be checked.' };
}
