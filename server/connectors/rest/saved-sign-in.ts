import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { type RestConnection, restConnectionSchema, STATIC } from './connection';

const SIGNS_IN_BY_NAME: readonly RestConnection['authType'][] = ['basic_auth', 'digest_auth'];

export const NO_USER_NAME = 'Fill in the username: this auth type needs one';

/** Whether an auth type is by a username and a password. */
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

/** What each way to sign in keeps secret, without the token of a session, which belongs to the key. */
export const SECRETS_OF: Record<RestConnection['authType'], readonly (keyof RestConnection)[]> = {
  none: [],
  custom_headers: ['customHeaders'],
  bearer_token: ['bearerToken'],
  basic_auth: ['password'],
  digest_auth: ['password'],
  api_key: ['apiKey'],
  oauth_client_credentials: ['clientSecret'],
  aws_signature: ['secretAccessKey'],
};

const { authType, moreAuth, bearerTokenSource, passwordSource } = restConnectionSchema.shape;
const settingsOfSecrets = z.object({ authType, moreAuth, bearerTokenSource, passwordSource });

/** The secrets of the chosen way to sign in, without those that come from variables, and of further schemes. */
export function usedSecrets(settings: Readonly<Record<string, JsonValue>>): readonly string[] {
  const { data } = settingsOfSecrets.safeParse(settings);
  // The connection is refused for what is wrong with them.
  if (data === undefined) return [];
  const isFromVariable = (key: string) =>
    (key === 'bearerToken' && data.bearerTokenSource !== STATIC) ||
    (key === 'password' && data.passwordSource !== STATIC);
  const used = SECRETS_OF[data.authType].filter((key) => !isFromVariable(key));
  return Object.keys(data.moreAuth).length === 0 ? used : [...used, 'moreSecrets'];
}
