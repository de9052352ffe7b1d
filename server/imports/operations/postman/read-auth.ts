import { isNode, type Node, textAt, valueAt } from '@/server/imports/parse/node';
import type { ImportedAuth } from '../imported';
import type { Variables } from './variables';

/** How a request signs in: nothing said, explicitly not at all, or a way. */
export type ReadAuth = { kind: 'unsaid' } | { kind: 'none' } | { kind: 'known'; auth: ImportedAuth };

/** One auth block. Its parameters are a list of keys and values (2.1), or an object (2.0). */
export function readAuth(block: Node, variables: Variables): ReadAuth {
  const type = textAt(block, 'type');
  if (type === null) return { kind: 'unsaid' };
  if (type === 'noauth') return { kind: 'none' };
  const parameter = parametersOf(valueAt(block, type), variables);
  switch (type) {
    case 'basic':
      return known({
        authType: 'basic_auth',
        username: parameter('username'),
        password: parameter('password'),
      });
    case 'bearer':
      return known({ authType: 'bearer_token', bearerToken: parameter('token') });
    case 'apikey':
      return known({
        authType: 'api_key',
        apiKeyName: parameter('key') || 'Authorization',
        apiKeyIn: parameter('in') === 'query' ? 'query' : 'header',
        apiKey: parameter('value'),
      });
    case 'oauth2': {
      const tokenUrl = parameter('accessTokenUrl');
      const isClient =
        parameter('grant_type') === 'client_credentials' &&
        /^https?:\/\//.test(tokenUrl) &&
        URL.canParse(tokenUrl);
      return known(
        isClient
          ? { authType: 'oauth_client_credentials', tokenUrl, scopes: parameter('scope') }
          : { authType: 'bearer_token', bearerToken: parameter('accessToken') },
      );
    }
    default:
      // Digest, signatures and the like: somebody has to bring the headers.
      return known({ authType: 'custom_headers' });
  }
}

function known(auth: ImportedAuth): ReadAuth {
  return { kind: 'known', auth };
}

/** A parameter's value; empty where only an environment knows it. */
function parametersOf(given: unknown, variables: Variables): (key: string) => string {
  const pairs: [string, unknown][] = Array.isArray(given)
    ? given.flatMap((each) => (isNode(each) ? [[textAt(each, 'key') ?? '', valueAt(each, 'value')]] : []))
    : isNode(given)
      ? Object.entries(given)
      : [];
  const values = new Map(pairs);
  return (key) => {
    const value = values.get(key);
    const text = typeof value === 'string' ? (variables.fillWhole(value) ?? '') : '';
    return /[\0\r\n]/.test(text) || text.length > 10_000 ? '' : text;
  };
}
