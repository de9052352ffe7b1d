import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readEvents } from '../support/app/event-stream';
import { Program } from '../support/app/oauth-program';
import { SignInBrowser } from '../support/app/sign-in-browser';
import { type OidcDouble, startOidc } from '../support/doubles/oidc';
import {
  ADMIN,
  callApp,
  commitRoutine,
  connectSource,
  type RemoteCommand,
  SANDBOX,
} from '../support/doubles/remote-app';
import { type FaultApp, startFaultApp } from './fault-app';

// A balancer that sends each request to the other web process: nothing may depend on which one answers.

const SOURCE = `create function doubled(n int) returns table (twice int) language plpgsql as $$ begin
    perform pg_sleep(case n when 0 then 60 else 0.5 end);
    return query select n * 2;
  end $$;`;

/** How many of each a person may have in all, at two processes. */
const AT_ONCE = 12;
const ATTEMPTS = 6;

let app: FaultApp;
let command: RemoteCommand;
let turn = 0;
const next = (): string => app.origins[turn++ % app.origins.length] ?? '';
const call = (method: string, path: string, body?: unknown) => callApp(next(), method, path, body);

beforeAll(async () => {
  app = await startFaultApp(SOURCE, {
    REQUESTS_AT_ONCE: String(AT_ONCE),
    SIGN_IN_ATTEMPTS_PER_MINUTE: String(ATTEMPTS),
  });
  const credsId = await connectSource(next(), app.sourceUrl);
  command = await commitRoutine(next(), credsId, 'public.doubled(integer)');
}, 240_000);
afterAll(() => app?.stop());

const asAdmin = { 'x-demo-user-id': ADMIN };

/** @param n 0 for a run that goes on */
async function startRun(n = 21): Promise<number> {
  const { run_id: runId } = z
    .object({ run_id: z.int() })
    .parse(await call('POST', `/${SANDBOX}/run-async-i`, command));
  const body = { ...command, runId, runrams: { n } };
  await call('POST', `/${SANDBOX}/run-async-ii`, body);
  return runId;
}

describe('requests that alternate between two web processes', () => {
  it('start a run, follow it, and download its result', async () => {
    const runId = await startRun();
    const stream = await fetch(`${next()}/api/v1/${SANDBOX}/kits/${command.kitId}/runs/${runId}/events`, {
      headers: asAdmin,
    });
    const events = await readEvents(stream);
    expect(events.at(-1)).toMatchObject({ event: 'status', data: { status: 'success' } });
    const link = await call('GET', `/${SANDBOX}/runs/${runId}/download-link/csv`);
    const { pathname, search } = new URL(z.object({ url: z.string() }).parse(link).url);
    const file = await fetch(next() + pathname + search, { headers: asAdmin });
    expect(await file.text()).toContain('42');
  });

  it('continue an event stream at another process where the first one stopped', async () => {
    const runId = await startRun();
    const path = `/api/v1/${SANDBOX}/kits/${command.kitId}/runs/${runId}/events`;
    const first = await readEvents(await fetch(next() + path, { headers: asAdmin }));
    const lastId = first.at(-2)?.id ?? '';
    const rest = await readEvents(
      await fetch(next() + path, { headers: { ...asAdmin, 'last-event-id': lastId } }),
    );
    expect(rest.at(-1)).toMatchObject({ event: 'status', data: { status: 'success' } });
  });

  it('make a spreadsheet at one process, and fetch it from another', async () => {
    const runId = await startRun();
    await callApp(next(), 'GET', `/${SANDBOX}/kits/${command.kitId}/runs/${runId}?wait=20`);
    const link = await call('GET', `/${SANDBOX}/runs/${runId}/download-link/xlsx`);
    const { pathname, search } = new URL(z.object({ url: z.string() }).parse(link).url);
    const file = await fetch(next() + pathname + search, { headers: asAdmin });
    expect(file.status).toBe(200);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('upload a description to one process, and read it at another', async () => {
    const form = new FormData();
    const description = {
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'https://shop.example.com' }],
      paths: { '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'ok' } } } } },
    };
    form.append('file', new File([JSON.stringify(description)], 'shop.json'));
    const uploaded = await fetch(`${next()}/api/v1/${SANDBOX}/openapi-upload`, {
      method: 'POST',
      headers: asAdmin,
      body: form,
    });
    const [source] = z
      .array(z.object({ static_command_source_id: z.int(), creds_id: z.int(), error: z.null() }))
      .parse(await uploaded.json());
    const diff = await call('POST', `/${SANDBOX}/bulk-diff`, [
      { staticCommandSourceId: source?.static_command_source_id, credsId: source?.creds_id },
    ]);
    expect(JSON.stringify(diff)).toContain('/orders');
  });

  it('repeat a request with its key at another process, and get the first response', async () => {
    const headers = { 'idempotency-key': 'of-two-processes' };
    const first = await callApp(next(), 'POST', `/${SANDBOX}/run-async-i`, command, headers);
    expect(await callApp(next(), 'POST', `/${SANDBOX}/run-async-i`, command, headers)).toEqual(first);
  });
});

describe('limits of two web processes together', () => {
  it('S30 allow as many attempts to sign in from an address as one process would', async () => {
    await app.own.query('delete from sign_in_allowance');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 3 * ATTEMPTS; attempt += 1) {
      const origin = next();
      const response = await fetch(`${origin}/api/v1/demo/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ userId: 'demo-none' }),
      });
      statuses.push(response.status);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(ATTEMPTS);
  });

  it('allow a person as many requests at once as one process would', async () => {
    const runId = await startRun(0);
    const leaving = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: 3 * AT_ONCE }, () =>
        fetch(`${next()}/api/v1/${SANDBOX}/events?runs=${runId}`, {
          headers: asAdmin,
          signal: leaving.signal,
        }),
      ),
    );
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(AT_ONCE);
    leaving.abort();
  });
});

/** Sends each request of a sign-in to the other process. */
class WanderingBrowser extends SignInBrowser {
  override async own(method: 'GET' | 'POST', path: string, body?: object): Promise<Response> {
    const response = await fetch(hosted.origins[turn++ % 2] + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: this.cookie(),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', origin: 'http://localhost:3000' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.keep('http://localhost:3000', response);
    return response;
  }
}

/** A program whose requests, and whose person's consent, each reach the other process. */
class WanderingProgram extends Program {
  constructor(private readonly browser: WanderingBrowser) {
    super('http://localhost:3000', undefined, (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const at = `${hosted.origins[turn++ % 2]}${pathname}${search}`;
      return fetch(input instanceof Request ? new Request(at, input) : at, init);
    });
  }

  protected override async consent(body: object) {
    const response = await this.browser.own('POST', '/api/v1/users/me/connected-apps', body);
    return { status: response.status, body: await response.json() };
  }
}

let hosted: FaultApp;
let provider: OidcDouble;

describe('a sign-in through a provider', () => {
  beforeAll(async () => {
    provider = await startOidc(['http://localhost:3000/api/auth/callback/acme']);
    hosted = await startFaultApp('select', {
      AUTH_MODE: 'hosted',
      SIGN_UP: 'open',
      APP_URL: 'http://localhost:3000',
      PROVIDER_ALLOW: '127.0.0.1',
      OIDC_ISSUERS: 'acme',
      ...provider.variables('ACME'),
    });
    provider.accounts.push({ sub: 'ana-1', name: 'Ana', email: 'ana@example.com', email_verified: true });
    provider.next = 'ana-1';
  }, 240_000);
  afterAll(async () => {
    await hosted?.stop();
    await provider?.stop();
  });

  it('begins at one process, returns to the other, and its session holds at both', async () => {
    const browser = new WanderingBrowser();
    await browser.signIn('acme');
    expect(browser.cookieNames()).toEqual(['pushboard_session']);
    for (const origin of hosted.origins) {
      const me = await fetch(`${origin}/api/v1/users/me`, { headers: { cookie: browser.cookie() } });
      expect(await me.json()).toMatchObject({ email: 'ana@example.com' });
    }
  });

  it('allows a program, which registers, exchanges its code, and calls tools at either process', async () => {
    const browser = new WanderingBrowser();
    await browser.signIn('acme');
    const client = await new WanderingProgram(browser).connect();
    for (const _ of hosted.origins) expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
  });
});
