import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { savedSecret } from '../starting/saved-secret';
import { withClient } from './connect';
import { type PostgresServer, startPostgres } from './postgres-server';
import { serverState } from './postgres-state';

/** The embedded server with its two databases, and the variables for web and worker. */
export type EmbeddedDatabases = {
  server: PostgresServer;
  /** DATABASE_URL, SAMPLE_DATABASE_URL and ENCRYPTION_KEYS. */
  variables: { DATABASE_URL: string; SAMPLE_DATABASE_URL: string; ENCRYPTION_KEYS: string };
  /** Only for what prepares the databases: the addresses of the roles that own them. */
  ownerVariables: { DATABASE_OWNER_URL: string; SAMPLE_OWNER_DATABASE_URL: string };
};

const app = { database: 'pushboard', owner: 'pushboard_owner', user: 'pushboard' };
const sample = { database: 'sample_shop', owner: 'sample_owner', runner: 'sample_runner' };

/** The folder of the embedded server's files. */
export function postgresFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Starts the embedded server and creates what is missing: the app's database, and the sample database, whose roles
 * cannot connect to the app's. All passwords are random and stored in the data folder.
 *
 * @param givenKeys ENCRYPTION_KEYS, if the operator set it
 */
export async function startEmbeddedDatabases(
  dataDir: string,
  givenKeys: string | undefined,
): Promise<EmbeddedDatabases> {
  const folder = postgresFolder(dataDir);
  const keys = givenKeys ?? keyRing(dataDir, existsSync(join(folder, 'cluster')));
  const server = await startPostgres(folder);
  const passwordOf = (role: string) => savedSecret(join(folder, `${role}-password`));
  await withClient(server.superuserUrl(), async (client) => {
    for (const role of [app.owner, app.user, sample.owner, sample.runner])
      await ensureRole(client, role, passwordOf(role));
    await limitSampleRunner(client);
    // In earlier versions the app's own role owned the database and its tables: the owner takes them over.
    await client.query(`GRANT ${app.user} TO ${app.owner}`);
    for (const { database, owner } of [app, sample]) await ensureDatabase(client, database, owner);
    // By default every role may connect to any database, a new one and the server's own ones.
    for (const database of [app.database, sample.database, 'postgres', 'template1']) {
      await client.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
    }
    await client.query(`GRANT CONNECT ON DATABASE ${app.database} TO ${app.user}`);
    await client.query(`GRANT CONNECT ON DATABASE ${sample.database} TO ${sample.runner}`);
  });
  const urlOf = (role: string, database: string) =>
    `postgresql://${role}:${passwordOf(role)}@127.0.0.1:${server.port}/${database}`;
  return {
    server,
    variables: {
      // A statement costs both sides less through a socket file than through the loopback address.
      DATABASE_URL: server.throughSocket(urlOf(app.user, app.database)),
      SAMPLE_DATABASE_URL: urlOf(sample.runner, sample.database),
      ENCRYPTION_KEYS: keys,
    },
    ownerVariables: {
      DATABASE_OWNER_URL: urlOf(app.owner, app.database),
      SAMPLE_OWNER_DATABASE_URL: urlOf(sample.owner, sample.database),
    },
  };
}

/**
 * Returns the variables of the embedded server that runs in this data folder, and changes nothing; undefined if none
 * runs there.
 *
 * @param asOwner adds the address of the role that owns the tables
 */
export function runningVariables(
  dataDir: string,
  asOwner = false,
): { DATABASE_URL: string; ENCRYPTION_KEYS: string; DATABASE_OWNER_URL?: string } | undefined {
  const folder = postgresFolder(dataDir);
  const state = serverState(join(folder, 'cluster'));
  if (!state.running) return undefined;
  const urlOf = (role: string) => {
    const password = readFileSync(join(folder, `${role}-password`), 'utf8').trim();
    return `postgresql://${role}:${password}@127.0.0.1:${state.port}/${app.database}`;
  };
  return {
    DATABASE_URL: urlOf(app.user),
    ...(asOwner ? { DATABASE_OWNER_URL: urlOf(app.owner) } : {}),
    ENCRYPTION_KEYS:
      process.env.ENCRYPTION_KEYS?.trim() || readFileSync(join(dataDir, 'encryption-keys'), 'utf8').trim(),
  };
}

/** Returns the key ring of this data folder. A lost one is not replaced: what it sealed could never be opened. */
function keyRing(dataDir: string, hasData: boolean): string {
  const file = join(dataDir, 'encryption-keys');
  if (hasData && !existsSync(file)) {
    throw new Error(
      `The key ring ${file} is missing, and this data folder holds secrets that only its keys open. ` +
        'Put it back from a backup, or set ENCRYPTION_KEYS to the keys.',
    );
  }
  return savedSecret(file, () => `k1:${randomBytes(32).toString('base64')}`);
}

async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role}`);
  await client.query(
    `ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
  );
}

/**
 * Anyone in a sandbox runs commands as this role, on the server that also holds the app's data. Of its 100 connections
 * it leaves enough to the app; a query ends after ten minutes, and what spills to the disk is bounded.
 */
async function limitSampleRunner(client: Client): Promise<void> {
  await client.query(`ALTER ROLE ${sample.runner} CONNECTION LIMIT 60`);
  await client.query(`ALTER ROLE ${sample.runner} SET statement_timeout = '10min'`);
  await client.query(`ALTER ROLE ${sample.runner} SET temp_file_limit = '256MB'`);
}

async function ensureDatabase(client: Client, database: string, owner: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
  await client.query(
    rowCount === 0
      ? `CREATE DATABASE ${database} OWNER ${owner}`
      : `ALTER DATABASE ${database} OWNER TO ${owner}`,
  );
}
