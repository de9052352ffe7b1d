import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Pages set their own, which allows their scripts; nothing else may run or load anything.
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** For a year, but not for subdomains, which may belong to others. */
const ONLY_TLS = { 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * Adds the headers that make browsers protect users to every response of this process, whatever its address or status,
 * and whatever writes it: a page, the API, a file, a redirect, or the framework's own errors. A response that sets one
 * of them keeps its own.
 *
 * @param isBehindTls whether callers reach us by https
 */
export function addDefaultHeaders(isBehindTls: boolean): void {
  const defaults = Object.entries({ ...ALWAYS, ...(isBehindTls ? ONLY_TLS : {}) });
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { request: IncomingMessage; response: ServerResponse };
    const writeHead = response.writeHead.bind(response);
    // Every head passes through here, even one that is sent with the first byte of a body. This late, nothing can mistake a
    // default for a header that was set on purpose.
    response.writeHead = (...head: unknown[]) => {
      for (const [name, value] of defaults) {
        if (!response.hasHeader(name)) response.setHeader(name, value);
      }
      return Reflect.apply(writeHead, response, head);
    };
  });
}
