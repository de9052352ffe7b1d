import { setTimeout as sleep } from 'node:timers/promises';
import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { untilDatabaseAnswers } from '@/server/base/database/database-down';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';

const LOOK_AGAIN_MS = 2000;

export const RELEASE = 'npm run admin -- release';

/** What a database belongs to. */
interface Owner {
  /** The cluster and the database in it: a dump that is restored is another one, a promoted standby is the same. */
  server: string;
  address: string | null;
}

/** In demo mode, the address is one of this machine, whose port changes. */
async function currentOwner(): Promise<Owner> {
  const [row] = await query(
    { server: column.text },
    statement`select (select system_identifier from pg_control_system()) || '/' || oid as server
      from pg_database where datname = current_database()`,
  );
  if (row === undefined) throw new Error('A database is missing from its own list');
  const { authMode, appUrl } = env();
  return { server: row.server, address: authMode === 'demo' ? null : appUrl };
}

/**
 * Notes what this database belongs to, or finds that it belonged to something else: then it is a copy, or it has moved,
 * and is held until the operator releases it. Returns why it is held; null if it isn't.
 */
export async function holdCopy(): Promise<string | null> {
  const owner = await currentOwner();
  const because = await whyHeld(owner);
  const [row] = await query(
    { held_because: column.text.nullable() },
    statement`insert into installation (server, address) values (${owner.server}, ${owner.address})
      on conflict (id) do update set
        held_since = coalesce(installation.held_since, case when ${because}::text is not null then now() end),
        held_because = coalesce(${because}, installation.held_because),
        address = coalesce(installation.address, excluded.address)
      returning held_because`,
  );
  return row?.held_because ?? null;
}

async function whyHeld({ server, address }: Owner): Promise<string | null> {
  const [before] = await query(
    { server: column.text, address: column.text.nullable(), held: column.boolean },
    statement`select server, address, held_since is not null as held from installation`,
  );
  if (before === undefined) return null;
  const isMoved = before.address !== null && address !== null && before.address !== address;
  if (isMoved) return `It belonged to ${before.address}, and APP_URL is ${address}.`;
  if (before.server !== server) return 'It was restored from a backup, or copied, to another database.';
  // What an earlier start has noted names an address that APP_URL doesn't have anymore.
  if (before.held && address !== null)
    return `It belongs to ${before.address ?? address}, and an earlier start had another APP_URL.`;
  return null;
}

/** Whether this database holds back runs, schedules, and messages. */
export async function isHeld(): Promise<boolean> {
  const [row] = await query(
    { held: column.boolean },
    statement`select exists (select from installation where held_since is not null) as held`,
  );
  return row?.held ?? false;
}

/** Resolves once the database isn't held. Throws when `stop` is aborted meanwhile. */
export async function untilReleased(stop?: AbortSignal): Promise<void> {
  for (let looks = 0; await untilDatabaseAnswers(isHeld); looks += 1) {
    if (looks % 30 === 0) {
      log().warn(
        `This database is a copy and is held: no run starts, and nothing is sent. Release it: ${RELEASE}`,
      );
    }
    await sleep(LOOK_AGAIN_MS, undefined, stop === undefined ? {} : { signal: stop });
  }
}

/** The operator's command: lets a copy go, which belongs here from now on. Returns what it did, in lines. */
export async function releaseCopy(): Promise<string[]> {
  const wasHeld = await isHeld();
  const { server, address } = await currentOwner();
  await execute(
    statement`insert into installation (server, address) values (${server}, ${address})
      on conflict (id) do update set server = excluded.server, address = excluded.address, held_since = null,
        held_because = null`,
  );
  const [waiting] = await query(
    { runs: column.int, messages: column.int },
    statement`select (select count(*)::int from open_run where state = 'waiting') as runs,
      (select count(*)::int from mail_message where state = 'waiting') as messages`,
  );
  return wasHeld
    ? [
        `Released. ${counted(waiting?.runs ?? 0, 'run')} and ${counted(waiting?.messages ?? 0, 'message')} that waited go on now, and schedules run again.`,
      ]
    : ['This database is not held.'];
}
