import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { metrics } from '@/server/http/metrics/metrics';
import { whenClosed } from '@/server/http/responses/when-closed';

/** Measures every request that this process answers. */
export function measureRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { request: IncomingMessage; response: ServerResponse };
    const startedAtMs = performance.now();
    const { requests, openRequests } = metrics();
    openRequests.inc();
    whenClosed(response, () => {
      openRequests.dec();
      // An event stream lasts as long as a page is open.
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) return;
      // The caller left before anything was sent.
      const status = response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : 'none';
      requests.observe({ status }, (performance.now() - startedAtMs) / 1000);
    });
  });
}
