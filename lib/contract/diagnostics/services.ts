import { none } from '@/lib/wire/values';
import { operation } from '../operation';
import { diagnosticResult } from './diagnostic-result';

/** A check of the server's own services, which everyone may ask for. Who sees its details is decided when it is answered. */
const serviceCheck = (id: string, path: `/diagnostics/${string}`, summary: string) =>
  operation({
    id,
    method: 'GET',
    effect: 'read',
    path,
    summary,
    permission: { needs: 'nothing' },
    params: none,
    query: none,
    body: null,
    answer: { kind: 'json', status: 200, schema: diagnosticResult },
    limit: 'diagnostics',
    answersWithoutDatabase: true,
  });

export type ServiceCheck = ReturnType<typeof serviceCheck>;

export const checkHello = serviceCheck(
  'checkHello',
  '/diagnostics/helloflank',
  'Whether the API can be reached',
);

export const readServerAddresses = serviceCheck(
  'readServerAddresses',
  '/diagnostics/ip',
  'The addresses of the machine that answers; for admins and the operator',
);

export const readCommitHash = serviceCheck(
  'readCommitHash',
  '/diagnostics/commit/hash',
  'The commit that the server was built from; for admins and the operator',
);

export const readCommitRef = serviceCheck(
  'readCommitRef',
  '/diagnostics/commit/ref',
  'The branch or tag that the server was built from; for admins and the operator',
);

export const checkStorageAddress = serviceCheck(
  'checkStorageAddress',
  '/diagnostics/env/creds/storage/connstr',
  'Whether the store of results that the server is configured with responds; for admins and the operator, its address without secrets',
);

export const checkStorageLocation = serviceCheck(
  'checkStorageLocation',
  '/diagnostics/env/creds/storage/blobloc',
  'The same for the folder, container, or bucket in that store',
);

export const readStorageCredential = serviceCheck(
  'readStorageCredential',
  '/diagnostics/db/creds/storage/id',
  "The ids of the connections that store results of the caller's own organizations",
);

export const checkDatabasePort = serviceCheck(
  'checkDatabasePort',
  '/diagnostics/flankdb/port',
  "Whether a connection to the port of Pushboard's database can be opened",
);

export const checkDatabaseRead = serviceCheck(
  'checkDatabaseRead',
  '/diagnostics/flankdb/read',
  "Whether Pushboard's database can be read, and takes changes",
);

export const checkWorker = serviceCheck(
  'checkWorker',
  '/diagnostics/worker',
  'Whether a worker executes runs',
);

export const checkMail = serviceCheck(
  'checkMail',
  '/diagnostics/mail',
  'Whether Pushboard can send messages; succeeds without a mail server',
);

export const checkAuthorizedHello = operation({
  id: 'checkAuthorizedHello',
  method: 'GET',
  effect: 'read',
  path: '/diagnostics/helloflank/auth',
  summary: 'Whether the API can be reached, and recognizes the caller',
  permission: { needs: 'signedIn' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: diagnosticResult },
  limit: 'diagnostics',
});
