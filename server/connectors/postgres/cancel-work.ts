import { connect } from 'node:net';
import type { Client } from 'pg';
import type { ConnectorContext } from '../types';
import { connectTimeoutMs } from './client-config';
import type { PostgresConnection } from './connection';
import { withClient } from './open-client';

declare module 'pg' {
  interface ClientBase {
    /** The server process of the session and the key that allows to cancel its work; set once connected. */
    readonly processID: number | null;
    readonly secretKey: number | null;
  }
}

const cancelRequestCode = 80877102;
const repeatEveryMs = 500;
const terminateAfterMs = 5_000;

/**
 * Stops what the session is doing when the signal aborts: with cancel requests, which need no session of
 * their own and so also work on a full server, and after five seconds by ending the server process. Call
 * what it answers when the work is over.
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

/** The protocol's CancelRequest: on a connection of its own, before any TLS or password, without an answer. */
function sendCancelRequest({ host, port, processID, secretKey }: Client): void {
  if (processID === null || secretKey === null) return;
  const packet = Buffer.alloc(16);
  packet.writeInt32BE(packet.length, 0);
  packet.writeInt32BE(cancelRequestCode, 4);
  packet.writeInt32BE(processID, 8);
  packet.writeInt32BE(secretKey, 12);
  const socket = connect({ host, port });
  // A request that does not get through is followed by another, and by the end of the process.
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
    await withClient(connection, context, (other) =>
      other.query('select pg_terminate_backend($1)', [client.processID]),
    );
  } catch {
    // The server cannot be reached for it; without its client the process ends at its next message.
  } finally {
    client.connection.stream.destroy();
  }
}
