import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { withClient } from '@/scripts/support/connect';

async function withAppDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const folder = join(process.env.DATA_DIR ?? '.data', 'postgres');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const url = `postgresql://pushboard:${read('pushboard-password')}@127.0.0.1:${read('port')}/pushboard`;
  return withClient(url, work);
}

/** Somebody of a journey's own, whom the others do not meet. In no organisation yet. */
export async function addPerson(userId: string, name: string): Promise<void> {
  await withAppDatabase((client) =>
    client.query(`insert into "user" (user_id, name, email) values ($1, $2, $1 || '@pushboard.example')`, [
      userId,
      name,
    ]),
  );
}

/** Takes away the person again, with all that they made. */
export async function takeAwayPerson(userId: string): Promise<void> {
  await withAppDatabase(async (client) => {
    await client.query(
      `delete from org where org_id in (select org_id from membership where user_id = $1 and role = 'admin')`,
      [userId],
    );
    await client.query('delete from "user" where user_id = $1', [userId]);
  });
}
