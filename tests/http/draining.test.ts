import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { drain, noteServers } from '@/server/http/doors/draining';

it('S17 a server that drains closes idle connections at once, and the others with their response', async () => {
  noteServers();
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/held') held.push(response);
    else response.end('here');
  });
  // As long as a proxy keeps a connection: nothing here may wait for it.
  server.keepAliveTimeout = 3_600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask = async (path: string): Promise<IncomingMessage> => {
    const [response] = await once(get({ port, path, agent }), 'response');
    response.resume();
    return response;
  };

  expect((await ask('/idle')).headers.connection).toBe('keep-alive');
  const before = ask('/held');
  const begun = ask('/held');
  await expect.poll(() => held.length).toBe(2);
  held[0]?.write('begun ');
  drain();
  const closed = once(server, 'close');
  server.close();
  for (const response of held) response.end('over');
  expect((await before).statusCode).toBe(200);
  expect((await begun).statusCode).toBe(200);
  await closed;
});

it('a request that comes while the server drains is answered, and told to leave', async () => {
  const server = createServer((_, response) => response.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  await response.text();
});
