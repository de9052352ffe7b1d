import { type NextRequest, NextResponse } from 'next/server';
import { isDemoHost } from '@/lib/hosts';
import { env } from '@/server/env';
import { admitPage, type PageRefused } from '@/server/http/admit-page';

/**
 * Before every page and file (the API has a wrapper of its own): demo mode answers only to hosts of this machine, nobody
 * floods the server with pages, and each page gets a nonce, so that no script or style runs but our own. Any address may
 * turn out to be a page, if only one that says that nothing is there, so what an address ends in decides nothing.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { authMode, demoHosts, demoAllowRemote, nodeEnv } = env();
  if (authMode === 'demo' && !isDemoHost(request.headers.get('host'), demoHosts, demoAllowRemote)) {
    return new NextResponse('Demo mode answers only at localhost. Set DEMO_HOSTS to allow another name.\n', {
      status: 403,
    });
  }
  if (request.nextUrl.pathname.startsWith('/_next/static/')) return NextResponse.next();
  const admission = await admitPage(request);
  if (admission !== 'admitted') return tryAgain(admission);
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = contentSecurityPolicy(nonce, nodeEnv === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from this header of the request.
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  const openerPolicy = openerPolicies[request.nextUrl.pathname];
  if (openerPolicy !== undefined) response.headers.set('Cross-Origin-Opener-Policy', openerPolicy);
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

/**
 * A sign-in in a pop-up: the page that opens it must see when it is closed, and the page that it ends on must be able to
 * close itself. Every other page is apart from the pages of other origins.
 */
const openerPolicies: Readonly<Record<string, string>> = {
  '/sign-in': 'same-origin-allow-popups',
  '/signup': 'same-origin-allow-popups',
  '/sign-in-methods': 'same-origin-allow-popups',
  '/loading': 'unsafe-none',
  '/blank': 'unsafe-none',
};

const refusals = {
  tooMany: { status: 429, words: 'Too many pages were opened at once.' },
  databaseAway: { status: 503, words: 'Pushboard cannot reach its database.' },
};

/** A page that loads itself again when it may. */
function tryAgain({ why, retryAfterSeconds }: PageRefused): NextResponse {
  const { status, words } = refusals[why];
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>One moment</title><p>${words} This page loads again in ${retryAfterSeconds} seconds.</p></html>\n`;
  return new NextResponse(body, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfterSeconds),
    },
  });
}

/** Development needs `eval` for its error overlay and a socket for reloading. */
function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src-elem 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const config = {
  // Probes come by addresses of their own, and are told nothing but whether we serve; metrics need their token. The API,
  // the exchange with identity providers, and programs that speak MCP and OAuth are limited by their own wrappers.
  matcher: ['/((?!api/v1/|api/auth/|api/mcp$|api/oauth/|\\.well-known/oauth-|healthz$|readyz$|metrics$).*)'],
};
