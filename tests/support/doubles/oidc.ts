import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { keepConnections } from '../app/keep-connections';

/** A person at the provider. */
export interface Account {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
  session_expiry?: number;
}

/** A real OpenID Connect provider on loopback. */
export interface OidcDouble {
  url: string;
  accounts: Account[];
  /** Who signs in next without being asked; null to show a page with a button per account. */
  next: string | null;
  /** Whether its pages are apart from the page that opened them, as some providers' are. */
  isApart: boolean;
  /** The query of each authorization request, in order. */
  asked: URLSearchParams[];
  variables(name: string, label?: string): Record<string, string>;
  stop(): Promise<void>;
}

const CLIENT = { id: 'pushboard', secret: 'a-secret-of-the-client' };

/** How the client takes part in logging out. */
interface Leaving {
  /** Where the provider says that it has ended a session. */
  backchannel: string;
  /** The only address that a logout may return to. */
  afterLogout: string;
}

/** @param callbacks the addresses that the client may return to */
export async function startOidc(
  callbacks: string[],
  accounts: Account[] = [],
  leaving: Leaving | null = null,
): Promise<OidcDouble> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server: Server = createServer(keepConnections, (request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: OidcDouble = {
    url,
    accounts,
    next: null,
    isApart: false,
    asked: [],
    variables: (name, label) => ({
      [`OIDC_${name}_ISSUER`]: url,
      [`OIDC_${name}_CLIENT_ID`]: CLIENT.id,
      [`OIDC_${name}_CLIENT_SECRET`]: CLIENT.secret,
      ...(label === undefined ? {} : { [`OIDC_${name}_LABEL`]: label }),
    }),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const provider = makeProvider(double, callbacks, leaving);
  const callback = provider.callback();
  handle = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/auth') double.asked.push(searchParams);
    if (double.isApart) response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    if (!pathname.startsWith('/interaction/')) return void callback(request, response);
    void answerInteraction(provider, double, request, response, searchParams.get('account'));
  };
  return double;
}

function makeProvider(double: OidcDouble, callbacks: string[], leaving: Leaving | null): Provider {
  return new Provider(double.url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: callbacks,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        ...(leaving === null
          ? {}
          : {
              backchannel_logout_uri: leaving.backchannel,
              backchannel_logout_session_required: true,
              post_logout_redirect_uris: [leaving.afterLogout],
            }),
      },
    ],
    claims: {
      openid: ['sub', 'session_expiry'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    // As Okta does: the ID token of the code flow is small, and the address comes from the userinfo endpoint.
    conformIdTokenClaims: true,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: leaving !== null },
      rpInitiatedLogout: {
        enabled: leaving !== null,
        logoutSource(context, form) {
          context.body = `<!doctype html><html lang="en"><title>Provider</title><main><h1>Log out?</h1>${form}
            <button type="submit" form="op.logoutForm" name="logout" value="yes">Log out of the provider</button>
            </main></html>`;
        },
      },
    },
    // By default, it calls nobody on this machine.
    fetch: (url, { method = 'GET', headers = {}, body = null } = {}) => fetch(url, { method, headers, body }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['a key for the cookies of this double'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context, sub) => {
      const account = double.accounts.find((each) => each.sub === sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        accountId: context.oidc.session?.accountId ?? '',
        clientId: CLIENT.id,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
}

/** Signs in the account that the address or the test names, or shows the accounts to choose from. */
async function answerInteraction(
  provider: Provider,
  double: OidcDouble,
  request: IncomingMessage,
  response: ServerResponse,
  chosen: string | null,
): Promise<void> {
  const sub = chosen ?? double.next;
  if (sub === 'cancel') {
    const result = { error: 'access_denied', error_description: 'The person canceled' };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  if (sub !== null) {
    const result = { login: { accountId: sub, remember: false } };
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  const buttons = [...double.accounts.map((account) => account.sub), 'cancel']
    .map((each) => `<p><a href="?account=${encodeURIComponent(each)}">${each}</a></p>`)
    .join('');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1>${buttons}</main></html>`,
  );
}
