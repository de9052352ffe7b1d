import { createHash } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Lambda } from '@aws-sdk/client-lambda';
import type { SFN } from '@aws-sdk/client-sfn';
import type { Credentials } from '@aws-sdk/client-sts';
import { withDeadline } from '@/server/base/waiting/deadline';
import { guardedLookup } from '../_shared/guarded-agent';
import { guardFor, resolveAllowed } from '../_shared/network-guard';
import type { ConnectorContext } from '../connector-context';
import { boundAnswers } from './bounded-answers';
import type { AwsConnection } from './connection';
import { isExpiredSession, NoAnswerOfAws, type Service, toConnectorError } from './errors';

/** The clients of an assumed role. */
export interface AwsClients {
  lambda: Lambda;
  /** The same, but it never repeats a call: a function may have run although its answer was lost. */
  invoking: Lambda;
  steps: SFN;
  /** The same, but it never repeats a call. */
  starting: SFN;
}

interface Session {
  clients: Promise<AwsClients>;
  close(): void;
}

interface RoleCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
/** For a role, all tries together. */
const ASSUME_MS = 60_000;
/** Credentials are replaced this long before they expire, so that a call doesn't outlive them. */
const BEFORE_EXPIRY_MS = 5 * 60_000;
const MOST_SESSIONS = 200;

/** The roles in use, by everything that decides how they are assumed. */
const sessions = new Map<string, Session>();

/**
 * Calls AWS as a connection's role. The role's credentials are kept until they expire; if AWS no longer accepts them,
 * the role is assumed again once. Throws a `ConnectorError`.
 *
 * @param service the service that `use` calls, for errors
 */
export async function asRole<T>(
  connection: AwsConnection,
  context: ConnectorContext,
  service: Service,
  use: (clients: AwsClients) => Promise<T>,
): Promise<T> {
  const key = keyOf(connection, context);
  try {
    try {
      return await use(await sessionOf(key, connection, context).clients);
    } catch (thrown) {
      if (!isExpiredSession(thrown)) throw thrown;
      sessions.delete(key);
      return await use(await sessionOf(key, connection, context).clients);
    }
  } catch (thrown) {
    throw toConnectorError(thrown, { connection, service });
  }
}

/** Asks a service with the role that was assumed, and ends with the signal. */
export type Ask = (
  service: Service,
  call: (clients: AwsClients, options: { abortSignal: AbortSignal }) => Promise<unknown>,
) => Promise<void>;

/**
 * Assumes a connection's role for this work alone, whatever was assumed before. When the signal is aborted, its connections
 * are closed.
 */
export async function withOwnRole(
  connection: AwsConnection,
  context: ConnectorContext,
  abortSignal: AbortSignal,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const session = newSession(connection, context, abortSignal);
  try {
    await work(async (service, call) => {
      try {
        await call(await session.clients, { abortSignal });
      } catch (thrown) {
        throw toConnectorError(thrown, { connection, service });
      }
    });
  } finally {
    session.close();
  }
}

/** Forgets all roles, and closes their connections. */
export function closeSessions(): void {
  for (const session of sessions.values()) session.close();
  sessions.clear();
}

function keyOf(
  connection: AwsConnection,
  { credsId, credsVersion, cloud, network }: ConnectorContext,
): string {
  const all = JSON.stringify([credsId, credsVersion, connection, cloud, network]);
  return createHash('sha256').update(all).digest('base64');
}

function sessionOf(key: string, connection: AwsConnection, context: ConnectorContext): Session {
  const known = sessions.get(key);
  if (known !== undefined) return known;
  const [oldest] = sessions.keys();
  if (sessions.size >= MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  const session = newSession(connection, context);
  sessions.set(key, session);
  session.clients.catch(() => {
    if (sessions.get(key) === session) sessions.delete(key);
  });
  return session;
}

interface Agents {
  httpAgent: HttpAgent;
  httpsAgent: HttpsAgent;
}

/**
 * Agents whose connections serve one call each: a kept one may be closed by the other side at the moment it is used, and
 * some calls can't be repeated. They still send TCP keep-alives, because a function may compute for minutes.
 */
function agentsForOneCall(lookup: LookupFunction): Agents {
  const agents = agentsThatKeep(lookup);
  for (const agent of [agents.httpAgent, agents.httpsAgent]) agent.keepSocketAlive = () => false;
  return agents;
}

function agentsThatKeep(lookup: LookupFunction): Agents {
  const options = { lookup, keepAlive: true };
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) };
}

function newSession(
  connection: AwsConnection,
  context: ConnectorContext,
  abortSignal?: AbortSignal,
): Session {
  const { awsEndpoint } = context.cloud;
  const lookup = guardedLookup(awsEndpoint === null ? context : guardFor(awsEndpoint, context));
  const [kept, fresh] = [agentsThatKeep(lookup), agentsForOneCall(lookup)];
  return {
    clients: openClients(connection, context, kept, fresh, abortSignal),
    close: () => {
      for (const { httpAgent, httpsAgent } of [kept, fresh]) {
        httpAgent.destroy();
        httpsAgent.destroy();
      }
    },
  };
}

async function openClients(
  connection: AwsConnection,
  context: ConnectorContext,
  kept: Agents,
  fresh: Agents,
  abortSignal?: AbortSignal,
): Promise<AwsClients> {
  const { awsEndpoint } = context.cloud;
  if (awsEndpoint !== null) await refuseForbidden(awsEndpoint, guardFor(awsEndpoint, context));
  const handlerOf = (agents: Agents) => ({
    ...agents,
    connectionTimeout: CONNECT_MS,
    requestTimeout: ANSWER_MS,
    throwOnRequestTimeout: true,
  });
  const common = {
    region: connection.regionName,
    maxAttempts: 3,
    requestHandler: handlerOf(kept),
    // The host of another endpoint has no prefixes.
    ...(awsEndpoint === null ? {} : { endpoint: awsEndpoint, disableHostPrefix: true }),
  };
  // Loaded at the first use: the libraries take longer to load than most servers live without a role.
  const [{ STS }, lambda, sfn] = await Promise.all([
    import('@aws-sdk/client-sts'),
    import('@aws-sdk/client-lambda'),
    import('@aws-sdk/client-sfn'),
  ]);
  const sts = new STS(common);
  boundAnswers(sts);
  const wanted = {
    RoleArn: connection.roleArn,
    ExternalId: connection.externalId,
    RoleSessionName: `pushboard-${context.credsId}`,
  };
  const credentials = keptUntilExpiry(async (): Promise<RoleCredentials> => {
    // Its own limits are of each try, and of a pause; what goes on and on has neither.
    const { Credentials: given } = await withDeadline(ASSUME_MS, abortSignal ?? null, (signal) =>
      sts.assumeRole(wanted, { abortSignal: signal }),
    );
    return roleCredentials(given);
  });
  const assume = () => credentials().catch((cause: unknown) => Promise.reject(new AssumeRoleFault(cause)));
  const repeating = { ...common, credentials: assume };
  const once = { ...repeating, maxAttempts: 1, requestHandler: handlerOf(fresh) };
  return {
    lambda: new lambda.Lambda(repeating),
    invoking: new lambda.Lambda(once),
    steps: new sfn.SFN(repeating),
    starting: new sfn.SFN(once),
  };
}

function roleCredentials(given: Credentials | undefined): RoleCredentials {
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = given ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken || Expiration === undefined)
    throw new NoAnswerOfAws();
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiration: Expiration,
  };
}

/** The role could not be assumed; `cause` says why. */
export class AssumeRoleFault extends Error {
  constructor(override readonly cause: unknown) {
    super('The role could not be assumed');
    this.name = 'AssumeRoleFault';
  }
}

/** Keeps what was read until shortly before it expires. Calls at the same time share one read. */
function keptUntilExpiry(read: () => Promise<RoleCredentials>): () => Promise<RoleCredentials> {
  let current: RoleCredentials | null = null;
  let pending: Promise<RoleCredentials> | null = null;
  return async () => {
    if (current !== null && current.expiration.getTime() - Date.now() > BEFORE_EXPIRY_MS) return current;
    pending ??= read().finally(() => {
      pending = null;
    });
    current = await pending;
    return current;
  };
}

/** Addresses are checked when a name is looked up. An endpoint that is an address has no name to look up. */
async function refuseForbidden(endpoint: string, context: ConnectorContext): Promise<void> {
  const { hostname, port, protocol } = new URL(endpoint);
  await resolveAllowed({ host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) }, context);
}
