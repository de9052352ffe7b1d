import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { applyMigrations } from '@/server/base/schema/apply-migrations';
import { configureApp } from '../support/app/app';
import { createEmptyDatabase, createUnmigratedDatabase } from '../support/app/database';
import type { Release, Size } from './release';
import { restoreDatabase, restoreResults } from './restore';
import { type DatabaseKeys, keysOf } from './table-keys';

/** A run that was copied from a recorded one. */
interface Copy {
  run_id: number;
  command_id: number;
  source_run_id: number;
}

/** A release's database that this version has upgraded. */
export interface UpgradedApp {
  databaseUrl(): string;
  /** The source of its commands, with its former routines. */
  sourceUrl(): string;
  /** The rows of each table as the release left them. */
  keysBefore(): DatabaseKeys;
  /** The source of each copied run. */
  copies(): readonly Copy[];
}

/** Gives a test file an application over a release's database, upgraded by this version's migrations. */
export function withUpgradedApp(release: Release, size: Size): UpgradedApp {
  let stop = async () => {};
  let databaseUrl = '';
  let sourceUrl = '';
  let before: DatabaseKeys = {};
  let copies: readonly Copy[] = [];

  beforeAll(async () => {
    const database = await createUnmigratedDatabase();
    const source = await createEmptyDatabase();
    ({ url: databaseUrl } = database);
    ({ url: sourceUrl } = source);
    await withClient(sourceUrl, (client) =>
      client.query(readFileSync(join(release.folder, 'source.sql'), 'utf8')),
    );
    const app = await configureApp(databaseUrl, {
      ENCRYPTION_KEYS: release.manifest.encryptionKeys,
      SAMPLE_DATABASE_URL: sourceUrl,
      WORKER_DEAD_AFTER_SECONDS: '2',
    });
    stop = async () => {
      await app.stop();
      await database.drop();
      await source.drop();
    };
    await restoreDatabase(release, databaseUrl);
    await restoreResults(release, app.dataDir);
    await withClient(databaseUrl, async (client) => {
      await release.multiply(client, size, join(app.dataDir, 'results'));
      const copied = await client.query<Copy>(
        'select run_id, r.command_id, source_run_id from copied_run join run r using (run_id)',
      );
      copies = copied.rows;
      before = await keysOf(client, release.manifest.tables);
    });
    await applyMigrations(databaseUrl);
  });

  afterAll(() => stop());

  return {
    databaseUrl: () => databaseUrl,
    sourceUrl: () => sourceUrl,
    keysBefore: () => before,
    copies: () => copies,
  };
}
