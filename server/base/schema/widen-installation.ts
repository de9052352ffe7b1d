import { Client } from 'pg';
import { POOL_NAME } from '@/server/base/database/db';
import { MigrationError, migrationLock } from './apply-migrations';
import { widenIds } from './wide-ids';

/**
 * Gives the ids of an older installation 64 bits, while it is stopped. Returns the names of the tables that were copied.
 *
 * @param url a direct address, as the role that owns the tables
 * @throws MigrationError while a web process or a worker is connected. Nothing was changed.
 */
export async function widenInstallation(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'pushboard migrations' });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [POOL_NAME],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) {
      throw new MigrationError(
        `Web processes or workers are still connected to the database (${count} connections). Stop all of them, and start this again. Nothing was changed.`,
      );
    }
    const tables = await widenIds(client);
    for (const table of tables) await client.query(`vacuum (analyze) "${table}"`);
    return tables;
  } finally {
    await client.end();
  }
}
