import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '@/lib/base/paths';
import { log } from '@/server/base/log';
import { type Admission, admitPage, type PageRefused } from '@/server/http/doors/admit-page';
import { whenClosed } from '@/server/http/responses/when-closed';

/**
 * What is no page. Probes come by addresses of their own, and are told nothing but whether we serve; metrics need their
 * token. The API, the exchange with identity providers, and programs that speak MCP and OAuth are limited by their own
 * wrappers. Any other address may turn out to be a page, if only one that says that nothing is there.
 */
const NO_PAGE =
  /^\/(?:api\/v1\/|api\/auth\/|api\/oauth\/|\.well-known\/oauth-|_next\/static\/|(?:api\/mcp|healthz|livez|readyz|metrics|stats)$)/;

/** Whether an address may turn out to be a page. */
export function mayBePage(target = '/'): boolean {
  // Dots and encoded dots are resolved as the framework resolves them.
  const base = 'http://localhost';
  return !URL.canParse(target, base) || !NO_PAGE.test(new URL(target, base).pathname);
}

/** The page that says what is wrong opens while the database is down. */
const isDiagnostics = (target = '/'): boolean => target.split('?', 1)[0] === paths.diagnostics;

/** Whether a page may be rendered now. If it may not, the caller has been answered, unless they left. */
export async function letIn(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const over = new AbortController();
  whenClosed(response, () => over.abort());
  try {
    const admission = await admitPage(request.headers, over.signal, !isDiagnostics(request.url));
    if ('why' in admission) {
      if (!over.signal.aborted) sendRefusal(response, admission);
      return false;
    }
    if (!over.signal.aborted) {
      giveBackWhenRendered(response, admission);
      return true;
    }
    admission.rendered();
    admission.sent();
  } catch (error) {
    log().error({ err: error }, 'A page could not be admitted');
    response.writeHead(500, { 'Cache-Control': 'no-store' }).end('Something went wrong. Try again.\n');
  }
  return false;
}

/**
 * A page is rendered as fast as it can be, whatever its reader takes: else those who read nothing would keep the few places
 * for as long as they like. What waits for them is a page's size at most; see `SlowReaders`.
 */
export function giveBackWhenRendered(response: ServerResponse, { rendered, sent }: Admission): void {
  const write = response.write.bind(response) as (...parts: unknown[]) => boolean;
  response.write = (...parts: unknown[]) => {
    write(...parts);
    return true;
  };
  response.once('prefinish', rendered);
  whenClosed(response, () => {
    rendered();
    sent();
  });
}

const refusals = {
  tooMany: { status: 429, words: 'Too many pages were opened at once.' },
  databaseAway: { status: 503, words: 'Pushboard cannot reach its database.' },
};

/** Sends a page that loads itself again when it may. */
function sendRefusal(response: ServerResponse, { why, retryAfterSeconds }: PageRefused): void {
  const { status, words } = refusals[why];
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>One moment</title><p>${words} This page loads again in ${retryAfterSeconds} seconds.</p></html>\n`;
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'Retry-After': String(retryAfterSeconds),
    })
    .end(body);
}
