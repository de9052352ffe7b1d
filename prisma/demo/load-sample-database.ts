import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';

const folder = resolve('prisma', 'demo', 'sample-database');

/**
 * Fills the sample database unless it is filled: completely or not at all, in one transaction.
 *
 * @param ownerUrl the database as its owner; the role `sample_runner` must exist on the server
 * @returns whether it was filled now
 */
export async function loadSampleDatabase(ownerUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT to_regnamespace('shop') IS NOT NULL AS "isLoaded"`);
    if (rows[0]?.isLoaded) return false;
    await client.query('BEGIN');
    for (const file of readdirSync(folder).sort()) {
      if (file.endsWith('.sql')) await client.query(readFileSync(join(folder, file), 'utf8'));
    }
    await client.query('COMMIT');
    // Makes the first command as fast as the second.
    await client.query('ANALYZE');
    return true;
  } finally {
    await client.end();
  }
}
