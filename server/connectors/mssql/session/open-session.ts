import { connect, type Socket } from 'node:net';
import type { ConnectionConfiguration } from 'tedious';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { type PinnedAddress, resolveAllowed } from '@/server/connectors/_shared/network-guard';
import { openInTime } from '@/server/connectors/_shared/opening';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { MssqlConnection } from '../connection';
import { fromServer, isNetworkRefusal, type ServerMessage, toConnectorError } from '../errors';
import { entraToken } from './entra-token';
import { ExactConnection } from './exact-connection';

const connectTimeoutMs = 10_000;
const keepAliveMs = 30_000;
/** The address that was entered, and the one that Azure sends a client on to. */
const mostHops = 2;

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
  let refusal: unknown = null;
  let hops = 0;
  let socket: Socket | null = null;
  const session: ExactConnection = new ExactConnection(
    configuration(connection, token, async () => {
      try {
        hops += 1;
        if (hops > mostHops) throw sentOnTwice(connection);
        socket = await openSocket(await target(session, address, connection, context), signal);
        return socket;
      } catch (error) {
        refusal = error;
        throw error;
      }
    }),
  );
  const messages: ServerMessage[] = [];
  const note = (message: ServerMessage): void => void messages.push(message);
  const onAbort = (): void => {
    // While TLS is set up, the driver doesn't know its socket yet.
    socket?.destroy(signal.reason);
    session.fail(signal.reason);
  };
  session.on('errorMessage', note);
  // If a socket breaks between two requests, the next request fails by itself.
  session.on('error', () => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      session.once('connect', (error) => (error ? reject(error) : resolve()));
      session.connect();
    });
    signal.throwIfAborted();
    return session;
  } catch (error) {
    session.close();
    const [first] = messages;
    if (first !== undefined) throw fromServer(first, connection);
    throw refusal ?? session.failure ?? error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    session.removeListener('errorMessage', note);
  }
}

/** Azure sends a client on to another host and port, which is checked like the first. */
async function target(
  { routingData }: ExactConnection,
  address: PinnedAddress,
  { port }: MssqlConnection,
  context: ConnectorContext,
): Promise<{ address: PinnedAddress; port: number }> {
  if (routingData === undefined) return { address, port };
  const [first] = await resolveAllowed({ host: routingData.server, port: routingData.port }, context);
  return { address: first ?? address, port: routingData.port };
}

function sentOnTwice({ host, port }: MssqlConnection): ConnectorError {
  const message = `${host}:${port} sent Pushboard on to another server, and that one sent it on again. Ask the server's administrator, or connect to the last server itself.`;
  return new ConnectorError('unreachable', message);
}

function openSocket(
  { address, port }: { address: PinnedAddress; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => void socket.destroy(signal.reason);
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const socket = connect({ host: address.address, port, family: address.family });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' }));
    }, connectTimeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => {
      settle();
      reject(error);
    });
    socket.once('connect', () => {
      settle();
      socket.removeAllListeners('error');
      socket.setKeepAlive(true, keepAliveMs);
      resolve(socket);
    });
  });
}

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
