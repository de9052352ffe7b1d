import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type AppliedMigration, checkAgainst, MigrationError, migrationLock } from './apply-migrations';
import { type Migration, readMigrations } from './migration-files';

const LOOK_AGAIN_MS = 2000;
/** Someone who reads the log sees within this time what a process waits for. */
const SAY_AGAIN_MS = 60_000;
const CONNECT_MS = 10_000;

/** How a database's schema stands to this version. */
export interface SchemaState {
  /** Migrations of this version that the database doesn't have yet. */
  missing: string[];
  /** Migrations that only a newer version knows. */
  newer: string[];
}

/**
 * Reads how the schema stands to this version, once no other process is changing it.
 *
 * @param url a direct address, as the role of the application
 * @throws MigrationError if an applied migration was edited, or failed halfway
 */
export async function readSchemaState(
  url: string,
  migrations: Migration[] = readMigrations(),
): Promise<SchemaState> {
  const client = new Client({
    connectionString: url,
    application_name: 'pushboard start',
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [migrationLock]);
    const { rows: tables } = await client.query(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS made",
    );
    if (!tables[0]?.made) return { missing: migrations.map(({ name }) => name), newer: [] };
    const { rows } = await client.query<AppliedMigration>(
      'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    );
    const known = new Set(migrations.map(({ name }) => name));
    for (const row of rows) if (known.has(row.migration_name)) checkAgainst(migrations, row);
    const applied = new Set(rows.map(({ migration_name }) => migration_name));
    return {
      missing: migrations.map(({ name }) => name).filter((name) => !applied.has(name)),
      newer: [...applied].filter((name) => !known.has(name)).sort(),
    };
  } finally {
    await client.end();
  }
}

/**
 * Waits until the schema is at least as new as this version, and says what it waits for. A schema of a newer version is
 * fine: a migration leaves the version before it working, so that processes can be replaced one by one.
 *
 * @param addressOf finds the direct address; while it throws, the database is waited for, too
 * @param tell says what it waits for
 * @param note called after each look with whether the database answers, and the migrations that it misses
 */
export async function awaitSchema(
  addressOf: () => Promise<string>,
  tell: (words: string) => void,
  note: (wait: { database: boolean; missing: string[] }) => void = () => undefined,
): Promise<void> {
  let said = '';
  let saidAtMs = 0;
  const say = (words: string): void => {
    if (words === said && performance.now() - saidAtMs < SAY_AGAIN_MS) return;
    said = words;
    saidAtMs = performance.now();
    tell(words);
  };
  for (;;) {
    try {
      const { missing, newer } = await readSchemaState(await addressOf());
      note({ database: true, missing });
      if (missing.length === 0) {
        if (newer.length > 0) {
          say(
            `The schema is of a newer version than this process (${newer.at(-1)}). It serves until the new version takes its place.`,
          );
        }
        return;
      }
      say(
        `Waiting for the schema: ${missing.length} of this version's migrations are missing, from ${missing[0]} on. Run: npm start -- migrate`,
      );
    } catch (error) {
      if (error instanceof MigrationError) throw error;
      note({ database: false, missing: [] });
      say(`Waiting for the database. ${error instanceof Error ? error.message : error}`);
    }
    await sleep(LOOK_AGAIN_MS);
  }
}
