import { CryptoProvider, ResponseMode } from '@azure/msal-node';
import type { startDirectorySignIn as startOperation } from '@/lib/contract/people/directory-sign-in';
import { env } from '@/server/base/env';
import { ids } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';
import { inDirectoryTime } from '@/server/people/directory/graph/token';
import { requireDirectory, sharedClient } from '@/server/people/directory/settings';
import { attemptCookie } from '@/server/people/directory/sign-in/attempt';
import { directoryDown, issuerOf, REDIRECT_PATH, SCOPES } from '@/server/people/directory/sign-in/provider';
import { refusedIssuer } from '@/server/people/directory/sign-in/refused-issuer';
import { readDocument } from '@/server/people/sign-in/discovery-document';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';

/**
 * Begins a sign-in: code flow with PKCE, state, and nonce. The response comes in the fragment, which no server logs.
 * The state ends in `p` for a pop-up window and in `r` for a redirect, so that the page it returns to knows.
 */
export async function startDirectorySignIn({ body, audit, responseHeaders }: Context<typeof startOperation>) {
  const directory = requireDirectory();
  const state = `${ids.token()}.${body.isPopup ? 'p' : 'r'}`;
  const nonce = ids.token();
  const { challenge, verifier } = await new CryptoProvider().generatePkceCodes();
  responseHeaders.append('Set-Cookie', attemptCookie({ state, nonce, verifier }));
  try {
    // Microsoft's client takes any tenant of the host for the directory.
    await readDocument(issuerOf(directory));
    const client = await sharedClient();
    const url = await inDirectoryTime(() =>
      client.getAuthCodeUrl({
        scopes: SCOPES,
        redirectUri: `${env().appUrl}${REDIRECT_PATH}`,
        responseMode: ResponseMode.FRAGMENT,
        prompt: 'select_account',
        codeChallenge: challenge,
        codeChallengeMethod: 'S256',
        state,
        nonce,
      }),
    );
    return { url, state };
  } catch (error) {
    if (error instanceof OtherIssuer) throw await refusedIssuer(error, audit);
    throw directoryDown(error);
  }
}
