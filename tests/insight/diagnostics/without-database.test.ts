import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { admitPage } from '@/server/http/doors/admit-page';
import { type ConfiguredApp, configureApp } from '../../support/app/app';
import { loadRoute, send } from '../../support/app/http';
import { askServer } from '../../support/app/operator';

const KEY = 'operator-key-of-a-test';
const sockets = new Set<Socket>();
/** Takes connections, and never says anything. */
const silent = createServer((socket) => {
  sockets.add(socket.on('error', () => {}));
  socket.on('close', () => sockets.delete(socket));
});
let app: ConfiguredApp;

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  if (typeof address === 'string' || address === null) throw new Error('There is no port');
  app = await configureApp(`postgresql://pushboard:its-password@127.0.0.1:${address.port}/pushboard`, {
    OPERATOR_KEY: KEY,
  });
});

afterAll(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  silent.close();
  await app.stop();
});

/** Sends a request, and lets half a minute pass as soon as it waits. */
async function sendAndWait(...request: Parameters<typeof send>) {
  await loadRoute(request[0], request[1]);
  const { answer, passedMs } = await passTime(() => send(...request));
  return { ...answer, passedMs };
}

/** Leaves sockets and files their moment between two steps of the time that is made up. */
const { setTimeout: setRealTimeout } = globalThis;

/** Does the work, and lets time pass as soon as it waits. Returns how much of it passed. */
async function passTime<T>(work: () => Promise<T>): Promise<{ answer: T; passedMs: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const answer = work().finally(() => {
    isOver = true;
  });
  let passedMs = 0;
  while (!isOver && passedMs < 61_000) {
    await new Promise((resolve) => setRealTimeout(resolve, 2));
    await vi.advanceTimersByTimeAsync(500);
    passedMs += 500;
  }
  vi.useRealTimers();
  return { answer: await answer, passedMs };
}

describe('while the database is silent', () => {
  it('its checks fail within 30 seconds, and strangers learn no more', async () => {
    const { status, body, passedMs } = await sendAndWait('GET', '/diagnostics/flankdb/read');
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'failure', data: null, traceback: null, stack: null });
    expect(passedMs).toBeLessThanOrEqual(31_000);
  });

  it('the operator signs in, and sees why, without its password', async () => {
    const { status, headers } = await sendAndWait('POST', '/diagnostics/operator', { body: { key: KEY } });
    expect(status).toBe(204);
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const port = await send('GET', '/diagnostics/flankdb/port', { headers: { cookie } });
    expect(port.body).toMatchObject({ state: 'success', data: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
    const read = await sendAndWait('GET', '/diagnostics/flankdb/read', { headers: { cookie } });
    expect(read.body).toMatchObject({ state: 'failure', traceback: expect.any(String) });
    expect(JSON.stringify(read.body)).not.toContain('its-password');
  });

  it('parts of the server are not called broken because of it, and some are known without it', async () => {
    await loadRoute('GET', '/diagnostics/server/queue');
    const { answer } = await passTime(() =>
      Promise.all((['queue', 'certificates', 'configuration'] as const).map(askServer)),
    );
    expect(answer.map(({ state }) => state)).toEqual(['warning', 'success', 'success']);
    expect(answer[0]).toMatchObject({
      message: "The database can't be used, so this could not be checked.",
      traceback: expect.any(String),
    });
    expect(JSON.stringify(answer)).not.toContain('its-password');
  });

  it('the page is rendered after a moment, while others are not', async () => {
    const open = (needsDatabase: boolean) => admitPage({}, new AbortController().signal, needsDatabase);
    const { answer, passedMs } = await passTime(() => Promise.all([open(false), open(true)]));
    const admitted = { rendered: expect.any(Function), sent: expect.any(Function) };
    expect(answer).toEqual([admitted, expect.objectContaining({ why: 'databaseAway' })]);
    expect(passedMs).toBeLessThanOrEqual(12_000);
  });

  it('a caller with a session is answered as if signed out', async () => {
    const { status, body } = await sendAndWait('GET', '/diagnostics/flankdb/port', {
      headers: { cookie: 'pushboard_session=any' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'success', data: null });
  });
});
