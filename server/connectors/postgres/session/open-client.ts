import type { Client } from 'pg';
import { MemoryShare } from '@/server/connectors/_shared/memory-budget';
import { resolveAllowed } from '@/server/connectors/_shared/network-guard';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { PostgresConnection } from '../connection';
import { isNetworkRefusal, isTlsRefusal, toConnectorError } from '../errors';
import { type Attempt, attemptsFor, clientConfig } from './client-config';
import { ReportingClient } from './session-styles';
import { lendMemory } from './size-guard';
import { withinTime } from './within-time';

/**
 * Tries each way to connect until one works, and returns what it opened. If an address refuses, the host's next address
 * is tried; if TLS is refused, the attempt without it. Throws a `ConnectorError`.
 */
export async function openFirst<T>(
  connection: PostgresConnection,
  context: ConnectorContext,
  open: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const addresses = await resolveAllowed(connection, context);
  let lastError: unknown;
  let skipped: Attempt['address'] | undefined;
  for (const attempt of attemptsFor(connection, addresses)) {
    if (attempt.address === skipped) continue;
    try {
      return await open(attempt);
    } catch (error) {
      lastError = error;
      if (isNetworkRefusal(error)) skipped = attempt.address;
      else if (!(attempt.withTls && isTlsRefusal(error))) break;
    }
  }
  throw toConnectorError(lastError, connection);
}

/** Opens a session outside the pools for one short task, and ends it afterward. */
export async function withClient<T>(
  connection: PostgresConnection,
  context: ConnectorContext,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openFirst(connection, context, async (attempt) => {
    const opened = new ReportingClient(clientConfig(connection, attempt));
    // If a socket breaks between two queries, nothing else needs to know; the next query fails by itself.
    opened.on('error', () => {});
    try {
      await opened.connect();
      return opened;
    } catch (error) {
      opened.connection.stream.destroy();
      throw error;
    }
  });
  const memory = new MemoryShare(context.memory);
  lendMemory(client, memory);
  try {
    return await withinTime(client, () => work(client));
  } finally {
    memory.release();
    await client.end();
  }
}
