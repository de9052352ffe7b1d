import { type Cookie, parseCookie } from 'undici';
import type { Cookies, HttpRequest, HttpResponse } from './http-types';

/** A cookie, and the only host that gets it. */
interface Kept {
  host: string;
  path: string;
  name: string;
  value: string;
  isSecure: boolean;
}

/** More than any sign-in sets; a server can't make requests grow without end. */
const mostCookies = 100;

/**
 * The cookies that servers set during a run (RFC 6265), such as on the redirect after a sign-in. Each goes to the very host
 * that set it, whatever domain it names, and nothing outlives the run.
 */
export class CookieJar implements Cookies {
  private kept: Kept[] = [];

  take(request: HttpRequest, { headers }: Pick<HttpResponse, 'headers'>): void {
    const { hostname: host } = new URL(request.origin);
    for (const [header, text] of headers) {
      const cookie = header === 'set-cookie' ? parseCookie(text) : null;
      if (cookie === null || cookie.name === '') continue;
      const path = pathOf(cookie, request);
      const { name, value, secure: isSecure = false } = cookie;
      this.kept = this.kept.filter(
        (other) => other.host !== host || other.name !== name || other.path !== path,
      );
      if (!isExpired(cookie)) this.kept.push({ host, path, name, value, isSecure });
    }
    this.kept = this.kept.slice(-mostCookies);
  }

  /** Of two with the same name, the one that the server set is sent. */
  addTo(request: HttpRequest): HttpRequest {
    const { hostname, protocol } = new URL(request.origin);
    const due = this.kept.filter(
      ({ host, path, isSecure }) =>
        host === hostname && (!isSecure || protocol === 'https:') && isBelow(request.target, path),
    );
    if (due.length === 0) return request;
    const own = request.headers.filter(([name]) => isCookie(name)).flatMap(([, text]) => text.split(/; */));
    const others = own.filter((pair) => !due.some(({ name }) => pair.startsWith(`${name}=`)));
    const set = due.map(({ name, value }) => `${name}=${value}`);
    const headers = request.headers.filter(([name]) => !isCookie(name));
    return { ...request, headers: [...headers, ['cookie', [...others, ...set].join('; ')]] };
  }
}

const isCookie = (header: string): boolean => header.toLowerCase() === 'cookie';

function isExpired({ maxAge, expires }: Cookie): boolean {
  if (maxAge !== undefined) return maxAge <= 0;
  return expires !== undefined && new Date(expires).getTime() <= Date.now();
}

/** The path that a cookie is for: by default, the folder of what was called (RFC 6265 §5.1.4). */
function pathOf({ path }: Cookie, { target }: HttpRequest): string {
  if (path?.startsWith('/')) return path;
  const called = pathIn(target);
  return called.slice(0, Math.max(1, called.lastIndexOf('/')));
}

function isBelow(target: string, path: string): boolean {
  const called = pathIn(target);
  return called === path || called.startsWith(path.endsWith('/') ? path : `${path}/`);
}

const pathIn = (target: string): string => target.replace(/\?.*$/s, '');
