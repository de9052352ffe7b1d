import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { giveBackWhenRendered } from '@/server/http/doors/page-door';
import { PATIENCE_MS, SlowReaders } from '@/server/http/doors/slow-readers';
import { withApp } from '../support/app/app';

withApp();

const SIZE = 20_000_000;
let server: Server;
let socket: Socket;
let response: ServerResponse;
let nowMs: number;

beforeEach(async () => {
  nowMs = clock.nowMs();
  vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  [, response] = await once(server, 'request');
});

afterEach(() => {
  vi.restoreAllMocks();
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

function* pieces() {
  for (let part = 0; part < 200; part += 1) yield Buffer.alloc(SIZE / 200);
}

test('S78 a reader who takes nothing is closed', async () => {
  const readers = new SlowReaders();
  readers.watch(response);
  response.end(Buffer.alloc(SIZE));
  await expect.poll(() => response.socket?.writableLength ?? 0).toBeGreaterThan(0);
  readers.look();
  nowMs += PATIENCE_MS;
  readers.look();
  expect(response.destroyed).toBe(true);
});

test('S78 a reader who takes what comes, however late, gets all of it', async () => {
  const readers = new SlowReaders();
  readers.watch(response);
  void pipeline(Readable.from(pieces(), { objectMode: false }), response);
  nowMs += PATIENCE_MS - 1;
  readers.look();
  let taken = 0;
  socket.on('data', (bytes) => {
    taken += bytes.length;
    nowMs += PATIENCE_MS / 100;
    readers.look();
  });
  await expect.poll(() => taken).toBeGreaterThan(SIZE);
});

test('S78 the place of a page is free again when it is rendered, even if nothing of it is read', async () => {
  const rendered = vi.fn();
  const sent = vi.fn();
  giveBackWhenRendered(response, { rendered, sent });
  for (let part = 0; part < 20; part += 1) expect(response.write(Buffer.alloc(SIZE / 20))).toBe(true);
  expect(rendered).not.toHaveBeenCalled();
  response.end();
  expect(rendered).toHaveBeenCalled();
  expect(sent).not.toHaveBeenCalled();
  socket.destroy();
  await expect.poll(() => sent.mock.calls.length).toBe(1);
});
