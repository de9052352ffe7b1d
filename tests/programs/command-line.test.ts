import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '@/cli/api';

/** Answers without TLS, and knows no token. */
const server = createServer((_request, response) => {
  response.writeHead(401, { 'Content-Type': 'application/json' });
  response.end(
    JSON.stringify({ error: { code: 'not_signed_in', message: 'This access token is not valid.' } }),
  );
});
let host: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it('a server without TLS is named as one, with the address to use', async () => {
  await expect(connect({ url: `https://${host}`, token: 'pb_x' }).fetch('/')).rejects.toThrow(
    `https://${host} answers without TLS; use http://${host}.`,
  );
});

it('who signs in with a wrong token is not sent to sign in', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'cli/main.ts', 'login', `http://${host}`], {
    env: {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      XDG_CONFIG_HOME: join(tmpdir(), 'pushboard-never-signed-in'),
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end('pb_wrong\n');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  expect((await once(child, 'close'))[0]).toBe(3);
  expect(said.trim()).toBe(
    `Signing in to http://${host}.\nhttp://${host} doesn't accept this token: it has expired, was revoked, or belongs to another Pushboard. Copy another one at http://${host}/copy-token.`,
  );
});
