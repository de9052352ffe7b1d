import { Client } from 'pg';
import { counted } from '@/lib/base/text/counted';
import { DEMO_ID_PREFIX, isDemoMode } from '@/server/base/demo-mode';
import { givenVariable } from '@/server/base/env';

/** Demo mode would write its people into a database that others use, and let anyone be one of them. */
export class DemoModeError extends Error {
  override readonly name = 'DemoModeError';
}

/**
 * Refuses demo mode on a database with people who aren't demo people, before anything is written.
 *
 * @param url of the database, as a role that reads its tables
 * @throws DemoModeError
 */
export async function refuseDemo(url: string): Promise<void> {
  if (!isDemoMode()) return;
  const client = new Client({ connectionString: url, application_name: 'pushboard start' });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ exist: boolean }>(
      `select to_regclass('"user"') is not null and to_regclass('membership') is not null as exist`,
    );
    if (!tables[0]?.exist) return;
    const { rows } = await client.query<{ people: number; orgs: number; database: string }>(
      `select count(distinct u.user_id)::int as people, count(distinct m.org_id)::int as orgs, current_database() as database
       from "user" u left join membership m on m.user_id = u.user_id
       where not starts_with(u.user_id, $1) and u.service_org_id is null`,
      [DEMO_ID_PREFIX],
    );
    const [found] = rows;
    if (found === undefined || found.people === 0) return;
    throw new DemoModeError(
      `AUTH_MODE is ${givenVariable('AUTH_MODE') !== undefined ? 'demo' : 'not set, which means demo'}, but the database ${found.database} is in real use: it has ${found.people === 1 ? '1 person who signs in otherwise' : `${found.people} people who sign in otherwise`}, in ${counted(found.orgs, 'organization')}. Nothing was changed. Set AUTH_MODE to hosted or directory, as before; for demo mode, start with a database of its own.`,
    );
  } finally {
    await client.end();
  }
}
