import pg from 'pg';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { hostsOf, wantedSession, withHost } from '@/server/base/database/database-hosts';
import { processWide } from '@/server/base/process-wide';

/** How long one host may take to answer before the next one is asked. */
const HOST_MS = 5000;

/** What tells a server that takes changes from a standby, and from one that was made read-only. */
const IS_READ_ONLY = `select current_setting('transaction_read_only')`;

/** The hosts that answered last, and who is being asked, by address. */
const known = () =>
  processWide('database hosts', () => ({
    last: new Map<string, string>(),
    asking: new Map<string, Promise<string>>(),
  }));

/**
 * Returns the address of the first host that takes changes, where an address has several; the host that did so last is
 * asked first. Where it has one, nobody is asked.
 *
 * @throws the error of the last host if none can be reached; one with the code 25006 if none takes changes
 */
export function writableAddress(url: string): Promise<string> {
  if (hostsOf(url).length < 2) return Promise.resolve(url);
  const { asking } = known();
  const asked =
    asking.get(url) ??
    firstWritable(url).finally(() => {
      asking.delete(url);
    });
  asking.set(url, asked);
  return asked;
}

async function firstWritable(url: string): Promise<string> {
  const { last } = known();
  const first = last.get(url);
  const hosts = hostsOf(url).toSorted((one, other) => Number(other === first) - Number(one === first));
  let failure: unknown;
  for (const host of hosts) {
    const address = withHost(url, host);
    try {
      if (!(await isWanted(address, url))) {
        failure ??= Object.assign(new Error('No host of the database takes changes.'), { code: '25006' });
        continue;
      }
      last.set(url, host);
      return address;
    } catch (error) {
      // A wrong password is wrong everywhere.
      if (!isDatabaseDown(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function isWanted(address: string, url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    application_name: 'pushboard hosts',
    connectionTimeoutMillis: HOST_MS,
    query_timeout: HOST_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (wantedSession(url) === 'any') return true;
    const { rows } = await client.query({ text: IS_READ_ONLY, rowMode: 'array' });
    return rows[0]?.[0] === 'off';
  } finally {
    await client.end();
  }
}

/** A client of the pool, which finds the host that takes changes whenever it connects. */
export const clientOf = (url: string): typeof pg.Client =>
  class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const chosen = writableAddress(url).then((address) => {
        // The pool gave it up meanwhile.
        if (Reflect.get(this, '_ending') === true) throw new Error('Connection terminated');
        const { host, port } = new pg.Client({ connectionString: address });
        Object.assign(this, { host, port });
      });
      if (callback === undefined) return chosen.then(() => super.connect());
      chosen.then(() => super.connect(callback), callback);
      return undefined;
    }
  };
