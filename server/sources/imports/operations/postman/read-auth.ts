import { isNode, type Node, textAt, valueAt } from '@/server/sources/imports/parse/node';
import type { ImportedAuth } from '../imported';
import { hasVariable, type Variables, variablesIn } from './variables';

/** How a request authenticates: unspecified, explicitly not at all, or in one way. */
export type ReadAuth =
  | { kind: 'unsaid' }
  | { kind: 'none' }
  | {
      kind: 'known';
      auth: ImportedAuth;
      /** Identifies a way: two that differ only in a variable without a value are different. */
      id: string;
      /** The variable with its secret, as `{{name}}`; empty for none. */
      variable: string;
      /** The kind, if it isn't supported. */
      unavailable: string | null;
    };

type Parameter = (key: string) => string;

/** Reads one auth block. Its parameters are a list of keys and values (2.1), or an object (2.0). */
export function readAuth(block: Node, variables: Variables): ReadAuth {
  const type = textAt(block, 'type');
  if (type === null) return { kind: 'unsaid' };
  if (type === 'noauth') return { kind: 'none' };
  const given = valueAt(block, type);
  const written = authOf(
    type,
    parametersOf(given, (text) => variables.fill(text)),
  );
  const id = JSON.stringify(written ?? type);
  return {
    kind: 'known',
    // Signatures of other kinds, and the like: a person has to provide the headers.
    auth: authOf(
      type,
      parametersOf(given, (text) => variables.fillWhole(text) ?? ''),
    ) ?? { authType: 'custom_headers' },
    id,
    variable: hasVariable(id) ? `{{${variablesIn(id).at(-1)}}}` : '',
    unavailable: written === null ? type : null,
  };
}

/** A block of this type as a connection has it; null for an unsupported type. */
function authOf(type: string, parameter: Parameter): ImportedAuth | null {
  switch (type) {
    case 'basic':
      return {
        authType: 'basic_auth',
        username: parameter('username'),
        password: parameter('password'),
      };
    case 'digest':
      return {
        authType: 'digest_auth',
        username: parameter('username'),
        password: parameter('password'),
      };
    case 'awsv4':
      return {
        authType: 'aws_signature',
        accessKeyId: parameter('accessKey'),
        secretAccessKey: parameter('secretKey'),
        sessionToken: parameter('sessionToken'),
        awsRegion: parameter('region') || 'us-east-1',
        awsService: parameter('service'),
      };
    case 'bearer':
      return { authType: 'bearer_token', bearerToken: parameter('token') };
    case 'apikey':
      return {
        authType: 'api_key',
        apiKeyName: parameter('key') || 'Authorization',
        apiKeyIn: parameter('in') === 'query' ? 'query' : 'header',
        apiKey: parameter('value'),
      };
    case 'oauth2': {
      const tokenUrl = parameter('accessTokenUrl');
      const isClient =
        parameter('grant_type') === 'client_credentials' &&
        /^https?:\/\//.test(tokenUrl) &&
        URL.canParse(tokenUrl);
      return isClient
        ? { authType: 'oauth_client_credentials', tokenUrl, scopes: parameter('scope') }
        : { authType: 'bearer_token', bearerToken: parameter('accessToken') };
    }
    default:
      return null;
  }
}

/** A parameter's value; empty if it isn't a valid header. */
function parametersOf(given: unknown, fill: (text: string) => string): Parameter {
  const pairs: [string, unknown][] = Array.isArray(given)
    ? given.flatMap((each) => (isNode(each) ? [[textAt(each, 'key') ?? '', valueAt(each, 'value')]] : []))
    : isNode(given)
      ? Object.entries(given)
      : [];
  const values = new Map(pairs);
  return (key) => {
    const value = values.get(key);
    const text = typeof value === 'string' ? fill(value) : '';
    return /[\0\r\n]/.test(text) || text.length > 10_000 ? '' : text;
  };
}
