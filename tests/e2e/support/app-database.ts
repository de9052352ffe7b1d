import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { withClient } from '@/scripts/postgres/connect';

/** Runs work on the application's own database, without the browser. */
export async function withAppDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const folder = join(process.env.DATA_DIR ?? '.data', 'postgres');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const url = `postgresql://pushboard:${read('pushboard-password')}@127.0.0.1:${read('port')}/pushboard`;
  return withClient(url, work);
}
