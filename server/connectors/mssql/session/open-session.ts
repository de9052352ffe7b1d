import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import type { ConnectionConfiguration } from 'tedious';
import { type PinnedAddress, resolveAllowed } from '@/server/connectors/_shared/network-guard';
import { openInTime } from '@/server/connectors/_shared/opening';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { MssqlConnection } from '../connection';
import { fromServer, isNetworkRefusal, type ServerMessage, toConnectorError } from '../errors';
import { entraToken } from './entra-token';
import { ExactConnection } from './exact-connection';
import { Hops, type Place } from './hops';

const connectTimeoutMs = 10_000;

/**
 * Opens a session at the first address of the host that responds, while its caller waits. Throws a `ConnectorError`, and
 * leaves no socket open.
 */
export function openSession(
  connection: MssqlConnection,
  context: ConnectorContext,
  caller: AbortSignal | null,
): Promise<ExactConnection> {
  return openInTime(`${connection.host}:${connection.port}`, caller, (signal) =>
    openFirst(connection, context, signal),
  );
}

async function openFirst(
  connection: MssqlConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<ExactConnection> {
  const addresses = await resolveAllowed(connection, context);
  const token =
    connection.authentication === 'entra-application' ? await entraToken(connection, context, signal) : null;
  let lastError: unknown;
  for (const address of addresses) {
    try {
      return await openAt(address, connection, context, token, signal);
    } catch (error) {
      lastError = error;
      if (signal.aborted || !isNetworkRefusal(error)) break;
    }
  }
  throw toConnectorError(lastError, connection);
}

async function openAt(
  address: PinnedAddress,
  connection: MssqlConnection,
  context: ConnectorContext,
  token: string | null,
  signal: AbortSignal,
): Promise<ExactConnection> {
  const hops = new Hops(`${connection.host}:${connection.port}`, signal);
  const session: ExactConnection = new ExactConnection(
    configuration(connection, token, () => hops.next(() => placeOf(session, address, connection, context))),
  );
  const messages: ServerMessage[] = [];
  const note = (message: ServerMessage): void => void messages.push(message);
  const onAbort = (): void => {
    hops.destroy(signal.reason);
    session.fail(signal.reason);
  };
  session.on('errorMessage', note);
  // If a socket breaks between two requests, the next request fails by itself.
  session.on('error', () => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([connected(session), hops.closed()]);
    signal.throwIfAborted();
    return session;
  } catch (error) {
    session.close();
    const [first] = messages;
    if (first !== undefined) throw fromServer(first, connection);
    throw hops.refusal ?? session.failure ?? error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    session.removeListener('errorMessage', note);
  }
}

function connected(session: ExactConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    session.once('connect', (error) => (error ? reject(error) : resolve()));
    session.connect();
  });
}

/** Azure sends a client on to another host and port, which is checked like the first. */
async function placeOf(
  { routingData }: ExactConnection,
  address: PinnedAddress,
  { port }: MssqlConnection,
  context: ConnectorContext,
): Promise<Place> {
  if (routingData === undefined) return { address, port };
  const [first] = await resolveAllowed({ host: routingData.server, port: routingData.port }, context);
  return { address: first ?? address, port: routingData.port };
}

/**
 * The server name in the TLS handshake. For a server known only by its IP address, the library sends the address, which
 * newer versions of Node.js refuse. `require` doesn't verify the certificate, so any name will do.
 */
const tlsName = (host: string, encryption: MssqlConnection['encryption']): { serverName?: string } =>
  encryption === 'require' && isIP(host) !== 0 ? { serverName: host.replace(/[^0-9a-f]/gi, '-') } : {};

function configuration(
  connection: MssqlConnection,
  token: string | null,
  connector: () => Promise<Socket>,
): ConnectionConfiguration {
  const { host, databaseName, username, password, encryption, ca } = connection;
  return {
    server: host,
    authentication:
      token === null
        ? { type: 'default', options: { userName: username, password } }
        : { type: 'azure-active-directory-access-token', options: { token } },
    options: {
      connector,
      database: databaseName,
      encrypt: encryption === 'strict' ? 'strict' : encryption !== 'disable',
      trustServerCertificate: encryption === 'require',
      ...tlsName(host, encryption),
      ...(ca ? { cryptoCredentialsDetails: { ca } } : {}),
      appName: 'pushboard',
      workstationId: 'pushboard',
      connectTimeout: connectTimeoutMs,
      // Runs have a limit of their own.
      requestTimeout: 0,
      cancelTimeout: 5_000,
      // What passes is reported: the person decides when to try again.
      maxRetriesOnTransientErrors: 0,
      useUTC: true,
    },
  };
}
