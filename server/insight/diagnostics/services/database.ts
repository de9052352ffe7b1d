import pg from 'pg';
import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { failed, found } from '../finding';
import { openSocket } from '../open-socket';
import { sharedCheck } from './answer-service';

/** Where the database listens: a host and a port, or a socket file. */
function databasePlace(): { host: string; port: number } {
  // The client reads the address as the pool does, and isn't connected.
  const { host, port } = new pg.Client({ connectionString: env().databaseUrl });
  return { host, port };
}

export const checkDatabasePort = sharedCheck('database port', async () => {
  const { host, port } = databasePlace();
  const isFile = host.startsWith('/');
  try {
    await openSocket(isFile ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  } catch (error) {
    return failed("The port of the database can't be opened. Check that Postgres is running there.", error);
  }
  return found('The port of the database is open.', isFile ? `${host}, port ${port}` : `${host}:${port}`);
});

export const checkDatabaseRead = sharedCheck('database', async () => {
  const [row] = await query(
    { version: column.text, is_read_only: column.boolean, holds_org: column.boolean },
    statement`select current_setting('server_version') as version,
      current_setting('transaction_read_only') = 'on' as is_read_only, exists (select from org) as holds_org`,
  );
  if (row?.is_read_only !== false) {
    return failed(
      'The database can be read, but takes no changes. It may be a standby, or was made read-only.',
    );
  }
  return found('The database can be read, and takes changes.', `PostgreSQL ${row.version}`);
});
