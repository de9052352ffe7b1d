import type { Client } from 'pg';

/**
 * What a connection pooler in front of the server means for runs; null if there is none, or if it keeps sessions whole.
 *
 * @param another opens a further session while this one is idle, and asks for its process
 */
export async function poolerWarning(client: Client, another: () => Promise<number>): Promise<string | null> {
  // A pooler tells each client a number of its own instead of the server's process.
  const pid = await backendPid(client);
  if (pid === client.processID) return null;
  // In session mode, the process of an open session belongs to it alone.
  return (await another()) === pid ? sharedWords : null;
}

export async function backendPid(client: Client): Promise<number> {
  const { rows } = await client.query<[string]>({
    text: 'select pg_catalog.pg_backend_pid()',
    rowMode: 'array',
  });
  return Number(rows[0]?.[0]);
}

const sharedWords =
  'A connection pooler in transaction mode is in front of the database. Commands work, but what a routine leaves in its session, such as settings, temporary tables, and advisory locks, stays there and is seen by other clients of the pooler, procedures that commit by themselves may lose it, and a run that ignores being canceled is not ended. For such routines, connect to the database itself, or to the pooler in session mode.';
