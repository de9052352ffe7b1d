import type { DirectorySettings } from '@/server/base/env-directory';
import { AppError } from '@/server/base/errors';
import type { ConfiguredIssuer } from '@/server/people/sign-in/other-issuer';

/** Where the directory returns to. It is registered there, with the address of this Pushboard in front. */
export const REDIRECT_PATH = '/blank';

/** `offline_access` lets a session ask later whether its person may stay signed in. */
export const SCOPES = ['openid', 'profile', 'email', 'offline_access'];

export function directoryDown(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'The directory cannot be reached at the moment. Try again in a minute.',
    { cause },
  );
}

/** The only issuer that vouches for people of the directory. */
export const issuerOf = ({ issuer }: DirectorySettings): ConfiguredIssuer => ({
  url: issuer,
  variable: 'ENTRA_LOGIN_URL and ENTRA_TENANT_ID',
});
