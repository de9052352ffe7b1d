import { postgresTypeSystem } from '@/lib/type-systems/postgres/postgres';
import { ConnectorError } from '../_shared/connector-error';
import type { ConnectorContext } from '../connector-context';
import type { Checked, ExecutingConnector } from '../types';
import { type PostgresConnection, postgresConnectionSchema } from './connection';
import { describe, describeAll } from './describe';
import { discover } from './discover';
import { dryRunRefusal } from './dry-run';
import { toConnectorError } from './errors';
import { routineOf } from './executable';
import { execute } from './execute';
import { withClient } from './session/open-client';
import { backendPid, poolerWarning } from './session/pooler';
import { closePools } from './session/session-pool';
import { sqlOf } from './sql-of';

/** Procedures and pg_proc.prokind exist since this version. */
const oldestVersion = 110_000;

/** Postgres: its functions and procedures as commands. */
export const postgresConnector: ExecutingConnector<PostgresConnection> = {
  kind: 'postgres',
  label: 'Postgres',
  thing: { one: 'routine', many: 'routines' },
  addingWays: [{ by: 'connection', label: 'Functions and procedures' }],
  typeSystem: postgresTypeSystem.name,
  capabilities: ['discovery', 'transactions', 'sql', 'dryRun'],
  inputEdits: { postgres: { type: false, key: false, addAndDelete: false, sync: true } },
  credType: 'db',
  // The documents' `db` part without a `databaseSystem` is a Postgres database.
  isMeantBy: ({ databaseSystem }) => (databaseSystem ?? 'postgres') === 'postgres',
  partFacts: { databaseSystem: 'postgres' },
  connection: postgresConnectionSchema,
  // The TLS part can contain a private key, so it is sealed as a whole.
  secretKeys: ['password', 'tls'],
  addressKeys: ['host', 'port'],
  vaultSecret: { reference: 'azKeyVaultRef', fills: 'password' },
  check,
  discover,
  describe,
  describeAll,
  ownPart: ({ executeInTransaction }) => ({ inTransaction: executeInTransaction }),
  execute,
  sql: sqlOf,
  dryRunRefusal,
  routineOf,
  close: closePools,
};

async function check(
  connection: PostgresConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<Checked> {
  const { settings, warning } = await withClient(connection, context, signal, async (client) => {
    const answer = await client.query<[string, string]>({ text: versionQuery, rowMode: 'array' });
    const another = (): Promise<number> => withClient(connection, context, signal, backendPid);
    return { settings: answer.rows[0], warning: await poolerWarning(client, another) };
  }).catch((error: unknown) => {
    throw toConnectorError(error, connection);
  });
  const [version = '', number = '0'] = settings ?? [];
  if (Number(number) < oldestVersion) {
    throw new ConnectorError(
      'invalid_connection',
      `The server is PostgreSQL ${version}, but 11 or later is required.`,
    );
  }
  const serverVersion = `PostgreSQL ${version}`;
  return warning === null ? { serverVersion } : { serverVersion, warning };
}

const versionQuery = `select current_setting('server_version'), current_setting('server_version_num')`;
