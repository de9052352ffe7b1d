import type { ConnectorContext } from '../types';
import type { RestConnection } from './connection';
import { oauthToken } from './oauth-token';
import { percentEncode } from './percent';

/** What a connection's credential adds to a request. */
export interface Auth {
  headers: [name: string, value: string][];
  /** `name=value`, encoded; null for none. */
  query: string | null;
  /** `name=value`; null for none. */
  cookie: string | null;
}

const nothing: Auth = { headers: [], query: null, cookie: null };

/** Says who is calling, as the connection is configured. Asks for a token where it needs one. */
export async function authOf(
  connection: RestConnection,
  context: ConnectorContext,
  signal: AbortSignal,
): Promise<Auth> {
  switch (connection.authType) {
    case 'none':
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
      return bearer(await oauthToken(connection, context, signal));
  }
}

function bearer(token: string): Auth {
  return { ...nothing, headers: [['Authorization', `Bearer ${token}`]] };
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

/** Why the connection's credential cannot be used yet, in words; null where it can. */
export function missingAuth(connection: RestConnection): string | null {
  const { authType } = connection;
  const isMissing =
    (authType === 'bearer_token' && connection.bearerToken === '') ||
    (authType === 'basic_auth' && connection.username === '') ||
    (authType === 'api_key' && (connection.apiKeyName === '' || connection.apiKey === '')) ||
    (authType === 'oauth_client_credentials' && (connection.tokenUrl === '' || connection.clientId === ''));
  return isMissing
    ? 'The API asks for a credential that was not filled in yet. Ask an admin, or an engineer of the command, to set its HTTP auth.'
    : null;
}
