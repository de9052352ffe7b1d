import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';

/** The sign-in pages of the directory: a real OpenID provider, with its accounts as buttons in place of passwords. */
export interface DirectoryProvider {
  /** Answers a request; false for one that is not for it. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Makes what it gave a person worthless: a session here can then not be renewed. */
  revoke(objectId: string): void;
}

interface Account {
  objectId: string;
  name: string;
}

interface ProviderOptions {
  /** Its origin with the tenant, and `/v2.0`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  accounts: readonly Account[];
}

/** Claims of an ID token as Entra ID sends them: `oid` names the person, and `sub` is different for each application. */
const claimsOf = ({ objectId, name }: Account) => ({ sub: `sub-of-${objectId}`, oid: objectId, name });

export function directoryProvider({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
  accounts,
}: ProviderOptions): DirectoryProvider {
  const revoked = new Set<string>();
  const prompts = interactionPolicy.base();
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'oid', 'name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for the cookies of tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: prompts, url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, RefreshToken: 600 },
    pkce: { required: () => true },
    findAccount: (_ctx, accountId) => {
      const account = accounts.find(({ objectId }) => `sub-of-${objectId}` === accountId);
      if (account === undefined || revoked.has(account.objectId)) return undefined;
      return { accountId, claims: () => claimsOf(account) };
    },
    // Admins consent for everyone, so nobody is asked.
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email offline_access');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  const callback = provider.callback();
  const prefix = new URL(issuer).pathname;

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const as = new URL(request.url ?? '', issuer).searchParams.get('as');
    if (as === null) {
      const choices = accounts.map(({ objectId, name }) => `<p><a href="?as=${objectId}">${name}</a></p>`);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(
        `<!doctype html><title>Pick an account</title><h1>Pick an account</h1>${choices.join('')}<p><a href="?as=">Cancel</a></p>`,
      );
      return;
    }
    const result =
      as === ''
        ? { error: 'access_denied', error_description: 'AADSTS65004: User declined to consent.' }
        : { select_account: {}, login: { accountId: `sub-of-${as}` } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  return {
    answer(request, response) {
      const url = request.url ?? '';
      if (url.startsWith('/interaction/')) {
        void interact(request, response);
        return true;
      }
      if (!url.startsWith(`${prefix}/`)) return false;
      // Mounted below a path: the provider finds it out from both addresses.
      Object.assign(request, { originalUrl: url });
      request.url = url.slice(prefix.length);
      void callback(request, response);
      return true;
    },
    revoke: (objectId) => void revoked.add(objectId),
  };
}
