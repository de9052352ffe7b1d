import type { FurtherScheme } from '@/server/connectors/rest/connection';
import { isNode, listAt, type Node, nodeAt, textAt, valueAt } from '@/server/imports/parse/node';
import { type ImportedAuth, type ImportNote, UnreadableOperation } from '../imported';
import type { References } from './references';

/** How an API wants its callers to say who they are, as far as it can be done here. */
export interface Schemes {
  /** The scheme that most operations ask for; null where none can be done. */
  main: string | null;
  byName: ReadonlyMap<string, FurtherScheme>;
}

const longestName = 100;

/** The schemes that operations ask for, those that can be done. */
export function schemesOf(root: Node, operations: readonly Node[], references: References): Schemes {
  const declared = declaredSchemes(root);
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
  const known = byUse.flatMap((name): [string, FurtherScheme][] => {
    const scheme = name.length <= longestName && Object.hasOwn(declared, name) ? declared[name] : undefined;
    const read = scheme === undefined ? null : readScheme(scheme, references);
    return read === null ? [] : [[name, read]];
  });
  return { main: known[0]?.[0] ?? null, byName: new Map(known) };
}

/** What a connection is made with: the main scheme as its own credential, the others beside it. */
export function authOf({ main, byName }: Schemes): ImportedAuth {
  if (main === null) return {};
  const { [main]: own, ...others } = Object.fromEntries(byName);
  return { ...own, authScheme: main, ...(Object.keys(others).length === 0 ? {} : { moreAuth: others }) };
}

function readScheme(scheme: unknown, references: References): FurtherScheme | null {
  try {
    return authOfScheme(references.resolve(scheme));
  } catch (error) {
    // One that cannot be made sense of is filled in by a person.
    if (error instanceof UnreadableOperation) return null;
    throw error;
  }
}

function authOfScheme(scheme: Node): FurtherScheme | null {
  const name = textAt(scheme, 'name') ?? '';
  switch (textAt(scheme, 'type')) {
    case 'apiKey': {
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
function oauthOf(scheme: Node): FurtherScheme {
  const flow =
    textAt(scheme, 'flow') === 'application' ? scheme : nodeAt(nodeAt(scheme, 'flows'), 'clientCredentials');
  const tokenUrl = textAt(flow, 'tokenUrl') ?? '';
  const isAddress = /^https?:\/\/[^?#@\s]{1,1900}$/.test(tokenUrl) && URL.canParse(tokenUrl);
  if (!isAddress) return { authType: 'bearer_token' };
  const scopes = Object.keys(nodeAt(flow, 'scopes')).join(' ').slice(0, 4000);
  return { authType: 'oauth_client_credentials', tokenUrl, scopes };
}

/** What an operation asks for of its callers. */
export interface Security {
  /** False where an empty list says that nobody needs to sign in. */
  sendsAuth: boolean;
  /**
   * The schemes by name: one of the lists is enough, and of that all are needed; an empty list is nobody in
   * particular. Absent where it is the main scheme alone, or nothing that can be done is said.
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

/** What a person should know of how operations sign in: two schemes that write the same, and kinds that can't be had. */
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
        const message = `Writes the ${kind} "${key.join(' ')}", as "${first}" does. Where an operation asks for both, "${first}" is sent.`;
        note(`security scheme ${name}`, message);
      }
    }
  }
  for (const [name, scheme] of Object.entries(declaredSchemes(root))) {
    const kind = isNode(scheme) ? unknownKind(scheme) : null;
    if (kind !== null)
      note(
        `security scheme ${name}`,
        `Is of the kind "${kind}", which Pushboard can't do by itself. Set the headers that it needs as custom headers in HTTP Auth.`,
      );
  }
  return [...notes.values()];
}

/** A kind that needs more than what a person can fill in once. */
function unknownKind(scheme: Node): string | null {
  const type = textAt(scheme, 'type');
  const http = textAt(scheme, 'scheme')?.toLowerCase() ?? '';
  if (type === 'http') return http === 'basic' || http === 'bearer' ? null : http;
  return type === 'mutualTLS' ? type : null;
}

function declaredSchemes(root: Node): Node {
  return {
    ...nodeAt(root, 'securityDefinitions'),
    ...nodeAt(nodeAt(root, 'components'), 'securitySchemes'),
  };
}

/** The parameters that the schemes of an operation fill in, each as `place name`: nobody is asked for them. */
export function suppliedBy({ sendsAuth, security }: Security, { main, byName }: Schemes): Set<string> {
  const lists = security ?? (main === null ? [] : [[main]]);
  if (!sendsAuth || lists.length === 0) return new Set();
  const [first = new Set<string>(), ...others] = lists.map(
    (names) => new Set(names.flatMap((name) => placeOf(byName.get(name)) ?? [])),
  );
  return new Set([...first].filter((place) => others.every((places) => places.has(place))));
}

/** The parameter that a scheme fills in, as `place name`; null for none, or one that isn't known. */
export function placeOf(scheme: Partial<FurtherScheme> | undefined): string | null {
  switch (scheme?.authType) {
    case 'api_key':
      return suppliedKey(scheme.apiKeyIn ?? 'header', scheme.apiKeyName ?? '');
    case 'basic_auth':
    case 'bearer_token':
    case 'oauth_client_credentials':
      return suppliedKey('header', 'Authorization');
    default:
      return null;
  }
}

/** Names of headers are the same however they are written. */
export const suppliedKey = (place: string, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;
