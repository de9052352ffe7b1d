import { authRoute } from '@/server/http/auth-route';

const OWN = 'http://localhost:3000';

/** A browser without a screen: keeps cookies per origin and follows redirects, also those back to us. */
export class SignInBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  private jar(origin: string): Map<string, string> {
    const found = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, found);
    return found;
  }

  cookie(origin = OWN): string {
    return [...this.jar(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  cookieNames(): string[] {
    return [...this.jar(OWN).keys()];
  }

  setCookie(name: string, value: string): void {
    this.jar(OWN).set(name, value);
  }

  keep(origin: string, response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const isOver = attributes.some((each) => /^max-age=0$/i.test(each)) || pair.slice(at + 1) === '';
      if (isOver) this.jar(origin).delete(pair.slice(0, at));
      else this.jar(origin).set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** Sends a request to our own route, as Next would. */
  async own(method: 'GET' | 'POST', path: string, body?: object, more: Record<string, string> = {}) {
    const url = new URL(path, OWN);
    const headers = new Headers({
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      host: 'localhost:3000',
      cookie: this.cookie(),
      'x-forwarded-for': '127.0.0.1',
      ...(body === undefined ? {} : { 'content-type': 'application/json', origin: OWN }),
      ...more,
    });
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const nextauth = url.pathname.split('/').slice(3);
    const response = await authRoute(new Request(url, { method, headers, ...init }), {
      params: Promise.resolve({ nextauth }),
    });
    this.keep(OWN, response);
    return response;
  }

  /** Begins a sign-in; returns the provider's address, or the refusal. */
  async begin(
    issuer: string,
    wanted: object = {},
  ): Promise<{ status: number; url: string; message: string }> {
    const { csrfToken } = (await (await this.own('GET', '/api/auth/csrf')).json()) as { csrfToken: string };
    const response = await this.own('POST', `/api/auth/signin/${issuer}`, {
      csrfToken,
      json: 'true',
      ...wanted,
    });
    const body = (await response.json()) as { url?: string; error?: { message: string } };
    return { status: response.status, url: body.url ?? '', message: body.error?.message ?? '' };
  }

  /** Follows redirects until they lead back to us, and returns the address of our callback. */
  async throughProvider(start: string): Promise<string> {
    let next = new URL(start);
    for (let hops = 0; hops < 10; hops += 1) {
      if (next.origin === OWN) return next.pathname + next.search;
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: this.cookie(next.origin) },
      });
      this.keep(next.origin, response);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} answered ${response.status}: ${await response.text()}`);
      next = new URL(location, next);
    }
    throw new Error('The provider never led back');
  }

  /** Signs in, and returns the page of ours that it ends on. */
  async signIn(issuer: string, wanted: object = {}): Promise<URL> {
    const { url, message } = await this.begin(issuer, wanted);
    if (url === '') throw new Error(message);
    return this.end(await this.throughProvider(url));
  }

  /** Returns from the provider by a callback's address. */
  async end(callback: string): Promise<URL> {
    const response = await this.own('GET', callback);
    return new URL(response.headers.get('location') ?? '', OWN);
  }
}
