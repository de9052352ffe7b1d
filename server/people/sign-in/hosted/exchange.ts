import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import NextAuth, { type NextAuthOptions } from 'next-auth';
import { decoded } from '@/lib/base/text/decoded';
import { env, tellAuthLibrary } from '@/server/base/env';
import { noteFault } from '@/server/base/outside/troubles';
import { withDeadline } from '@/server/base/waiting/deadline';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { PROVIDER_MS } from '@/server/people/sign-in/discovery-document';
import type { DiscoveredIssuer } from '@/server/people/sign-in/hosted/discover';
import { providerOf } from '@/server/people/sign-in/hosted/provider';
import type { OtherIssuer } from '@/server/people/sign-in/other-issuer';

/** For all requests to the provider together: the library's own limit is for silence, and for each of them. */
const EXCHANGE_MS = 3 * PROVIDER_MS;

/** What the library is asked: one of the three actions that we serve. */
export interface ExchangeRequest {
  action: 'csrf' | 'signin' | 'callback';
  /** The only issuer that the library knows in this request; null for none. */
  issuer: DiscoveredIssuer | null;
  query: Record<string, string>;
  body: Record<string, string>;
  cookieHeader: string;
}

/** What the library answers. */
export interface ExchangeResult {
  status: number;
  /** `Set-Cookie` values. */
  cookies: string[];
  /** Where it wants the browser to go; null if nowhere. */
  goTo: string | null;
  body: unknown;
  /** What it reported as an error; null if nothing. */
  error: unknown;
}

/** The library has one logger for all requests; this tells them apart. */
const current = new AsyncLocalStorage<ExchangeResult>();

const logger: NextAuthOptions['logger'] = {
  error: (_code, metadata) => {
    const result = current.getStore();
    if (result !== undefined)
      result.error = metadata instanceof Error ? metadata : (metadata.error ?? metadata);
  },
  warn: () => {},
  debug: () => {},
};

/** The library's cookies are encrypted with a key of their own, which rotates with the first key of the ring. */
function librarySecret(): string {
  const [first] = env().encryptionKeys;
  if (first === undefined) throw new Error('The key ring is empty');
  return createHash('sha256').update('sign-in cookies').update(first.key).digest('base64');
}

/**
 * Hands a request to the authentication library, which does the exchange with the provider and nothing else.
 *
 * @param finish called with the verified claims of a successful exchange, and with the ID token that says them; returns
 *   where to go. The library then begins no session of its own.
 */
export async function exchange(
  request: ExchangeRequest,
  finish: (claims: unknown, idToken: string | null) => Promise<string>,
): Promise<ExchangeResult> {
  const { appUrl } = env();
  const { action, issuer } = request;
  tellAuthLibrary(appUrl);
  const result: ExchangeResult = { status: 200, cookies: [], goTo: null, body: null, error: null };
  let otherIssuer: OtherIssuer | null = null;
  const options: NextAuthOptions = {
    providers:
      issuer === null
        ? []
        : [
            providerOf(issuer, (error) => {
              otherIssuer = error;
            }),
          ],
    secret: librarySecret(),
    useSecureCookies: appUrl.startsWith('https:'),
    pages: { error: '/loading', signIn: '/sign-in' },
    callbacks: {
      signIn: ({ profile, account }) => finish(profile, account?.id_token ?? null),
    },
    logger,
  };
  // The library's calling convention of API routes, which needs nothing of the framework's request scope.
  const handle: (request: object, response: object) => Promise<void> = NextAuth(options);
  const incoming = {
    method: action === 'signin' ? 'POST' : 'GET',
    query: { ...request.query, nextauth: issuer === null ? [action] : [action, issuer.id] },
    body: request.body,
    cookies: cookiesOf(request.cookieHeader),
    headers: {},
  };
  await current
    .run(result, () => withDeadline(EXCHANGE_MS, null, () => handle(incoming, responseInto(result))))
    .catch((error: unknown) => {
      if (!(error instanceof TookTooLong)) throw error;
      noteFault('sign_in', error);
      result.error = error;
    });
  result.error = otherIssuer ?? result.error;
  return result;
}

function cookiesOf(header: string): Record<string, string> {
  return Object.fromEntries(
    header.split(';').flatMap((part) => {
      const [name, ...rest] = part.trim().split('=');
      return name === undefined || name === '' ? [] : [[name, decoded(rest.join('='))]];
    }),
  );
}

/** The few parts of a response that the library uses. */
function responseInto(result: ExchangeResult) {
  const response = {
    status(code: number) {
      result.status = code;
      return response;
    },
    getHeader: (name: string) => (name.toLowerCase() === 'set-cookie' ? result.cookies : undefined),
    setHeader(name: string, value: string | string[]) {
      if (name.toLowerCase() === 'set-cookie') result.cookies = [value].flat();
      if (name.toLowerCase() === 'location') result.goTo = [value].flat()[0] ?? null;
      return response;
    },
    json(body: unknown) {
      if (typeof body === 'object' && body !== null && 'url' in body) result.goTo = String(body.url);
      else result.body = body;
    },
    send(body: unknown) {
      result.body = body;
    },
    end() {},
  };
  return response;
}
