import { decoded } from '@/lib/base/text/decoded';
import { ConnectorError } from '../connector-error';
import { type HttpRequest, headerOf, type Withheld } from './http-types';
import type { Exchange } from './send-once';

/** Headers that identify the caller, whatever set them. */
const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization'];

/** The request that a redirect leads to, and what it leaves out of it; null if nothing. */
interface Redirected {
  request: HttpRequest;
  withheld: Withheld | null;
}

/**
 * Returns the request that a redirect leads to; null if the response is not a redirect. As in browsers, 303 turns every
 * method into GET, 301 and 302 turn POST into GET, and 307 and 308 keep the method. Secrets stay with the origin that
 * they were entered for: their headers are not sent elsewhere. If the address or the body contains one, the redirect is
 * not followed, since without the secret it would be a different request.
 */
export function redirected(request: HttpRequest, exchange: Exchange): Redirected | null {
  const location = headerOf(exchange, 'location');
  if (![301, 302, 303, 307, 308].includes(exchange.status) || location === null) return null;
  const url = addressOf(location, request);
  const becomesGet =
    (exchange.status === 303 && request.method !== 'HEAD') ||
    ((exchange.status === 301 || exchange.status === 302) && request.method === 'POST');
  const isOther = url.origin !== new URL(request.origin).origin;
  const isWithheld = (name: string): boolean =>
    isOther && (credentialHeaders.includes(name) || request.secretHeaders.includes(name));
  const isDropped = (name: string): boolean =>
    (becomesGet && name.startsWith('content-')) || isWithheld(name);
  const keepsBody = !becomesGet && request.body !== null;
  if (isOther && (holdsSecret(url, request.secretTexts) || (keepsBody && request.isBodySecret))) {
    throw secretRefused(new URL(request.origin).host, url.host);
  }
  const withheld = request.headers.map(([name]) => name).filter((name) => isWithheld(name.toLowerCase()));
  return {
    request: {
      ...request,
      method: becomesGet ? 'GET' : request.method,
      origin: url.origin,
      target: url.pathname + url.search,
      headers: request.headers.filter(([name]) => !isDropped(name.toLowerCase())),
      body: becomesGet ? null : request.body,
    },
    withheld: withheld.length === 0 ? null : { host: url.host, headers: withheld },
  };
}

/** Whether an address contains one of these texts, however it is encoded. */
function holdsSecret(url: URL, texts: readonly string[]): boolean {
  const written = url.pathname + url.search;
  const queries = [...url.searchParams].flat();
  const readings = [written, decoded(written), ...queries];
  return texts.some((text) => readings.some((reading) => reading.includes(text)));
}

function secretRefused(host: string, other: string): ConnectorError {
  const message = `${host} redirected to ${other}, but the request contains a secret that is only for ${host}, so the redirect was not followed. Check the base URL, or ask the people who run the API.`;
  return new ConnectorError('failed', message);
}

function addressOf(location: string, request: HttpRequest): URL {
  const url = URL.canParse(location, request.origin + request.target)
    ? new URL(location, request.origin + request.target)
    : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const host = new URL(request.origin).host;
    const message = `${host} redirected to an invalid web address. Ask the people who run the API.`;
    throw new ConnectorError('failed', message);
  }
  if (url.username !== '' || url.password !== '') {
    const host = new URL(request.origin).host;
    const message = `${host} redirected to an address with a name and password in it, which is not followed. Ask the people who run the API.`;
    throw new ConnectorError('failed', message);
  }
  return url;
}
