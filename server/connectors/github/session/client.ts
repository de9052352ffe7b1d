import { createHash } from 'node:crypto';
import type { Octokit } from '@octokit/rest';
import { Recent } from '@/lib/base/memory/recent';
import { guardedFetch } from '../../_shared/http/guarded-fetch';
import type { ConnectorContext } from '../../connector-context';
import type { GithubConnection } from '../connection';
import { toConnectorError } from './errors';

const answerMs = 30_000;
/** GitHub lists trees of up to 7 MB. */
const largestAnswerBytes = 32_000_000;
const mostClients = 200;
const mostQueries = 4;
/** A limit that ends within this time is waited for, where nobody waits for the answer. */
const longestWaitSeconds = 120;

/** Whether a person waits for the answer, and should rather be told of a limit than wait for its end. */
export type Patience = 'person' | 'nobody';

const clients = new Recent<Promise<Octokit>>(mostClients);

/** Calls GitHub with the token of a connection. Throws a `ConnectorError`. */
export async function withGithub<T>(
  connection: GithubConnection,
  context: ConnectorContext,
  use: (github: Octokit) => Promise<T>,
  patience: Patience = 'person',
): Promise<T> {
  try {
    return await use(await clientOf(connection, context, patience));
  } catch (thrown) {
    throw toConnectorError(thrown, connection);
  }
}

/** The same with a client of its own, whose requests end when the signal is aborted. */
export async function askGithub<T>(
  connection: GithubConnection,
  context: ConnectorContext,
  signal: AbortSignal,
  use: (github: Octokit) => Promise<T>,
): Promise<T> {
  try {
    return await use(await openClient(connection, context, 'person', signal));
  } catch (thrown) {
    throw toConnectorError(thrown, connection);
  }
}

/** Forgets all clients. */
export function forgetClients(): void {
  clients.clear();
}

function clientOf(
  connection: GithubConnection,
  context: ConnectorContext,
  patience: Patience,
): Promise<Octokit> {
  const { token, apiUrl } = connection;
  const { credsId, network, isBuiltin } = context;
  const all = JSON.stringify([credsId, token, apiUrl, network, isBuiltin, patience]);
  const key = createHash('sha256').update(all).digest('base64');
  const known = clients.get(key);
  if (known !== undefined) return known;
  const client = openClient(connection, context, patience);
  client.catch(() => clients.delete(key));
  clients.set(key, client);
  return client;
}

async function openClient(
  { token, apiUrl }: GithubConnection,
  context: ConnectorContext,
  patience: Patience,
  signal: AbortSignal | null = null,
): Promise<Octokit> {
  // Loaded at the first use: most servers live without a repository.
  const [{ Octokit }, { throttling }, { retry }, { default: Bottleneck }] = await Promise.all([
    import('@octokit/rest'),
    import('@octokit/plugin-throttling'),
    import('@octokit/plugin-retry'),
    import('bottleneck'),
  ]);
  const waits = (seconds: number) => patience === 'nobody' && seconds <= longestWaitSeconds;
  const silent = () => undefined;
  return new (Octokit.plugin(throttling, retry))({
    auth: token,
    baseUrl: apiUrl,
    userAgent: 'Pushboard',
    log: { debug: silent, info: silent, warn: silent, error: silent },
    request: {
      fetch: guardedFetch({ guard: context, signal, timeoutMs: answerMs, maximumBytes: largestAnswerBytes }),
    },
    throttle: {
      // Writes of one connection keep the distance that GitHub asks for; other connections don't wait for them.
      id: String(context.credsId),
      onRateLimit: waits,
      onSecondaryRateLimit: waits,
      // The plugin takes each query for a write. A person's look asks for hundreds, and changes nothing.
      ...(patience === 'person' ? { write: new Bottleneck.Group({ maxConcurrent: mostQueries }) } : {}),
    },
    // What has ended already can't be ended again.
    retry: { retryAfterBaseValue: 250, doNotRetry: [400, 401, 403, 404, 409, 410, 422, 451] },
  });
}
