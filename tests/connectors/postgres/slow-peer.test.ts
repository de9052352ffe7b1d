import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { connectionTo, newContext, waiting } from './support';

/** The protocol's AuthenticationOk, then ReadyForQuery. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Accepts everyone, and never responds to a query. */
const sockets = new Set<Socket>();
let questions = 0;
const silent = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(socket));
  socket.once('data', () => socket.write(welcome));
  socket.on('data', () => {
    questions += 1;
  });
});

let url = '';
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('The double has no port');
  url = `postgresql://x:x@127.0.0.1:${address.port}/x`;
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await postgresConnector.close();
  silent.close();
});

it.each(['check', 'discover'] as const)('S36 a server that never answers is given up: %s', async (method) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connection = { ...connectionTo(url), tls: { mode: 'disable' as const } };
  const before = questions;
  const message = postgresConnector[method](connection, newContext(), waiting()).then(
    () => 'answered',
    (error: Error) => error.message,
  );
  // The greeting, then the query that gets no response.
  await expect.poll(() => questions).toBe(before + 2);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await message).toContain('did not respond within 60 seconds');
  await expect.poll(() => sockets.size).toBe(0);
});
