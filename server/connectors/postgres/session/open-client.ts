import type { Client } from 'pg';
import { MemoryShare } from '@/server/connectors/_shared/memory-budget';
import { resolveAllowed } from '@/server/connectors/_shared/network-guard';
import { openInTime } from '@/server/connectors/_shared/opening';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { PostgresConnection } from '../connection';
import { isNetworkRefusal, isTlsRefusal, toConnectorError } from '../errors';
import { type Attempt, attemptsFor, clientConfig } from './client-config';
import { ReportingClient } from './session-styles';
import { lendMemory } from './size-guard';
import { withinTime } from './within-time';

/**
 * Tries each way to connect until one works, and returns what it opened. If an address refuses, the host's next address
 * is tried; if TLS is refused, the attempt without it. Throws a `ConnectorError`, also when all of that takes too long.
 */
export function openFirst<T>(
  connection: PostgresConnection,
  context: ConnectorContext,
  caller: AbortSignal | null,
  open: (attempt: Attempt, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return openInTime(`${connection.host}:${connection.port}`, caller, async (signal) => {
    const addresses = await resolveAllowed(connection, context);
    let lastError: unknown;
    let skipped: Attempt['address'] | undefined;
    for (const attempt of attemptsFor(connection, addresses)) {
      signal.throwIfAborted();
      if (attempt.address === skipped) continue;
      try {
        return await open(attempt, signal);
      } catch (error) {
        lastError = error;
        if (isNetworkRefusal(error)) skipped = attempt.address;
        else if (!(attempt.withTls && isTlsRefusal(error))) break;
      }
    }
    throw toConnectorError(lastError, connection);
  });
}

/** Opens a session outside the pools for one short task, and ends it afterward, or when the caller leaves. */
export async function withClient<T>(
  connection: PostgresConnection,
  context: ConnectorContext,
  caller: AbortSignal | null,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openFirst(connection, context, caller, openAt.bind(null, connection));
  const memory = new MemoryShare(context.memory);
  lendMemory(client, memory);
  const onLeft = (): void => void client.connection.stream.destroy();
  caller?.addEventListener('abort', onLeft, { once: true });
  try {
    caller?.throwIfAborted();
    return await withinTime(client, () => work(client));
  } finally {
    caller?.removeEventListener('abort', onLeft);
    memory.release();
    await client.end();
  }
}

async function openAt(
  connection: PostgresConnection,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Client> {
  const opened = new ReportingClient(clientConfig(connection, attempt));
  const onAbort = (): void => void opened.connection.stream.destroy();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await opened.connect();
    signal.throwIfAborted();
    return opened;
  } catch (error) {
    opened.connection.stream.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
