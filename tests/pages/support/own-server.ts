import type { Method } from '@/lib/contract/operation';
import { API_BASE } from '@/lib/wire/url';
import { sendRaw } from '../../support/app/http';
import { cookiesFor, keepCookies } from './cookies';

/** `fetch` of a page: its own server's route files answer, in this process. No other server is reached. */
export async function fetchFromOwnServer(
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href);
  if (url.origin !== window.location.origin || !url.pathname.startsWith(`${API_BASE}/`)) {
    throw new TypeError(`No page asks for ${url.href}`);
  }
  const headers = new Headers(init.headers);
  headers.set('origin', window.location.origin);
  const cookies = [...cookiesFor()].map(([name, value]) => `${name}=${value}`);
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  const response = await sendRaw(
    (init.method ?? 'GET') as Method,
    url.pathname.slice(API_BASE.length) + url.search,
    {
      headers: Object.fromEntries(headers),
      ...(init.body === null || init.body === undefined ? {} : { body: init.body }),
      ...(init.signal ? { signal: init.signal } : {}),
    },
  );
  keepCookies(response.headers);
  return response;
}
