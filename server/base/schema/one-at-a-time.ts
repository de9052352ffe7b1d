import { Client } from 'pg';

/**
 * Does work on a database while no other process does work of this name on it; the others wait. A process that dies
 * releases it.
 *
 * @param url a direct address: the session holds the lock, and a pooler would share it
 */
export async function alone<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: `pushboard ${name}` });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`pushboard ${name}`]);
    return await work();
  } finally {
    await client.end();
  }
}
