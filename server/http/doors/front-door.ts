import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isDemoHost } from '@/lib/base/hosts';
import { env } from '@/server/base/env';
import { answerDirectly } from '@/server/http/doors/api-door';
import { allowedMethods } from '@/server/http/doors/operation-paths';
import { letIn, mayBePage } from '@/server/http/doors/page-door';
import { slowReaders } from '@/server/http/doors/slow-readers';
import { sendStatic } from '@/server/http/doors/static-door';

/**
 * Decides about each request before the framework sees it: a request to the API is answered here once its route is loaded,
 * scripts and style sheets are sent as they were compressed once, and a page is admitted first. Turning a page away in the
 * framework takes as long as a few calls of the API do, so a burst of hundreds would hold up everybody for a second.
 */
export function guardFrontDoor(): void {
  // In development, the framework loads a route again whenever its code changes.
  const isDirect = env().nodeEnv === 'production';
  const guarded = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    // Without a listener, the header `Upgrade` is ignored, as it may be; the framework's would close the connection.
    if (isDirect) server.removeAllListeners('upgrade');
    const emit = server.emit.bind(server) as (event: string, ...parts: unknown[]) => boolean;
    server.emit = (event: string, ...parts: unknown[]) => {
      if (event !== 'request') return emit(event, ...parts);
      const [request, response] = parts as [IncomingMessage, ServerResponse];
      slowReaders().watch(response);
      if (answerOdd(request, response)) return true;
      if (isDirect && answerDirectly(request, response)) return true;
      if (isRefused(request)) return refuseMethod(response);
      if (isDirect && mayAsk(request)) {
        if (sendStatic(request, response, () => emit(event, ...parts))) return true;
      }
      if (!mayBePage(request.url)) return emit(event, ...parts);
      void letIn(request, response).then((isIn) => {
        if (isIn) emit(event, ...parts);
      });
      return true;
    };
  });
}

const ALL_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Answers what asks for nothing that is here, and returns whether it did. */
function answerOdd({ method, url }: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'OPTIONS' && url === '*') {
    response.writeHead(204, { Allow: ALL_METHODS }).end();
    return true;
  }
  // What a caller sent, a browser's cookies included, isn't sent back.
  if (method !== 'TRACE' && method !== 'CONNECT') return false;
  return refuseMethod(response);
}

/** Whether the API has the path, but not with this method. The framework would have sent its headers before it ends. */
function isRefused({ method = '', url }: IncomingMessage): boolean {
  const allowed = url === undefined ? null : allowedMethods(url);
  return allowed !== null && !allowed.split(', ').includes(method);
}

/** Ends a response that nothing of is written yet: the API's refusals get their body then. */
function refuseMethod(response: ServerResponse): true {
  response.statusCode = 405;
  response.setHeader('Allow', ALL_METHODS);
  response.end();
  return true;
}

/** Whether a caller may have files. In demo mode, the framework refuses callers that use a foreign name for us (proxy.ts). */
function mayAsk({ headers }: IncomingMessage): boolean {
  const { authMode, demoHosts, demoAllowRemote } = env();
  return authMode !== 'demo' || isDemoHost(headers.host ?? null, demoHosts, demoAllowRemote);
}
