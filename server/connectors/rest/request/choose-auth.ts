import { AUTH_MISSING } from '@/lib/runs/run-error';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { type RestConnection, restConnectionSchema, STATIC } from '../connection';
import type { RestExecutable } from '../executable';

/** One scheme with its values, as if it were the connection's only one. */
export interface SchemeInUse {
  /** Empty for the connection's own credential if no description names it. */
  name: string;
  credential: RestConnection;
}

type RequiredAuth = Pick<RestExecutable, 'sendsAuth' | 'security'>;

/**
 * Chooses the schemes for an operation. As in the OpenAPI specification, one of the lists is enough, but all schemes of
 * that list are needed: the first list whose schemes are all filled in, or else anonymous access if that is allowed.
 * Throws `unauthorized` with what is missing.
 */
export function chosenAuth(operation: RequiredAuth, connection: RestConnection): SchemeInUse[] {
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

/** The schemes for an operation if all were filled in: the first of several lists. */
export function firstAuth(operation: RequiredAuth, connection: RestConnection): SchemeInUse[] {
  return listsOf(operation, connection).find((schemes) => schemes.length > 0) ?? [];
}

function listsOf({ sendsAuth, security }: RequiredAuth, connection: RestConnection): SchemeInUse[][] {
  if (!sendsAuth) return [];
  const { authScheme, moreAuth } = connection;
  const own = { name: authScheme, credential: connection };
  // If no description names the connection's credential, all of its operations use it.
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

/** Whether a credential still lacks values. */
export function isMissing(credential: RestConnection): boolean {
  switch (credential.authType) {
    case 'none':
      return false;
    case 'custom_headers':
      // Also a way that Pushboard doesn't know, as long as nobody filled in the headers that it needs.
      return Object.keys(credential.customHeaders).length === 0;
    case 'bearer_token':
      return credential.bearerToken === '' && credential.bearerTokenSource === STATIC;
    case 'basic_auth':
    case 'digest_auth':
      return credential.username === '' && credential.usernameSource === STATIC;
    case 'api_key':
      return credential.apiKeyName === '' || credential.apiKey === '';
    case 'oauth_client_credentials':
      return credential.tokenUrl === '' || credential.clientId === '';
    case 'aws_signature':
      return [
        credential.accessKeyId,
        credential.secretAccessKey,
        credential.awsRegion,
        credential.awsService,
      ].includes('');
  }
}

/** Whether a connection declares authentication, but no scheme is filled in. */
export function lacksAuth(connection: RestConnection): boolean {
  const further = Object.keys(connection.moreAuth).map((name) => furtherCredential(connection, name));
  return [connection, ...further].every(isMissing);
}

/** The schemes of a description that aren't filled in, by name. */
export function authGaps(connection: RestConnection): string[] {
  const { authScheme, moreAuth } = connection;
  const further = Object.keys(moreAuth).filter((name) => isMissing(furtherCredential(connection, name)));
  return authScheme !== '' && isMissing(connection) ? [authScheme, ...further] : further;
}

function missingWords(lists: readonly SchemeInUse[][]): string {
  const ask = 'Ask an admin, or an engineer of the command, to set up its HTTP Auth.';
  const [only = []] = lists;
  if (lists.length === 1 && only.length === 1) {
    const named = only[0] === undefined || only[0].name === '' ? 'a credential' : `"${only[0].name}"`;
    return `The API requires ${named} here, which has not been filled in yet. ${ask}`;
  }
  const alternatives = lists
    .map((schemes) => schemes.map(({ name }) => `"${name}"`).join(' and '))
    .join(', or ');
  const gaps = lists.flatMap((schemes) => schemes.filter(({ credential }) => isMissing(credential)));
  const missing = [...new Set(gaps.map(({ name }) => `"${name}"`))].join(', ');
  return `The API requires ${alternatives} here. Not filled in yet: ${missing}. ${ask}`;
}
