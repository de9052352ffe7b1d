import type { ClientBase } from 'pg';

/**
 * Does catalog work with only `pg_catalog` on the search path, within a transaction of its own: behind a pooler, a path that
 * outlives it would be that of other clients.
 */
export async function withCatalogPath<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN READ ONLY; SET LOCAL search_path TO pg_catalog');
  try {
    return await work();
  } finally {
    // If the session is gone, the error of the work says so.
    await client.query('COMMIT').catch(() => {});
  }
}
