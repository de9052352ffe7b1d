import { connect, type Socket } from 'node:net';
import type { ConnectionConfiguration } from 'tedious';
import { type PinnedAddress, resolveAllowed } from '@/server/connectors/_shared/network-guard';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { MssqlConnection } from '../connection';
import { fromServer, isNetworkRefusal, type ServerMessage, toConnectorError } from '../errors';
import { entraToken } from './entra-token';
import { ExactConnection } from './exact-connection';

const connectTimeoutMs = 10_000;
const keepAliveMs = 30_000;

/** Opens a session at the first address of the host that responds. Throws a `ConnectorError`. */
export async function openSession(
  connection: MssqlConnection,
  context: ConnectorContext,
): Promise<ExactConnection> {
  const addresses = await resolveAllowed(connection, context);
  const token =
    connection.authentication === 'entra-application' ? await entraToken(connection, context) : null;
  let lastError: unknown;
  for (const address of addresses) {
    try {
      return await openAt(address, connection, context, token);
    } catch (error) {
      lastError = error;
      if (!isNetworkRefusal(error)) break;
    }
  }
  throw toConnectorError(lastError, connection);
}

async function openAt(
  address: PinnedAddress,
  connection: MssqlConnection,
  context: ConnectorContext,
  token: string | null,
): Promise<ExactConnection> {
  let refusal: unknown = null;
  const session: ExactConnection = new ExactConnection(
    configuration(connection, token, async () => {
      try {
        return await openSocket(await target(session, address, connection, context));
      } catch (error) {
        refusal = error;
        throw error;
      }
    }),
  );
  const messages: ServerMessage[] = [];
  const note = (message: ServerMessage): void => void messages.push(message);
  session.on('errorMessage', note);
  // If a socket breaks between two requests, the next request fails by itself.
  session.on('error', () => {});
  try {
    await new Promise<void>((resolve, reject) => {
      session.once('connect', (error) => (error ? reject(error) : resolve()));
      session.connect();
    });
    return session;
  } catch (error) {
    session.close();
    const [first] = messages;
    if (first !== undefined) throw fromServer(first, connection);
    throw refusal ?? session.failure ?? error;
  } finally {
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

function openSocket({ address, port }: { address: PinnedAddress; port: number }): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address.address, port, family: address.family });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' }));
    }, connectTimeoutMs);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
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
