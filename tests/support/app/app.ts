import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { pool } from '@/server/base/database/db';
import { stopWatchingRuns } from '@/server/base/events/run-changes';
import { type AppDatabase, createAppDatabase } from './database';

/** A process that serves one database, with its own data folder. */
export interface ConfiguredApp {
  dataDir: string;
  /** Closes all connections to the database, and deletes the folder. */
  stop(): Promise<void>;
}

/** Points this process at a database. Call it before anything reads the configuration. */
export async function configureApp(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<ConfiguredApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushboard-app-'));
  Object.assign(process.env, {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
    REQUEST_BURST: '100000',
    REQUESTS_AT_ONCE: '100000',
    SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
    DIAGNOSTICS_PER_MINUTE: '100000',
    ...variables,
  });
  return {
    dataDir,
    async stop() {
      await stopWatchingRuns();
      await pool().end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let addresses: AppDatabase | undefined;

async function queryAs(role: 'ownerUrl' | 'superuserUrl', statement: string): Promise<void> {
  if (addresses === undefined) throw new Error('Call withApp first');
  await withClient(addresses[role], (client) => client.query(statement));
}

/** Changes the schema of this test file's application, which may not do that itself. */
export const asOwner = (statement: string): Promise<void> => queryAs('ownerUrl', statement);

/** Does to this test file's database what neither the application nor the schema's owner may. */
export const asSuperuser = (statement: string): Promise<void> => queryAs('superuserUrl', statement);

/** Something between the application and its database, such as a pooler. */
export interface Between {
  /** Where the application finds its database. */
  databaseUrl: string;
  /** Where it listens; the database itself if this is left out. */
  directUrl?: string;
  close(): Promise<void>;
}

/**
 * Gives a test file its own application: a migrated database and a data folder, both deleted afterward. Call it before
 * the first test.
 *
 * @param stand puts something between the application and its database, which only listening goes around
 */
export function withApp(
  variables: Record<string, string> = {},
  stand?: (database: AppDatabase) => Promise<Between>,
): void {
  let stop = async () => {};

  beforeAll(async () => {
    const database = await createAppDatabase();
    addresses = database;
    const between = await stand?.(database);
    const app =
      between === undefined
        ? await configureApp(database.url, variables)
        : await configureApp(between.databaseUrl, {
            DATABASE_DIRECT_URL: between.directUrl ?? database.url,
            ...variables,
          });
    stop = async () => {
      await app.stop();
      await between?.close();
      await database.drop();
    };
  });

  afterAll(() => stop());
}
