import { connect, type Socket } from 'node:net';
import type { Client } from 'pg';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { PostgresConnection } from '../connection';
import { connectTimeoutMs } from './client-config';
import { withClient } from './open-client';

declare module 'pg' {
  interface ClientBase {
    /** The session's server process and the key that allows canceling its work; set once connected. */
    readonly processID: number | null;
    readonly secretKey: number | null;
  }
}

const cancelRequestCode = 80877102;
const repeatEveryMs = 500;
const terminateAfterMs = 5_000;

/**
 * Stops the session's work when the signal aborts: with cancel requests, which need no session of their own and so work
 * even on a full server, and after five seconds by terminating the server process. Call the returned function when the
 * work is over.
 */
export function cancelWork(
  client: Client,
  connection: PostgresConnection,
  context: ConnectorContext,
  signal: AbortSignal | null,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  let open: Socket | null = null;
  const request = (): void => {
    // A pooler may take a while for one; more of them would only wait behind it.
    if (open === null || open.destroyed) open = sendCancelRequest(client);
  };
  const onAbort = (): void => {
    request();
    // A request that arrives between two statements has no effect, so it is repeated.
    timers.push(setInterval(request, repeatEveryMs));
    timers.push(setTimeout(terminate, terminateAfterMs, client, connection, context));
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return () => {
    signal?.removeEventListener('abort', onAbort);
    for (const timer of timers) clearTimeout(timer);
  };
}

/**
 * The protocol's CancelRequest: on its own connection, before TLS or a password, without a response. As libpq does, this
 * waits for the server to close the connection: some poolers can't cope with one that is closed earlier.
 */
function sendCancelRequest({ host, port, processID, secretKey }: Client): Socket | null {
  if (processID === null || secretKey === null) return null;
  const packet = Buffer.alloc(16);
  packet.writeInt32BE(packet.length, 0);
  packet.writeInt32BE(cancelRequestCode, 4);
  packet.writeInt32BE(processID, 8);
  packet.writeInt32BE(secretKey, 12);
  const socket = connect({ host, port });
  // If a request doesn't get through, another one follows, or the process is terminated.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(connectTimeoutMs, () => socket.destroy());
  // Without a reader, its end would never be noticed.
  socket.resume();
  socket.write(packet);
  return socket;
}

/** Behind a pooler, the number is the pooler's own, and another client's process may have it. */
const terminateQuery = `
select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
where pid = $1 and usename = current_user and application_name = 'pushboard'`;

async function terminate(
  client: Client,
  connection: PostgresConnection,
  context: ConnectorContext,
): Promise<void> {
  try {
    await withClient(connection, context, null, (other) => other.query(terminateQuery, [client.processID]));
  } catch {
    // If the server can't be reached, the process ends at its next message, since its client is gone.
  } finally {
    client.connection.stream.destroy();
  }
}
