import type { FurtherScheme } from '@/server/connectors/rest/connection';
import { isNode, listAt, type Node, nodeAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { type ImportedAuth, type ImportNote, UnreadableOperation } from '../imported';
import type { References } from './references';

/** How an API authenticates its callers, as far as Pushboard supports it. */
export interface Schemes {
  /** The scheme that most operations require; null if none is supported. */
  main: string | null;
  byName: ReadonlyMap<string, FurtherScheme>;
}

const longestName = 100;

/** The supported schemes that operations require. */
export function schemesOf(root: Node, operations: readonly Node[], references: References): Schemes {
  const declared = declaredSchemes(root);
  const uses = new Map<string, number>();
  const count = (holder: Node, weight: number) => {
    for (const requirement of listAt(holder, 'security')) {
      for (const name of isNode(requirement) ? Object.keys(requirement) : []) {
        uses.set(name, (uses.get(name) ?? 0) + weight);
      }
    }
  };
  count(root, operations.length + 1);
  for (const operation of operations) count(operation, 1);
  const byUse = [...uses].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const known = byUse.flatMap((name): [string, FurtherScheme][] => {
    const scheme = name.length <= longestName && Object.hasOwn(declared, name) ? declared[name] : undefined;
    const read = scheme === undefined ? null : readScheme(scheme, references);
    return read === null ? [] : [[name, read]];
  });
  return { main: known[0]?.[0] ?? null, byName: new Map(known) };
}

/** The settings of a new connection: the main scheme as its own credential, and the others in addition. */
export function authOf({ main, byName }: Schemes): ImportedAuth {
  if (main === null) return {};
  const { [main]: own, ...others } = Object.fromEntries(byName);
  return { ...own, authScheme: main, ...(Object.keys(others).length === 0 ? {} : { moreAuth: others }) };
}

function readScheme(scheme: unknown, references: References): FurtherScheme | null {
  try {
    return authOfScheme(references.resolve(scheme));
  } catch (error) {
    // People fill in a scheme that can't be read.
    if (error instanceof UnreadableOperation) return null;
    throw error;
  }
}

function authOfScheme(scheme: Node): FurtherScheme | null {
  const name = textAt(scheme, 'name') ?? '';
  switch (textAt(scheme, 'type')) {
    case 'apiKey': {
      if (isAwsSignature(scheme)) return { authType: 'aws_signature' };
      const place = (['header', 'query', 'cookie'] as const).find((each) => each === textAt(scheme, 'in'));
      return place === undefined || name === '' || name.length > 200
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
        case 'digest':
          return { authType: 'digest_auth' };
        default:
          return { authType: 'custom_headers' };
      }
    case 'oauth2':
      return oauthOf(scheme);
    case 'openIdConnect':
      return { authType: 'bearer_token' };
    // Pushboard has no client certificates: without the headers of a proxy that adds them, nothing is called.
    case 'mutualTLS':
      return { authType: 'custom_headers' };
    default:
      return null;
  }
}

/** As API Gateway describes it: a key in `Authorization` that is a signature. */
const isAwsSignature = (scheme: Node): boolean =>
  textAt(scheme, 'x-amazon-apigateway-authtype')?.toLowerCase() === 'awssigv4';

/** Machines use client credentials; for every other flow, a person provides the token. */
function oauthOf(scheme: Node): FurtherScheme {
  const flow =
    textAt(scheme, 'flow') === 'application' ? scheme : nodeAt(nodeAt(scheme, 'flows'), 'clientCredentials');
  const tokenUrl = textAt(flow, 'tokenUrl') ?? '';
  const isAddress = /^https?:\/\/[^?#@\s]{1,1900}$/.test(tokenUrl) && URL.canParse(tokenUrl);
  if (!isAddress) return { authType: 'bearer_token' };
  const scopes = Object.keys(nodeAt(flow, 'scopes')).join(' ').slice(0, 4000);
  return { authType: 'oauth_client_credentials', tokenUrl, scopes };
}

/** An operation's authentication. */
export interface Security {
  /** False if an empty list says that no authentication is needed. */
  sendsAuth: boolean;
  /**
   * The schemes by name: one of the lists is enough, but all schemes of that list are needed; an empty list means
   * anonymous access. Absent if it is only the main scheme, or if no list is supported.
   */
  security?: string[][];
}

export function securityOf(root: Node, operation: Node, { main, byName }: Schemes): Security {
  const own = valueAt(operation, 'security') ?? valueAt(root, 'security');
  if (!Array.isArray(own)) return { sendsAuth: true };
  if (own.length === 0) return { sendsAuth: false };
  const alternatives = own
    .filter(isNode)
    .map((requirement) => Object.keys(requirement))
    .filter((names) => names.every((name) => byName.has(name)));
  const isMainAlone = alternatives.every((names) => names.length === 1 && names[0] === main);
  return isMainAlone ? { sendsAuth: true } : { sendsAuth: true, security: alternatives };
}

/** Notes about authentication: two schemes that write the same parameter, and kinds that aren't supported. */
export function securityNotes(root: Node, securities: readonly Security[], schemes: Schemes): ImportNote[] {
  const notes = new Map<string, ImportNote>();
  const note = (where: string, message: string) => void notes.set(`${where} ${message}`, { where, message });
  for (const names of securities.flatMap(({ security }) => security ?? [])) {
    const writer = new Map<string, string>();
    for (const name of names) {
      const place = placeOf(schemes.byName.get(name));
      const first = place === null ? undefined : writer.get(place);
      if (place === null) continue;
      if (first === undefined) writer.set(place, name);
      else {
        const [kind = '', ...key] = place.split(' ');
        const message = `Writes the ${kind} "${key.join(' ')}", and so does "${first}". If an operation requires both, "${first}" is sent.`;
        note(`security scheme ${name}`, message);
      }
    }
  }
  for (const [name, scheme] of Object.entries(declaredSchemes(root))) {
    const kind = isNode(scheme) ? unknownKind(scheme) : null;
    if (kind !== null)
      note(
        `security scheme ${name}`,
        `Is of the kind "${kind}", which Pushboard doesn't support. Set the headers that it needs as custom headers in HTTP Auth.`,
      );
  }
  return [...notes.values()];
}

/** A kind that needs more than values that a person fills in once. */
function unknownKind(scheme: Node): string | null {
  const type = textAt(scheme, 'type');
  const http = textAt(scheme, 'scheme')?.toLowerCase() ?? '';
  if (type === 'http') return ['basic', 'bearer', 'digest'].includes(http) ? null : http;
  return type === 'mutualTLS' ? type : null;
}

function declaredSchemes(root: Node): Node {
  return {
    ...nodeAt(root, 'securityDefinitions'),
    ...nodeAt(nodeAt(root, 'components'), 'securitySchemes'),
  };
}

/** The parameters that an operation's schemes fill in, each as `place name`; these are not inputs. */
export function suppliedBy({ sendsAuth, security }: Security, { main, byName }: Schemes): Set<string> {
  const lists = security ?? (main === null ? [] : [[main]]);
  if (!sendsAuth || lists.length === 0) return new Set();
  const [first = new Set<string>(), ...others] = lists.map(
    (names) => new Set(names.flatMap((name) => placeOf(byName.get(name)) ?? [])),
  );
  return new Set([...first].filter((place) => others.every((places) => places.has(place))));
}

/** The parameter that a scheme fills in, as `place name`; null if there is none, or if it isn't known. */
export function placeOf(scheme: Partial<FurtherScheme> | undefined): string | null {
  switch (scheme?.authType) {
    case 'api_key':
      return suppliedKey(scheme.apiKeyIn ?? 'header', scheme.apiKeyName ?? '');
    case 'basic_auth':
    case 'digest_auth':
    case 'bearer_token':
    case 'oauth_client_credentials':
    case 'aws_signature':
      return suppliedKey('header', 'Authorization');
    default:
      return null;
  }
}

/** Header names are case-insensitive. */
export const suppliedKey = (place: string, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;
