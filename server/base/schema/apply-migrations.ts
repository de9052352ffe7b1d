import { Logger, runMigrations as migrateQueue } from 'graphile-worker';
import { Client } from 'pg';
import { checkAppRole, ensureAppRole, grantToApp, handOver, roleOf } from './app-role';
import { type Migration, migrationsFolder, readMigrations } from './migration-files';
import { OpeningError } from './opened-address';
import { isWide, widenIds } from './wide-ids';

/** The lock that Prisma's own command line takes too, so that two processes never migrate at once. */
export const migrationLock = 72_707_369;

/** The database's history does not match this version's migrations. Nothing was changed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Brings a database to this version's schema: our own tables, then the queue's. Safe to call from any number of
 * processes at once; all but one wait. Each migration is one transaction and is recorded as Prisma records it. An empty
 * database gets ids of 64 bits (`widenIds`). Returns the names of the migrations it applied.
 *
 * @param url a direct address: neither the lock nor the transactions survive a pooler
 * @param appUrl the app's own address if `url` is the owner's. What the app's role owns is handed over to the owner, and
 *   the app's role gets the rights that it needs. It is created if it doesn't exist.
 * @param idBits 32 makes an empty database one of an earlier version
 * @throws MigrationError when an applied migration was edited, failed halfway, or belongs to a newer version
 * @throws AppRoleError when the rights of the two roles don't fit
 * @throws OpeningError when the database can't be opened
 */
export async function applyMigrations(
  url: string,
  folder: string = migrationsFolder,
  appUrl?: string,
  idBits: 32 | 64 = 64,
): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'pushboard migrations' });
  await connect(client, appUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL');
  try {
    // The session holds the lock; closing it releases the lock, whatever happens in between.
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    if (appUrl !== undefined) {
      await ensureAppRole(client, appUrl);
      await handOver(client, roleOf(appUrl));
    }
    await createHistory(client);
    const migrations = readMigrations(folder);
    const applied = await applyMissing(client, migrations);
    // No process of any version has read an id of a database that was empty, and what a migration adds gets the width of the rest.
    const isNew = applied.length > 0 && applied.length === migrations.length;
    if ((isNew && idBits === 64) || (applied.length > 0 && (await isWide(client)))) await widenIds(client);
    if (applied.length > 0) await vacuumRewritten(client);
    await migrateQueue({ connectionString: url, maxPoolSize: 1, logger: silent });
    if (appUrl !== undefined) {
      await checkAppRole(client, roleOf(appUrl));
      await grantToApp(client, roleOf(appUrl));
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** @param variable the one that the address comes from */
async function connect(client: Client, variable: string): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw new OpeningError(variable, error);
  }
}

const silent = new Logger(() => () => undefined);

export type AppliedMigration = { migration_name: string; checksum: string; finished_at: Date | null };

async function applyMissing(client: Client, migrations: Migration[]): Promise<string[]> {
  const { rows: history } = await client.query<AppliedMigration>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at',
  );
  for (const applied of history) checkAgainst(migrations, applied);
  const done = new Set(history.map((applied) => applied.migration_name));
  const missing = migrations.filter((migration) => !done.has(migration.name));
  for (const migration of missing) await applyOne(client, migration);
  return missing.map((migration) => migration.name);
}

/** Throws `MigrationError` if a row of the history doesn't match this version's migrations. */
export function checkAgainst(migrations: Migration[], applied: AppliedMigration): void {
  const name = applied.migration_name;
  if (applied.finished_at === null) {
    throw new MigrationError(
      `The migration ${name} failed halfway in this database. Restore a backup, or resolve it with Prisma.`,
    );
  }
  const migration = migrations.find((known) => known.name === name);
  if (!migration) {
    throw new MigrationError(
      `The database holds the migration ${name}, which this version does not know. A newer version has used it: upgrade.`,
    );
  }
  if (migration.checksum !== applied.checksum) {
    throw new MigrationError(
      `The migration ${name} was changed after it had been applied to this database. Put its text back and write a new migration.`,
    );
  }
}

async function applyOne(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES (gen_random_uuid()::text, $1, $2, now(), clock_timestamp(), 1)`,
      [migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${migration.name} failed, and changed nothing: ${reason}`, {
      cause: error,
    });
  }
}

/**
 * A table that a migration rewrote has lost the map that lets indexes answer without reading its rows. Autovacuum doesn't
 * notice, and could take a million rows more to make it again.
 */
async function vacuumRewritten(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relallvisible = 0 AND pg_relation_size(oid) > 0`,
  );
  for (const { name } of rows) await client.query(`VACUUM (ANALYZE) ${name}`);
}

/** Before the first table, because Postgres would only say that a permission is missing, and not what to do. */
async function checkMayCreate(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string }>(
    `SELECT current_user AS role, current_database() AS database
     WHERE current_schema() IS NULL OR NOT has_schema_privilege(current_schema(), 'CREATE')`,
  );
  const [refused] = rows;
  if (refused === undefined) return;
  throw new MigrationError(
    `The role ${refused.role} may not create tables in the database ${refused.database}. Make it the database's owner, or set DATABASE_OWNER_URL to the address with the role that is; docs/operations.md says how.`,
  );
}

/** Prisma's own table of migrations. */
async function createHistory(client: Client): Promise<void> {
  const { rows } = await client.query<{ owner: string }>(
    `SELECT relowner::regrole::text AS owner FROM pg_class
     WHERE oid = to_regclass('_prisma_migrations') AND NOT pg_has_role(relowner, 'MEMBER')`,
  );
  if (rows[0] !== undefined) {
    throw new MigrationError(
      `The tables of this database belong to the role ${rows[0].owner}. Set DATABASE_OWNER_URL to its address.`,
    );
  }
  await checkMayCreate(client);
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
}
