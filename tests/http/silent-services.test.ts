import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { GET } from '@/app/readyz/route';
import { type OutsideService, troubles } from '@/server/base/outside/troubles';
import { flushTracing, startTracing, tracePast } from '@/server/base/tracing/tracing';
import { closeMail, deliver } from '@/server/messages/transport';
import { directoryClient, graphToken } from '@/server/people/directory/graph/token';
import { readDocument } from '@/server/people/sign-in/discovery-document';
import { beat } from '@/server/runs/execute/workers';
import { withApp } from '../support/app/app';
import { type SilentServer, startSilentServer } from '../support/doubles/silent-server';

const server: SilentServer = await startSilentServer();
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

withApp({
  SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  MAIL_FROM: 'pushboard@example.com',
  OTEL_EXPORTER_OTLP_ENDPOINT: server.origin,
});

// The SDK reads it itself, in milliseconds.
process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '200';

/** Longer than the deadline of any service. */
const LONG_MS = 150_000;

const content = { paragraphs: ['Hello.'], note: null, link: null, closing: 'Bye.', replyTo: null };
const to = [{ name: 'Rita', address: 'rita@example.com' }];

const directory = {
  tenantId: '0b5a3a3e-6a52-4b0c-9a53-6a1b6f2f7d10',
  clientId: '0b5a3a3e-6a52-4b0c-9a53-6a1b6f2f7d11',
  clientSecret: 'a secret',
  // Without a byte, a TLS handshake doesn't begin.
  issuer: `https://127.0.0.1:${server.port}/0b5a3a3e-6a52-4b0c-9a53-6a1b6f2f7d10/v2.0`,
  loginUrl: `https://127.0.0.1:${server.port}`,
  graphUrl: server.origin,
};

const provider = {
  id: 'acme',
  label: 'Acme',
  url: server.origin,
  variable: 'OIDC_ACME_ISSUER',
  clientId: 'pushboard',
  clientSecret: 'secret',
  trustsEmail: false,
};

/** How each service is called; all of them lead to a server that takes connections and says nothing. */
const calls: [OutsideService, string, () => Promise<unknown>][] = [
  [
    'mail',
    'a message',
    () => deliver({ mailId: 1, createdAt: new Date(), to, subject: 'Hi', content, isAutomatic: false }),
  ],
  ['sign_in', "a provider's document", () => readDocument(provider)],
  [
    'directory',
    "the directory's token",
    async () => graphToken(await directoryClient(directory as never), directory as never),
  ],
];

describe('S81 a silent service is given up in time, and /readyz tells of it', () => {
  it.each(calls)('%s: %s', async (service, _, call) => {
    const before = server.accepted();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let outcome: string | null = null;
    const ended = call().then(
      () => {
        outcome = 'answered';
      },
      () => {
        outcome = 'failed';
      },
    );
    while (server.accepted() === before && outcome === null) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    await ended;
    vi.useRealTimers();
    closeMail();
    expect(outcome).toBe('failed');
    expect(server.accepted()).toBeGreaterThan(before);
    expect(troubles().map((trouble) => trouble.service)).toContain(service);
  });

  it('traces: the collector', async () => {
    await startTracing('web');
    tracePast({ name: 'one', kind: 'server', parent: null }, new Date(), new Date());
    await flushTracing();
    await expect.poll(() => troubles().map(({ service }) => service)).toContain('traces');
  });

  it('also what a worker noted, each service once', async () => {
    await beat('worker-1');
    await beat('worker-2');
    const answer = await GET();
    const body = (await answer.json()) as { troubles: { service: string; since: string }[] };
    const told = body.troubles.map(({ service }) => service);
    expect(told.sort()).toEqual(['directory', 'mail', 'sign_in', 'traces']);
    expect(body).toMatchObject({ worker: true });
  });
});
