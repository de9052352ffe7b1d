import { authNames } from '@/lib/sources/auth-names';
import type { RestExecutable } from '@/server/connectors/rest/executable';
import type { ImportedAuth, ImportNote } from '../imported';
import { placeOf } from '../openapi/security';
import type { ReadAuth } from './read-auth';

/** One way to authenticate that some requests of a collection use. */
interface Way {
  name: string;
  auth: ImportedAuth;
}

/** What determines a request's authentication. */
export interface Signing {
  auth: ReadAuth;
  /** Whether it has an enabled `Authorization` header of its own. */
  hasOwnHeader: boolean;
}

const longestName = 100;
const mostNamed = 5;

/** How the requests of a collection authenticate, the most common way first. */
export class SignIn {
  private readonly ways = new Map<string, Way>();

  constructor(requests: readonly Signing[]) {
    const counts = new Map<string, { count: number; auth: ImportedAuth; label: string }>();
    for (const { auth } of requests) {
      if (auth.kind !== 'known') continue;
      const { count = 0 } = counts.get(auth.id) ?? {};
      counts.set(auth.id, { count: count + 1, auth: auth.auth, label: labelOf(auth) });
    }
    const names = new Set<string>();
    for (const [id, { auth, label }] of [...counts].sort(([, a], [, b]) => b.count - a.count)) {
      let name = label.slice(0, longestName);
      for (let count = 2; names.has(name); count += 1) name = `${label.slice(0, longestName - 5)} ${count}`;
      names.add(name);
      this.ways.set(id, { name, auth });
    }
  }

  /** The settings of a new connection: the most common way as its own credential, and the others in addition. */
  connection(): ImportedAuth {
    const [main, ...others] = [...this.ways.values()];
    if (main === undefined) return {};
    if (others.length === 0) return main.auth;
    const parts = others.map(({ name, auth }) => ({ name, ...divided(auth) }));
    return {
      ...main.auth,
      authScheme: main.name,
      moreAuth: Object.fromEntries(parts.map(({ name, scheme }) => [name, scheme])),
      moreSecrets: Object.fromEntries(parts.map(({ name, secrets }) => [name, secrets])),
    };
  }

  /**
   * How one request authenticates: as it declares, and not at all if it declares nothing while others do. In a collection
   * that declares nothing, a person may still set one way for all requests that have no header of their own.
   */
  of({ auth, hasOwnHeader }: Signing): Pick<RestExecutable, 'sendsAuth' | 'security'> {
    if (auth.kind !== 'known') {
      return { sendsAuth: auth.kind === 'unsaid' && this.ways.size === 0 && !hasOwnHeader };
    }
    const [main] = this.ways.keys();
    const way = this.ways.get(auth.id);
    return main === auth.id || way === undefined
      ? { sendsAuth: true }
      : { sendsAuth: true, security: [[way.name]] };
  }

  /** The parameter that a request's authentication writes, as `place name`, so that no input could; null for none. */
  writes(signing: Signing): string | null {
    const { auth } = signing;
    if (auth.kind !== 'known') return this.of(signing).sendsAuth ? 'header authorization' : null;
    return auth.auth.authType === undefined ? null : placeOf({ ...auth.auth, authType: auth.auth.authType });
  }
}

/** Notes on unsupported kinds, and on headers whose values are not imported. */
export function signInNotes(requests: readonly (Signing & { shown: string })[]): ImportNote[] {
  const kinds = new Map<string, string[]>();
  for (const { auth, shown } of requests) {
    if (auth.kind === 'known' && auth.unavailable !== null)
      kinds.set(auth.unavailable, [...(kinds.get(auth.unavailable) ?? []), shown]);
  }
  const notes = [...kinds].map(([kind, of]) => ({
    where: null,
    message: `${counted(of.length)} in by "${kind}", which Pushboard doesn't support: ${listed(of)}. Set the headers that it needs as custom headers in HTTP Auth.`,
  }));
  const carrying = requests.filter(({ hasOwnHeader }) => hasOwnHeader).map(({ shown }) => shown);
  if (carrying.length === 0) return notes;
  const message = `${counted(carrying.length)} in by an "Authorization" header of their own: ${listed(carrying)}. Its value is a secret, so it isn't imported: fill in the input.`;
  return [...notes, { where: null, message }];
}

const counted = (count: number): string => (count === 1 ? '1 request signs' : `${count} requests sign`);

function listed(names: readonly string[]): string {
  const more = names.length > mostNamed ? `, and ${names.length - mostNamed} more` : '';
  return names.slice(0, mostNamed).join(', ') + more;
}

/** A label for the people who fill in the secrets: its kind, and the variable that has its secret in Postman. */
function labelOf({
  auth: { authType, apiKeyName },
  variable,
  unavailable,
}: Extract<ReadAuth, { kind: 'known' }>): string {
  const kind = unavailable ?? (authType === undefined ? 'Sign-in' : authNames[authType]);
  return [kind, authType === 'api_key' ? apiKeyName : '', variable].filter(Boolean).join(' ');
}

/** Splits a way into its plain settings and its secrets to seal. */
function divided(auth: ImportedAuth) {
  const { authType = 'none', apiKeyName, apiKeyIn, tokenUrl, scopes, ...rest } = auth;
  const { username, password, bearerToken, apiKey } = rest;
  const { accessKeyId, secretAccessKey, sessionToken, awsRegion, awsService } = rest;
  const aws = { accessKeyId, secretAccessKey, sessionToken, awsRegion, awsService };
  return {
    scheme: { authType, apiKeyName, apiKeyIn, tokenUrl, scopes },
    secrets: { username, password, bearerToken, apiKey, ...aws },
  };
}
