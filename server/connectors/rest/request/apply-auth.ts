import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { RestConnection } from '../connection';
import type { SchemeInUse } from './choose-auth';
import { oauthToken } from './oauth-token';
import { percentEncode } from './percent';

/** What authentication adds to a request. */
export interface Auth {
  headers: [name: string, value: string][];
  /** `name=value`, encoded; null for none. */
  query: string | null;
  /** `name=value`; null for none. */
  cookie: string | null;
}

const nothing: Auth = { headers: [], query: null, cookie: null };

/** Builds the authentication of a request from all of its schemes. Requests a token if it needs one. */
export async function authOf(
  schemes: readonly SchemeInUse[],
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<Auth> {
  const parts: Auth[] = [];
  for (const scheme of schemes) parts.push(await authOfScheme(scheme, context, signal));
  return joinedAuth(parts);
}

/** Combines several ways to authenticate in one request. Of two that write the same name, the first is sent. */
export function joinedAuth(parts: readonly Auth[]): Auth {
  return {
    headers: firstOfEach(
      parts.flatMap(({ headers }) => headers),
      ([name]) => name.toLowerCase(),
    ),
    query: joined(
      parts.map(({ query }) => query),
      '&',
    ),
    cookie: joined(
      parts.map(({ cookie }) => cookie),
      '; ',
    ),
  };
}

function joined(pairs: readonly (string | null)[], between: string): string | null {
  const given = pairs.filter((pair) => pair !== null);
  return firstOfEach(given, (pair) => pair.split('=', 1)[0] ?? '').join(between) || null;
}

function firstOfEach<T>(all: readonly T[], nameOf: (each: T) => string): T[] {
  const byName = new Map<string, T>();
  for (const each of all) if (!byName.has(nameOf(each))) byName.set(nameOf(each), each);
  return [...byName.values()];
}

async function authOfScheme(
  { name, credential: connection }: SchemeInUse,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<Auth> {
  switch (connection.authType) {
    case 'none':
    case 'digest_auth':
    case 'aws_signature':
      // The last two see the whole request: `signerOf`.
      return nothing;
    case 'custom_headers':
      return { ...nothing, headers: Object.entries(connection.customHeaders) };
    case 'bearer_token':
      return bearer(connection.bearerToken);
    case 'basic_auth': {
      const pair = Buffer.from(`${connection.username}:${connection.password}`, 'utf8').toString('base64');
      return { ...nothing, headers: [['Authorization', `Basic ${pair}`]] };
    }
    case 'api_key':
      return apiKey(connection);
    case 'oauth_client_credentials':
      return bearer(await oauthToken(connection, name, context, signal));
  }
}

/** People paste the whole value of the header, too: no token begins with this word. */
function bearer(token: string): Auth {
  return { ...nothing, headers: [['Authorization', `Bearer ${token.replace(/^bearer\s+/i, '')}`]] };
}

function apiKey({ apiKeyName, apiKeyIn, apiKey: key }: RestConnection): Auth {
  switch (apiKeyIn) {
    case 'header':
      return { ...nothing, headers: [[apiKeyName, key]] };
    case 'query':
      return { ...nothing, query: `${percentEncode(apiKeyName)}=${percentEncode(key)}` };
    case 'cookie':
      return { ...nothing, cookie: `${percentEncode(apiKeyName)}=${percentEncode(key)}` };
  }
}
