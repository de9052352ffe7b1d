import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { isDatabaseDown, isSilent, warnOf } from '@/server/base/database/database-down';
import { exactTypes } from '@/server/base/database/exact-types';
import { deadlines } from '@/server/base/database/patience';
import { env } from '@/server/base/env';
import { processWide } from '@/server/base/process-wide';

/** How its connections are called at the replica. */
const READER_NAME = 'pushboard reader';

/** The process's connections to the replica; null without one. */
export const replicaPool = (): pg.Pool | null =>
  processWide('replica pool', () => {
    const { databaseReplicaUrl, databasePoolSize } = env();
    if (databaseReplicaUrl === null) return null;
    const created = new pg.Pool({
      connectionString: databaseReplicaUrl,
      max: databasePoolSize,
      idleTimeoutMillis: 60_000,
      ...deadlines(),
      types: exactTypes,
      application_name: READER_NAME,
    });
    const lost = (error: Error) => warnOf(error, 'A connection to the replica was lost');
    created.on('error', lost);
    created.on('connect', (client) => client.on('error', lost));
    return created;
  });

const reading = new AsyncLocalStorage<pg.Pool>();

/** Does work whose single statements read at a replica. Its transactions stay at the primary. */
export const readingAt = <T>(replica: pg.Pool, work: () => T): T => reading.run(replica, work);

/** Where single statements of the current work read; undefined for the primary. */
export const replicaOfWork = (): pg.Pool | undefined => reading.getStore();

/** Codes of statements that a standby ends because it has to go on with what the primary did. */
const CONFLICTS = new Set(['40001', '40P01']);

/**
 * Whether a statement failed because of the replica, so that the primary can answer it: the replica is gone, has to go on,
 * or was asked to change something. A statement that takes too long would take as long at the primary.
 */
export const isReplicaFault = (error: unknown): boolean =>
  (isDatabaseDown(error) && !isSilent(error)) ||
  (error instanceof Error && 'code' in error && CONFLICTS.has(String(error.code)));
