import { type RestConnection, STATIC } from './connection';

const SIGNS_IN_BY_NAME: readonly RestConnection['authType'][] = ['basic_auth', 'digest_auth'];

export const NO_USER_NAME = 'Fill in the username: this way to sign in needs one';

/** Whether a way to sign in is by a user name and a password. */
export const isByName = (authType: RestConnection['authType']): boolean =>
  SIGNS_IN_BY_NAME.includes(authType);

/** A description may name basic sign-in before anyone filled it in, so only what a person says of it counts. */
export function unfilled(
  { authType, username, usernameSource }: RestConnection,
  given: ReadonlySet<string>,
): { key: string; message: string } | null {
  const isSaid = ['authType', 'username', 'usernameSource', 'password'].some((key) => given.has(key));
  const lacksName = isByName(authType) && usernameSource === STATIC && username.trim() === '';
  return isSaid && lacksName ? { key: 'username', message: NO_USER_NAME } : null;
}

const OF_SIGN_IN = [
  'bearerToken',
  'username',
  'password',
  'bearerTokenSource',
  'usernameSource',
  'passwordSource',
  'customHeaders',
  'apiKey',
  'clientId',
  'clientSecret',
  'accessKeyId',
  'secretAccessKey',
  'sessionToken',
] as const;

/** With No auth, nothing that people signed in with stays behind. Further schemes of a description keep theirs. */
export const clearedKeys = ({ authType }: RestConnection, given: ReadonlySet<string>): readonly string[] =>
  authType === 'none' && given.has('authType') ? OF_SIGN_IN : [];
