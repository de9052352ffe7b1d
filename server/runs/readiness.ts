import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import statement from 'sql-template-tag';
import { clock } from '@/server/base/clock';
import { warnOf } from '@/server/base/database/database-down';
import { noteAnswer } from '@/server/base/database/outage-log';
import { column, query } from '@/server/base/database/statements';
import { isHeld as isCopyHeld } from '@/server/base/installation/held';
import { recentMissingKeys } from '@/server/base/installation/missing-keys';
import { type Trouble, troubles } from '@/server/base/outside/troubles';
import { troublesEverywhere } from '@/server/base/outside/troubles-everywhere';
import { recent } from '@/server/base/waiting/recent';
import { withinTime } from '@/server/base/waiting/within-time';
import { missingWorkerTags } from '@/server/connections/missing-tags';
import { noteFolder, seesOwnFolder } from '@/server/results/stored/own-folder';
import { isAnyWorkerAlive } from '@/server/runs/execute/workers';

/**
 * What a run needs; true for each part that works, and null for what isn't known while the database is down. Without a
 * worker, runs are accepted and wait in line.
 */
export interface Readiness {
  database: boolean;
  migrations: boolean | null;
  worker: boolean | null;
}

/** A database that takes longer to answer than this isn't ready, whether or not it is reached. */
const LOOK_MS = 3000;

async function check(
  name: keyof Readiness | 'held' | 'results folder',
  look: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await withinTime(look(), LOOK_MS);
  } catch (error) {
    warnOf(error, `Not ready: ${name}`);
    return false;
  }
}

/** Returns whether every migration of this version was applied. */
async function areMigrationsApplied(): Promise<boolean> {
  const entries = await readdir(join(process.cwd(), 'prisma', 'migrations'), { withFileTypes: true });
  const known = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const rows = await query(
    { migration_name: column.text },
    statement`select migration_name from _prisma_migrations where finished_at is not null`,
  );
  const applied = new Set(rows.map((row) => row.migration_name));
  return known.every((name) => applied.has(name));
}

/** What the last look found, and when it began; a look that is under way is waited for. */
export const recentReadiness = (): Promise<
  Readiness & {
    isHeld: boolean;
    /** Null while the schema isn't that of this version, or the database is down. */
    seesFolder: boolean | null;
    checkedAt: Date;
    troubles: Trouble[];
    /** Tags of connections that no worker has. */
    missingTags: string[];
    /** Ids of keys that sealed something in use, and that this process doesn't have. */
    missingKeys: string[];
  }
> =>
  recent('readiness', async () => {
    const checkedAt = clock.now();
    const readiness = await readReadiness();
    const isCurrent = readiness.migrations === true;
    const isHeld = isCurrent && (await check('held', isCopyHeld));
    const seesFolder = isCurrent ? await check('results folder', seesOwnFolder) : null;
    if (seesFolder !== null) noteFolder(seesFolder);
    const missingTags = isCurrent ? await readMissingTags() : [];
    const missingKeys = isCurrent ? await readMissingKeys() : [];
    const troubled = await readTroubles(readiness.database);
    return { ...readiness, isHeld, seesFolder, missingTags, missingKeys, troubles: troubled, checkedAt };
  });

/** Returns whether the database answers and takes changes. A standby, or a full server that was made read-only, takes none. */
async function isDatabaseWritable(): Promise<boolean> {
  const [row] = await query(
    { writable: column.boolean },
    statement`select current_setting('transaction_read_only') = 'off' as writable`,
  );
  noteAnswer();
  return row?.writable ?? false;
}

/** A detail of the answer, too. */
const readMissingTags = (): Promise<string[]> =>
  withinTime(missingWorkerTags(), LOOK_MS).catch((error) => {
    warnOf(error, 'The tags of the workers could not be read');
    return [];
  });

/** A detail, too. Looking through all values may take longer, and is then known at one of the next looks. */
const readMissingKeys = (): Promise<string[]> =>
  withinTime(recentMissingKeys(), LOOK_MS)
    .then((missing) => missing.map(({ keyId }) => keyId))
    .catch((error) => {
      warnOf(error, 'The keys of what is sealed could not be read');
      return [];
    });

/** What workers tell is only a detail of the answer, which must not fail for it. */
const readTroubles = (hasDatabase: boolean): Promise<Trouble[]> | Trouble[] =>
  hasDatabase
    ? withinTime(troublesEverywhere(), LOOK_MS).catch((error) => {
        warnOf(error, 'The troubles of the workers could not be read');
        return troubles();
      })
    : troubles();

/** Looks at everything that a run needs. Never throws: what cannot be looked at is not ready. */
export async function readReadiness(): Promise<Readiness> {
  const database = await check('database', isDatabaseWritable);
  if (!database) return { database, migrations: null, worker: null };
  return {
    database,
    migrations: await check('migrations', areMigrationsApplied),
    worker: await check('worker', isAnyWorkerAlive),
  };
}
