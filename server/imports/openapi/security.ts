import type { ImportedAuth } from '../imported';
import { isNode, listAt, type Node, nodeAt, textAt, valueAt } from '../node';
import type { References } from './references';

/**
 * How the API wants its callers to say who they are: the scheme that most operations ask for. A connection has
 * one credential; operations that ask for another scheme are called with this one.
 */
export function authOf(root: Node, operations: readonly Node[], references: References): ImportedAuth {
  const schemes = {
    ...nodeAt(root, 'securityDefinitions'),
    ...nodeAt(nodeAt(root, 'components'), 'securitySchemes'),
  };
  const asked = new Map<string, number>();
  const count = (holder: Node, weight: number) => {
    for (const requirement of listAt(holder, 'security')) {
      for (const name of isNode(requirement) ? Object.keys(requirement) : []) {
        asked.set(name, (asked.get(name) ?? 0) + weight);
      }
    }
  };
  count(root, operations.length + 1);
  for (const operation of operations) count(operation, 1);
  const byUse = [...asked].sort(([, a], [, b]) => b - a).map(([name]) => name);
  for (const name of byUse) {
    if (!Object.hasOwn(schemes, name)) continue;
    const auth = authOfScheme(references.resolve(schemes[name]));
    if (auth !== null) return auth;
  }
  return {};
}

function authOfScheme(scheme: Node): ImportedAuth | null {
  const name = textAt(scheme, 'name') ?? '';
  switch (textAt(scheme, 'type')) {
    case 'apiKey': {
      const place = (['header', 'query', 'cookie'] as const).find((each) => each === textAt(scheme, 'in'));
      return place === undefined || name === ''
        ? null
        : { authType: 'api_key', apiKeyName: name, apiKeyIn: place };
    }
    case 'basic':
      return { authType: 'basic_auth' };
    case 'http':
      switch (textAt(scheme, 'scheme')?.toLowerCase()) {
        case 'basic':
          return { authType: 'basic_auth' };
        case 'bearer':
          return { authType: 'bearer_token' };
        default:
          return { authType: 'custom_headers' };
      }
    case 'oauth2':
      return oauthOf(scheme);
    case 'openIdConnect':
      return { authType: 'bearer_token' };
    default:
      return null;
  }
}

/** Machines sign in by client credentials; of every other flow somebody brings the token. */
function oauthOf(scheme: Node): ImportedAuth {
  const flow =
    textAt(scheme, 'flow') === 'application' ? scheme : nodeAt(nodeAt(scheme, 'flows'), 'clientCredentials');
  const tokenUrl = textAt(flow, 'tokenUrl') ?? '';
  if (!/^https?:\/\//.test(tokenUrl) || !URL.canParse(tokenUrl)) return { authType: 'bearer_token' };
  const scopes = Object.keys(nodeAt(flow, 'scopes')).join(' ').slice(0, 4000);
  return { authType: 'oauth_client_credentials', tokenUrl, scopes };
}

/** Whether an operation asks for a credential at all: an empty requirement list says that it does not. */
export function sendsAuth(root: Node, operation: Node): boolean {
  const own = valueAt(operation, 'security') ?? valueAt(root, 'security');
  return !(Array.isArray(own) && own.length === 0);
}
