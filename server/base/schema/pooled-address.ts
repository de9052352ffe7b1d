import pg from 'pg';

/** How often two sessions are compared: on a pooler that others use, they may be given different servers by chance. */
const COMPARISONS = 5;
const CONNECT_MS = 10_000;

/** An address that must lead to Postgres itself goes through a pooler. The message names the variable to set. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/**
 * Refuses an address that goes through a pooler in transaction mode, where notifications, locks, and prepared statements
 * don't work. In session mode they do.
 *
 * @param variable where the address comes from; `DATABASE_URL` if no direct address is set
 */
export async function refusePooled(url: string, variable: string): Promise<void> {
  if (!(await sharesSessions(url))) return;
  throw new PoolerError(
    variable === 'DATABASE_URL'
      ? 'DATABASE_URL goes through a connection pooler in transaction mode, such as PgBouncer. Set DATABASE_DIRECT_URL to the address of the same database without the pooler, for notifications, locks, and migrations.'
      : `${variable} goes through a connection pooler in transaction mode, such as PgBouncer. Set it to the address of Postgres itself.`,
  );
}

/**
 * Whether two sessions that are open at the same time have the same server process, or one has two, as only a pooler lets them. An address
 * that can't be opened is not refused here: whatever needs it says so.
 */
async function sharesSessions(url: string): Promise<boolean> {
  const sessions = [clientFor(url), clientFor(url)] as const;
  try {
    for (const session of sessions) await session.connect();
    const [one, other] = sessions;
    // Postgres tells each session its own process; poolers tell numbers of their own, because they need them to cancel.
    const first = await processOf(one);
    if (Reflect.get(one, 'processID') === first) return false;
    for (let comparison = 0; comparison < COMPARISONS; comparison += 1) {
      const own = await processOf(one);
      if (own !== first || own === (await processOf(other))) return true;
    }
    return false;
  } catch {
    return false;
  } finally {
    await Promise.allSettled(sessions.map((session) => session.end()));
  }
}

function clientFor(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'pushboard start',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // What breaks while nothing is asked shows with the next question.
  client.on('error', () => undefined);
  return client;
}

async function processOf(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query('select pg_backend_pid() as process');
  return rows[0]?.process;
}
