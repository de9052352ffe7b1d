import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Agent, setGlobalDispatcher } from 'undici';
import { keepConnections } from '../app/keep-connections';
import { serverCertificate, serverKey, testAuthority } from './certificates';
import type { DirectoryProvider } from './directory-provider';
import { GraphDirectory } from './graph-directory';

export const TENANT_ID = '8c1f4b52-6f0e-4a53-9b36-2f4f3f0f9a11';
export const CLIENT_ID = 'b7d0a7e0-1d55-4c1e-9a83-4f6e4b3cbb22';
export const CLIENT_SECRET = 'client-secret-of-tests';

const APP_TOKEN = 'token-of-the-application';

/** What the double answers instead, once. */
export interface GraphRefusal {
  status: number;
  code?: string;
  headers?: Record<string, string>;
  /** Which requests it is for; the next one by default. */
  to?: RegExp;
  /** Ends the connection instead of answering. */
  isCut?: boolean;
  /** Never answers. Called when the request has arrived. */
  onSilence?: () => void;
}

/**
 * Microsoft Graph and the token endpoint of its directory, on loopback with TLS. It follows the published description of
 * delta queries: https://learn.microsoft.com/graph/delta-query-overview
 */
export interface GraphDouble {
  origin: string;
  directory: GraphDirectory;
  /** Requests to Graph in order, without its origin. */
  received: string[];
  refusals: GraphRefusal[];
  /** The directory's sign-in pages, for tests that sign in. Without them only the application itself gets a token. */
  signIn: DirectoryProvider | null;
  /** Called when the application asks for its own token, which it then doesn't get; null to answer. */
  onTokenSilence: (() => void) | null;
  /** The variables of a Pushboard that uses this directory. */
  variables: Record<string, string>;
  close(): Promise<void>;
}

/** People for a directory. */
export const ada = {
  id: 'oid-ada',
  displayName: 'Ada Byron',
  userPrincipalName: 'ada@contoso.example',
  mail: 'ada@contoso.example',
};
export const ben = {
  id: 'oid-ben',
  displayName: 'Ben Okri',
  userPrincipalName: 'ben@contoso.example',
  mail: 'ben@contoso.example',
};

/** Makes requests of this process trust the authority that signed the certificates of tests. */
export function trustTestAuthority(): void {
  setGlobalDispatcher(new Agent({ connect: { ca: testAuthority } }));
}

export async function startGraphDouble(port = 0): Promise<GraphDouble> {
  const directory = new GraphDirectory();
  const received: string[] = [];
  const refusals: GraphRefusal[] = [];
  const server = createServer(
    { ...keepConnections, key: serverKey, cert: serverCertificate },
    (request, response) => {
      const url = new URL(request.url ?? '', origin());
      if ([`/${TENANT_ID}/`, '/interaction/'].some((start) => url.pathname.startsWith(start)))
        void answerLogin(request, response, double);
      else {
        received.push(`${url.pathname}${decodeURIComponent(url.search)}`);
        answerGraph(request, response, url, directory, refusals);
      }
    },
  );
  const origin = () => `https://localhost:${(server.address() as AddressInfo).port}`;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  directory.origin = origin();
  const double: GraphDouble = {
    origin: origin(),
    signIn: null,
    onTokenSilence: null,
    directory,
    received,
    refusals,
    variables: {
      AUTH_MODE: 'directory',
      APP_ENV: 'private_ad',
      ENTRA_TENANT_ID: TENANT_ID,
      ENTRA_CLIENT_ID: CLIENT_ID,
      ENTRA_CLIENT_SECRET: CLIENT_SECRET,
      ENTRA_LOGIN_URL: origin(),
      GRAPH_URL: origin(),
      AD_ADMIN_EMAILS: 'ada@contoso.example',
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return double;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** The application's own token comes from here; the sign-in pages, where there are any, do everything else. */
async function answerLogin(
  request: IncomingMessage,
  response: ServerResponse,
  { origin, signIn, onTokenSilence }: GraphDouble,
): Promise<void> {
  let form = new URLSearchParams();
  if (request.method === 'POST') {
    let text = '';
    for await (const chunk of request) text += chunk;
    form = new URLSearchParams(text);
  }
  const isApplication = form.get('grant_type') === 'client_credentials';
  if (isApplication && onTokenSilence !== null) return onTokenSilence();
  if (isApplication) return answerApplication(response, form, origin);
  // Entra ID grants `offline_access` with any prompt; the provider only with that for consent, and then misses it here.
  if (form.get('grant_type') === 'refresh_token') form.delete('scope');
  Object.assign(request, request.method === 'POST' && { body: Object.fromEntries(form) });
  if (signIn?.answer(request, response)) return;
  const issuer = `${origin}/${TENANT_ID}/v2.0`;
  sendJson(response, 200, {
    issuer,
    authorization_endpoint: `${origin}/${TENANT_ID}/oauth2/v2.0/authorize`,
    token_endpoint: `${origin}/${TENANT_ID}/oauth2/v2.0/token`,
    jwks_uri: `${origin}/${TENANT_ID}/discovery/v2.0/keys`,
  });
}

function answerApplication(response: ServerResponse, form: URLSearchParams, origin: string): void {
  const isOurs =
    form.get('client_id') === CLIENT_ID &&
    form.get('client_secret') === CLIENT_SECRET &&
    (form.get('scope') ?? '').includes(`${origin}/.default`);
  if (isOurs) sendJson(response, 200, { token_type: 'Bearer', expires_in: 3599, access_token: APP_TOKEN });
  else {
    sendJson(response, 401, {
      error: 'invalid_client',
      error_description: 'AADSTS7000215: Invalid client secret provided.',
    });
  }
}

function answerGraph(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  directory: GraphDirectory,
  refusals: GraphRefusal[],
): void {
  const at = refusals.findIndex(({ to }) => to === undefined || to.test(url.pathname));
  const [refusal] = at === -1 ? [] : refusals.splice(at, 1);
  if (refusal?.isCut) {
    response.destroy();
    return;
  }
  if (refusal?.onSilence !== undefined) {
    refusal.onSilence();
    return;
  }
  if (refusal !== undefined) {
    const body = { error: { code: refusal.code ?? 'UnknownError', message: 'The double refused.' } };
    sendJson(response, refusal.status, body, refusal.headers);
    return;
  }
  if (request.headers.authorization !== `Bearer ${APP_TOKEN}`) {
    sendJson(response, 401, { error: { code: 'InvalidAuthenticationToken' } });
    return;
  }
  const { status, body } = directory.answer(url, String(request.headers.prefer ?? ''));
  sendJson(response, status, body);
}
