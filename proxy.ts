import { type NextRequest, NextResponse } from 'next/server';
import { isDemoHost } from '@/lib/base/hosts';
import { env } from '@/server/base/env';

/**
 * Before every page and file (the API has a wrapper of its own): demo mode answers only to hosts of this machine, and
 * each page gets a nonce, so that no script or style runs but our own. Any address may turn out to be a page, if only one
 * that says that nothing is there, so what an address ends in decides nothing.
 */
export function proxy(request: NextRequest): NextResponse {
  const { authMode, demoHosts, demoAllowRemote, nodeEnv, signInWindow } = env();
  if (authMode === 'demo' && !isDemoHost(request.headers.get('host'), demoHosts, demoAllowRemote)) {
    return new NextResponse('Demo mode answers only at localhost. Set DEMO_HOSTS to allow another name.\n', {
      status: 403,
    });
  }
  if (request.nextUrl.pathname.startsWith('/_next/static/')) return NextResponse.next();
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = contentSecurityPolicy(nonce, nodeEnv === 'development');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-path', request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from this header of the request.
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  const opensWindows = authMode === 'directory' || signInWindow === 'popup';
  const openerPolicy = openerPolicyOf(request.nextUrl.pathname, opensWindows);
  if (openerPolicy !== null) response.headers.set('Cross-Origin-Opener-Policy', openerPolicy);
  response.headers.set('Content-Security-Policy', policy);
  return response;
}

/** Pages that a sign-in in a pop-up ends on, which must be able to close themselves. */
const LAST_PAGES = new Set(['/loading', '/blank']);

/**
 * A page that opens a sign-in in a pop-up must see when it is closed. Any page may become that one, since links lead on
 * without a new document. Where nothing opens pop-ups, each page is apart from the pages of other origins.
 */
function openerPolicyOf(path: string, opensWindows: boolean): string | null {
  if (LAST_PAGES.has(path)) return 'unsafe-none';
  return opensWindows ? 'same-origin-allow-popups' : null;
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
  // All addresses except those that are never pages; the same as in server/http/doors/page-door.ts.
  matcher: [
    '/((?!api/v1/|api/auth/|api/mcp$|api/oauth/|\\.well-known/oauth-|healthz$|livez$|readyz$|metrics$|stats$).*)',
  ],
};
