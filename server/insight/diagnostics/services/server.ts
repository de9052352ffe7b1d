import { networkInterfaces } from 'node:os';
import statement from 'sql-template-tag';
import { commit } from '@/lib/base/build';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { isAlive } from '@/server/base/events/worker-alive';
import { isHeld } from '@/server/base/installation/held';
import { failed, found } from '../finding';
import { sharedCheck } from './answer-service';

export const readServerAddresses = sharedCheck('addresses', async () => {
  const addresses = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
  if (addresses.length === 0) return found('This machine has no address but its own loopback address.');
  return found(
    'The addresses of this machine. Calls to the internet may come from another one, such as that of a gateway.',
    addresses.join(', '),
  );
});

export const readCommitHash = sharedCheck('commit', async () =>
  commit.hash === null
    ? found("This build doesn't say which commit it was made from: set COMMIT_HASH when you build.")
    : found('The commit that the server was built from.', commit.hash),
);

export const readCommitRef = sharedCheck('ref', async () =>
  commit.ref === null
    ? found("This build doesn't say which branch or tag it was made from: set COMMIT_REF when you build.")
    : found('The branch or tag that the server was built from.', commit.ref),
);

/** What admins can't change, and have to know. */
export const HELD =
  'This database is a copy, and is held: nothing runs and nothing is sent until the people who run Pushboard release it.';

export const checkWorker = sharedCheck('worker', async () => {
  if (await isHeld()) return failed(HELD);
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int as count from worker w where ${isAlive(env().workerDeadAfterSeconds)}`,
  );
  if (row === undefined || row.count === 0) {
    return failed('No worker is running, so runs wait in line. Start one; its log says why it stopped.');
  }
  return found(row.count === 1 ? '1 worker executes runs.' : `${row.count} workers execute runs.`);
});
