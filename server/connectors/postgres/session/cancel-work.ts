import { connect } from 'node:net';
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
  const onAbort = (): void => {
    sendCancelRequest(client);
    // A request that arrives between two statements has no effect, so it is repeated.
    timers.push(setInterval(sendCancelRequest, repeatEveryMs, client));
    timers.push(setTimeout(terminate, terminateAfterMs, client, connection, context));
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return () => {
    signal?.removeEventListener('abort', onAbort);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** The protocol's CancelRequest: on its own connection, before TLS or a password, without a response. */
function sendCancelRequest({ host, port, processID, secretKey }: Client): void {
  if (processID === null || secretKey === null) return;
  const packet = Buffer.alloc(16);
  packet.writeInt32BE(packet.length, 0);
  packet.writeInt32BE(cancelRequestCode, 4);
  packet.writeInt32BE(processID, 8);
  packet.writeInt32BE(secretKey, 12);
  const socket = connect({ host, port });
  // If a request doesn't get through, another one follows, or the process is terminated.
  socket.on('error', () => socket.destroy());
  socket.setTimeout(connectTimeoutMs, () => socket.destroy());
  socket.end(packet);
}

async function terminate(
  client: Client,
  connection: PostgresConnection,
  context: ConnectorContext,
): Promise<void> {
  try {
    await withClient(connection, context, null, (other) =>
      other.query('select pg_terminate_backend($1)', [client.processID]),
    );
  } catch {
    // If the server can't be reached, the process ends at its next message, since its client is gone.
  } finally {
    client.connection.stream.destroy();
  }
}
