import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readMe } from '@/lib/contract/people/people';
import { callApi } from './api-client';

let respond: (response: ServerResponse) => void = () => undefined;
const server = createServer((_, response) => respond(response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => fetch(base + url, init));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const begin = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('[{"org_id": ');
};

test('a connection that breaks within a response is a server that cannot be reached', async () => {
  respond = (response) => {
    begin(response);
    setImmediate(() => response.destroy());
  };
  await expect(callApi(readMe, {})).rejects.toMatchObject({ status: 0, code: 'offline' });
});

test("a proxy's page in place of the response is a server that cannot be reached", async () => {
  respond = (response) => response.end('<html>Sign in to this network</html>');
  await expect(callApi(readMe, {})).rejects.toMatchObject({ status: 0, code: 'offline' });
});

test('a call that its caller ends keeps the reason', async () => {
  const caller = new AbortController();
  respond = (response) => {
    begin(response);
    setImmediate(() => caller.abort(new Error('enough')));
  };
  await expect(callApi(readMe, {}, { signal: caller.signal })).rejects.toThrow('enough');
});
