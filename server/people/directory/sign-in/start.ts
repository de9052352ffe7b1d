import { CryptoProvider, ResponseMode } from '@azure/msal-node';
import type { startDirectorySignIn as startOperation } from '@/lib/contract/people/directory-sign-in';
import { env } from '@/server/base/env';
import { ids } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';
import { requireDirectory, sharedClient } from '@/server/people/directory/settings';
import { attemptCookie } from '@/server/people/directory/sign-in/attempt';
import { directoryDown, REDIRECT_PATH, SCOPES } from '@/server/people/directory/sign-in/provider';

/**
 * Begins a sign-in: code flow with PKCE, state, and nonce. The response comes in the fragment, which no server logs.
 * The state ends in `p` for a pop-up window and in `r` for a redirect, so that the page it returns to knows.
 */
export async function startDirectorySignIn({ body, responseHeaders }: Context<typeof startOperation>) {
  requireDirectory();
  const state = `${ids.token()}.${body.isPopup ? 'p' : 'r'}`;
  const nonce = ids.token();
  const { challenge, verifier } = await new CryptoProvider().generatePkceCodes();
  responseHeaders.append('Set-Cookie', attemptCookie({ state, nonce, verifier }));
  try {
    const client = await sharedClient();
    const url = await client.getAuthCodeUrl({
      scopes: SCOPES,
      redirectUri: `${env().appUrl}${REDIRECT_PATH}`,
      responseMode: ResponseMode.FRAGMENT,
      prompt: 'select_account',
      codeChallenge: challenge,
      codeChallengeMethod: 'S256',
      state,
      nonce,
    });
    return { url, state };
  } catch (error) {
    throw directoryDown(error);
  }
}
