import {
  checkAuthorizedHello,
  checkDatabasePort,
  checkDatabaseRead,
  checkHello,
  checkMail,
  checkStorageAddress,
  checkStorageLocation,
  checkWorker,
  readCommitHash,
  readCommitRef,
  readServerAddresses,
  readStorageCredential,
  type ServiceCheck,
} from '@/lib/contract/diagnostics/services';
import type { Asked } from './checks/use-checks';

type ServiceOperation = ServiceCheck | typeof checkAuthorizedHello;

const ask = (key: string, name: string, operation: ServiceOperation): Asked<ServiceOperation> => ({
  key,
  name,
  operation,
  input: {},
});

const authorized = ask('authorized', 'Authorized connect', checkAuthorizedHello);

/** The checks of the product's own services, in the order of the page. */
export const serviceChecks = (isSignedIn: boolean): Asked<ServiceOperation>[] => [
  ask('api', 'Connect to API', checkHello),
  ...(isSignedIn ? [authorized] : []),
  ask('database-port', 'Open connection to the database server on its port', checkDatabasePort),
  ask('database-read', 'Read the database', checkDatabaseRead),
  ask('worker', 'Execute runs', checkWorker),
  ask('storage', 'Reach the store of results', checkStorageAddress),
  ask('mail', 'Send messages', checkMail),
];

/** What admins and the operator see of the build. The browser adds its own. */
export const buildFacts: readonly Asked<ServiceOperation>[] = [
  ask('api-hash', 'API hash', readCommitHash),
  ask('api-ref', 'API ref', readCommitRef),
  ask('api-ip', 'API IP', readServerAddresses),
];

export const storageFacts: readonly Asked<ServiceOperation>[] = [
  ask('storage-connection', 'Connection', checkStorageAddress),
  ask('storage-location', 'Location', checkStorageLocation),
  ask('storage-credential', 'Credential of the organization', readStorageCredential),
];
