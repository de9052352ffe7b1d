import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { OpeningError } from './opened-address';

/** Two variables that must lead to the same database lead to different ones. Nothing was changed. */
export class OtherDatabaseError extends Error {
  override readonly name = 'OtherDatabaseError';
}

/** An address, and the variable that it comes from. */
export interface NamedAddress {
  url: string;
  variable: string;
}

const CONNECT_MS = 10_000;
/** Any number that no other lock begins with. */
const LOCK_SPACE = 72_707;
const GREATEST_INT = 2 ** 31 - 1;

/**
 * Throws `OtherDatabaseError` if two addresses don't lead to the same database, and `OpeningError` if one can't be opened.
 * Names and hosts don't tell, since poolers have their own, and a copy of a server names itself like its original. So one
 * session takes a lock that the other must see: locks are those of one database of one running server.
 */
export async function refuseOtherDatabase(one: NamedAddress, other: NamedAddress): Promise<void> {
  if (one.url === other.url) return;
  const key = randomInt(GREATEST_INT);
  await withSession(one, (holder) =>
    withSession(other, async (seer) => {
      // A transaction keeps its session also through a pooler.
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock($1::int, $2::int)', [LOCK_SPACE, key]);
      const { rows } = await seer.query<{ is_same: boolean }>(
        `select exists (select from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and l.locktype = 'advisory' and l.objsubid = 2
             and l.classid::bigint = $1 and l.objid::bigint = $2) as is_same`,
        [LOCK_SPACE, key],
      );
      if (rows[0]?.is_same) return;
      const [name, otherName] = [await nameOf(holder), await nameOf(seer)];
      throw new OtherDatabaseError(
        `${one.variable} and ${other.variable} don't lead to the same database: ${
          name === otherName
            ? `both are named ${name}, but on different servers`
            : `one leads to ${name}, the other to ${otherName}`
        }. Nothing was changed. Correct the one that is wrong.`,
      );
    }),
  );
}

async function nameOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]?.name ?? '';
}

async function withSession(
  { url, variable }: NamedAddress,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'pushboard start',
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on('error', () => undefined);
  await client.connect().catch((error) => {
    throw new OpeningError(variable, error);
  });
  await work(client).finally(() => client.end());
}
