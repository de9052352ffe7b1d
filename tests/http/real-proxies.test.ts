import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';
import { sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { documented, hasProxy, type RealProxy, startProxy } from '../support/doubles/real-proxies';
import { untilPoolIsIdle } from '../support/setup/made-time';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
const source = withSource(
  `create function one() returns integer language sql as 'select 1'`,
  createOrganizations,
);

/** What a proxy has without any of our lines: buffers, and a minute for an answer. */
const bareNginx = 'server { listen 443 ssl; location / { proxy_pass http://127.0.0.1:3000; } }';
const bareHaproxy = documented('haproxy').replaceAll('1h', '50s');

let command: MadeCommand;
let server: Server;
let hosts: string[] = [];
/** Whether our own response has begun. */
let hasBegun = false;
beforeAll(async () => {
  command = await commit(source, 'public.one()');
  server = createServer((incoming, outgoing) => {
    if (incoming.url === '/readyz') return void outgoing.end();
    hosts.push(incoming.headers.host ?? '');
    incoming.resume();
    const body = { olId: command.templateId, kitId: command.commandId, params: {} };
    void sendRaw('POST', `/${ORG_A}/run-sync`, { as: people.runner, body }).then((response) => {
      hasBegun = true;
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      return pipeline(Readable.fromWeb(response.body as never), outgoing);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  vi.useRealTimers();
  hosts = [];
  hasBegun = false;
});

const cases = [
  ['nginx', 'as documented', documented('nginx')],
  ['nginx', 'without any of our lines', bareNginx],
  ['haproxy', 'as documented', documented('haproxy')],
  ['haproxy', 'with a limit of 50 seconds', bareHaproxy],
] as const;

describe.each(cases)('%s %s', (kind, _, block) => {
  const isThere = hasProxy(kind);
  const name = isThere ? 'the response of a long run begins' : `needs the package ${kind}`;

  it.runIf(isThere)(`${name} at its caller before the run has ended`, async () => {
    const proxy: RealProxy = await startProxy(kind, block, (server.address() as AddressInfo).port);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const answered = fetch(`${proxy.origin}/run`, { method: 'POST' });
    const isInLine = async () =>
      (await sql.query(`select from open_run where state = 'waiting'`)).length === 1;
    while (!(await isInLine())) await new Promise(setImmediate);
    while (!hasBegun) {
      await untilPoolIsIdle();
      await vi.advanceTimersByTimeAsync(1000);
      await new Promise(setImmediate);
    }
    vi.useRealTimers();
    const response = await answered;
    expect(response.status).toBe(200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toMatch(/^ +$/);
    await executeWaiting();
    let rest = '';
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      rest += next.value;
    expect(JSON.parse(rest)).toMatchObject({ status: 'success', payload: 1 });
    if (block !== bareNginx) expect(hosts).toEqual([new URL(proxy.origin).host]);
    await proxy.close();
  });
});
