import { AUTH_MISSING } from '@/lib/runs/run-error';
import { ConnectorError } from '../_shared/connector-error';
import { type RestConnection, restConnectionSchema } from './connection';
import type { RestExecutable } from './executable';

/** One scheme with what was filled in for it, as if it were all that the connection has. */
export interface SchemeInUse {
  /** Empty for the connection's own credential where no description names it. */
  name: string;
  credential: RestConnection;
}

type Asked = Pick<RestExecutable, 'sendsAuth' | 'security'>;

/**
 * The schemes that an operation is called with. As the OpenAPI specification has it, one of the lists is enough, and
 * of that all are needed: the first whose schemes are all filled in, else nobody in particular where that is allowed.
 * Throws `unauthorized` with what is missing.
 */
export function chosenAuth(operation: Asked, connection: RestConnection): SchemeInUse[] {
  const lists = listsOf(operation, connection);
  if (lists.length === 0) return [];
  const named = lists.filter((schemes) => schemes.length > 0);
  const ready = named.find((schemes) => schemes.every(({ credential }) => !isMissing(credential)));
  if (ready !== undefined) return ready;
  if (named.length < lists.length) return [];
  const message = missingWords(named);
  throw new ConnectorError('unauthorized', message, {
    message,
    code: AUTH_MISSING,
    detail: null,
    hint: null,
    where: null,
    severity: 'ERROR',
  });
}

/** What an operation would be called with if all was filled in: of several ways the first. */
export function firstAuth(operation: Asked, connection: RestConnection): SchemeInUse[] {
  return listsOf(operation, connection).find((schemes) => schemes.length > 0) ?? [];
}

function listsOf({ sendsAuth, security }: Asked, connection: RestConnection): SchemeInUse[][] {
  if (!sendsAuth) return [];
  const { authScheme, moreAuth } = connection;
  const own = { name: authScheme, credential: connection };
  // A connection whose credential nobody named is what all its operations are called with.
  if (security === undefined || authScheme === '') return [[own]];
  const lists = security.flatMap((names) => {
    const schemes = names.flatMap((name) => {
      if (name === authScheme) return own;
      return Object.hasOwn(moreAuth, name) ? { name, credential: furtherCredential(connection, name) } : [];
    });
    return schemes.length === names.length ? [schemes] : [];
  });
  return lists.length === 0 ? [[own]] : lists;
}

function furtherCredential(
  { apiBaseUrl, moreAuth, moreSecrets }: RestConnection,
  name: string,
): RestConnection {
  const secrets = Object.hasOwn(moreSecrets, name) ? moreSecrets[name] : {};
  return restConnectionSchema.parse({ apiBaseUrl, ...moreAuth[name], ...secrets });
}

/** Whether a credential cannot be used yet. */
export function isMissing(credential: RestConnection): boolean {
  switch (credential.authType) {
    case 'none':
    case 'custom_headers':
      return false;
    case 'bearer_token':
      return credential.bearerToken === '';
    case 'basic_auth':
      return credential.username === '';
    case 'api_key':
      return credential.apiKeyName === '' || credential.apiKey === '';
    case 'oauth_client_credentials':
      return credential.tokenUrl === '' || credential.clientId === '';
  }
}

/** Whether a connection has a way to sign in, and nothing was filled in for any. */
export function lacksAuth(connection: RestConnection): boolean {
  const further = Object.keys(connection.moreAuth).map((name) => furtherCredential(connection, name));
  return [connection, ...further].every(isMissing);
}

function missingWords(lists: readonly SchemeInUse[][]): string {
  const ask = 'Ask an admin, or an engineer of the command, to set its HTTP auth.';
  const [only = []] = lists;
  if (lists.length === 1 && only.length === 1) {
    return `The API asks for a credential that was not filled in yet. ${ask}`;
  }
  const wanted = lists.map((schemes) => schemes.map(({ name }) => `"${name}"`).join(' and ')).join(', or ');
  const gaps = lists.flatMap((schemes) => schemes.filter(({ credential }) => isMissing(credential)));
  const missing = [...new Set(gaps.map(({ name }) => `"${name}"`))].join(', ');
  return `The API asks for ${wanted} here. Not filled in yet: ${missing}. ${ask}`;
}
