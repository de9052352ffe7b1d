import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { pool } from '@/server/db';
import { stopWatchingRuns } from '@/server/runs/run-changes';
import { createAppDatabase } from './database';

/**
 * Gives a test file an application of its own: a migrated database and a data folder, both gone afterwards.
 * The configuration is read when it is first asked for, so this must stand before the first test.
 */
export function withApp(variables: Record<string, string> = {}): void {
  let stop = async () => {};

  beforeAll(async () => {
    const database = await createAppDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'pushboard-app-'));
    Object.assign(process.env, {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      LOG_LEVEL: 'silent',
      REQUEST_BURST: '100000',
      REQUESTS_AT_ONCE: '100000',
      SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
      ...variables,
    });
    stop = async () => {
      await stopWatchingRuns();
      await pool().end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    };
  });

  afterAll(() => stop());
}
