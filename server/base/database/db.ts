import pg from 'pg';
import { AfterRollback } from '@/server/base/database/after-rollback';
import { isSilent, noteAccess, warnOf } from '@/server/base/database/database-down';
import { hostsOf } from '@/server/base/database/database-hosts';
import { exactTypes } from '@/server/base/database/exact-types';
import { deadlines, statementLimitMs } from '@/server/base/database/patience';
import { isReplicaFault, replicaOfWork } from '@/server/base/database/replica-reads';
import { clientOf } from '@/server/base/database/several-hosts';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';

/** A host that became a standby keeps its connections, so they are replaced now and then. */
const SEVERAL_HOSTS_SECONDS = 60;

const ofSeveralHosts = () => ({
  Client: clientOf(env().databaseUrl),
  maxLifetimeSeconds: SEVERAL_HOSTS_SECONDS,
});

/** Anything that runs a statement: the pool, or one of its transactions. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Acts once everything so far has committed: after the transaction, or now, without one. Never after a rollback. */
  onceCommitted(act: () => void): void;
}

/** How its connections are called at the database server. Connections of commands have another name. */
export const POOL_NAME = 'pushboard server';

/** The process's one pool. The bundler loads modules more than once, so it is kept per process. */
export const pool = (): pg.Pool =>
  processWide('pool', () => {
    const created = new pg.Pool({
      connectionString: env().databaseUrl,
      ...(hostsOf(env().databaseUrl).length > 1 ? ofSeveralHosts() : {}),
      max: env().databasePoolSize,
      idleTimeoutMillis: 60_000,
      ...deadlines(),
      types: exactTypes,
      application_name: POOL_NAME,
    });
    // A connection that breaks while idle is replaced at the next use; one that breaks in use fails its query. Without
    // a listener, either error would end the process.
    const lost = (error: Error) => warnOf(error, 'A database connection was lost');
    created.on('error', lost);
    created.on('connect', (client) => {
      noteAccess();
      client.on('error', lost);
    });
    return created;
  });

/**
 * Statements are few and written in the code, so each is prepared once per connection: the access query takes longer to
 * plan than to run. A pooler may use another connection each time, so behind one nothing is prepared.
 */
function statementName(text: string): string | undefined {
  if (env().databaseUrl !== env().databaseDirectUrl) return undefined;
  const names = processWide('statement names', () => new Map<string, string>());
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

function executor(client: pg.Pool | pg.PoolClient, isPrepared = true): Pick<Sql, 'query'> {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const name = isPrepared && values.length > 0 ? statementName(text) : undefined;
      const asked: pg.QueryConfig & { query_timeout: number } = {
        text,
        values: [...values],
        query_timeout: statementLimitMs(),
        ...(name === undefined ? {} : { name }),
      };
      const result = await client.query(asked);
      return result.rows as Row[];
    },
  };
}

const single = (isPrepared: boolean): Sql => ({
  async query(text, values) {
    const replica = replicaOfWork();
    if (replica !== undefined) {
      try {
        return await executor(replica, false).query(text, values);
      } catch (error) {
        if (!isReplicaFault(error)) throw error;
        log().debug({ err: error }, 'The primary answers a statement of the replica');
      }
    }
    return executor(pool(), isPrepared).query(text, values);
  },
  onceCommitted: (act) => act(),
});

/** Runs single statements, each as its own transaction; in work that reads at a replica, there. */
export const sql: Sql = single(true);

/**
 * Runs single statements whose text depends on the request, such as a list's filters. There are too many to prepare,
 * and each is planned for its own values.
 */
export const adHocSql: Sql = single(false);

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. See also `AfterRollback`. */
export async function transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
  try {
    return await committed(work);
  } catch (error) {
    throw error instanceof AfterRollback ? await error.settle() : error;
  }
}

async function committed<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  let broken: Error | undefined;
  const acts: (() => void)[] = [];
  try {
    await client.query('begin');
    const result = await work({ ...executor(client), onceCommitted: (act) => acts.push(act) });
    await client.query('commit');
    for (const act of acts) act();
    return result;
  } catch (error) {
    // A connection that doesn't respond would not respond to this, either.
    if (isSilent(error)) broken = error;
    else {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}
