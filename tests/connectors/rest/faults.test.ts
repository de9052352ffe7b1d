import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { Client } from 'undici';
import { describe, expect, test } from 'vitest';
import { faultOf } from '@/server/connectors/_shared/http/faults';
import type { HttpRequest } from '@/server/connectors/_shared/http/http-types';
import { send } from '@/server/connectors/_shared/http/send';
import { serverCertificate, serverKey, testAuthority } from '../../support/doubles/certificates';
import {
  expiredCertificate,
  faultyAuthority,
  faultyKey,
  futureCertificate,
  otherNameCertificate,
  selfSignedCertificate,
} from '../../support/doubles/faulty-certificates';
import { startHttpDouble } from '../../support/doubles/http-double';
import { startRawDouble } from '../../support/doubles/raw-http-double';
import { newContext } from '../postgres/support';
import { operationOf, runOperation } from './support';

const get = operationOf({ path: '/x' });
const post = operationOf({ path: '/x', method: 'post' });

const fault = (code: string, message: RegExp) => ({
  name: 'ConnectorError',
  code,
  message: expect.stringMatching(message),
});

describe('a network error says what a runner can do', () => {
  test('refused', async () => {
    const gone = await startRawDouble();
    await gone.close();
    await expect(runOperation(post, {}, { apiBaseUrl: gone.origin })).rejects.toMatchObject(
      fault('unreachable', /refused the connection: nothing listens there/),
    );
  });

  test('reset before a response', async () => {
    const double = await startRawDouble((_, socket) => {
      socket.resetAndDestroy();
      return null;
    });
    await expect(runOperation(post, {}, { apiBaseUrl: double.origin })).rejects.toMatchObject(
      fault('unreachable', /closed the connection/),
    );
    await double.close();
  });

  test('half a body', async () => {
    const double = await startRawDouble(() => 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf');
    await expect(runOperation(post, {}, { apiBaseUrl: double.origin })).rejects.toMatchObject(
      fault('unreachable', /closed the connection before its answer was complete/),
    );
    await double.close();
  });

  test('half a chunked body', async () => {
    const double = await startRawDouble(
      () => 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n',
    );
    await expect(runOperation(post, {}, { apiBaseUrl: double.origin })).rejects.toMatchObject(
      fault('unreachable', /closed the connection before its answer was complete/),
    );
    await double.close();
  });

  test('a chunked body that ends within a chunk', async () => {
    const double = await startRawDouble(
      () => 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhe',
    );
    await expect(runOperation(post, {}, { apiBaseUrl: double.origin })).rejects.toMatchObject(
      fault('unreachable', /closed the connection before its answer was complete/),
    );
    await double.close();
  });

  test('a response that is not HTTP', async () => {
    const double = await startRawDouble(() => 'SSH-2.0-OpenSSH_9.2\r\n\r\n');
    await expect(runOperation(post, {}, { apiBaseUrl: double.origin })).rejects.toMatchObject(
      fault('failed', /is not HTTP/),
    );
    await double.close();
  });

  test('S36 a peer that never responds, and one that sends a byte at a time', async () => {
    const silent = await startRawDouble(() => null);
    await expect(
      runOperation(post, {}, { apiBaseUrl: silent.origin, timeoutSeconds: 1 }),
    ).rejects.toMatchObject(fault('timed_out', /did not answer completely within 1 seconds/));
    await silent.closed;
    await silent.close();
    const dripping = await startRawDouble((_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(timer));
      return null;
    });
    await expect(
      runOperation(post, {}, { apiBaseUrl: dripping.origin, timeoutSeconds: 1 }),
    ).rejects.toMatchObject(fault('timed_out', /did not answer completely/));
    await dripping.closed;
    await dripping.close();
  });

  test('untrusted TLS, and TLS without support for it', async () => {
    const server = createTlsServer({ cert: serverCertificate, key: serverKey }, (socket) => socket.destroy());
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(runOperation(post, {}, { apiBaseUrl: `https://localhost:${port}` })).rejects.toMatchObject(
      fault('unreachable', /No secure connection to localhost.*not trusted here/),
    );
    server.close();
    const plain = await startRawDouble(() => 'HTTP/1.1 400 Bad Request\r\n\r\n');
    const asTls = plain.origin.replace('http:', 'https:');
    const peer = await startHttpDouble((_, response) => void response.end());
    await expect(
      runOperation(post, {}, { apiBaseUrl: peer.origin.replace('http:', 'https:') }),
    ).rejects.toMatchObject(fault('unreachable', /doesn't use TLS on this port|closed the connection/));
    expect(asTls).toMatch(/^https/);
    await plain.close();
    await peer.close();
  });

  test.each([
    [
      'expired',
      expiredCertificate,
      faultyAuthority,
      /certificate has expired\. Ask the people who run the API to renew/,
    ],
    ['not valid yet', futureCertificate, faultyAuthority, /not valid yet/],
    ['issued for another name', otherNameCertificate, faultyAuthority, /another name\. Check the host/],
    ['signed by itself', selfSignedCertificate, undefined, /self-signed.*NODE_EXTRA_CA_CERTS/],
  ])('TLS with a certificate that is %s', async (_, cert, ca, message) => {
    const server = createTlsServer({ cert, key: faultyKey }, (socket) => socket.destroy());
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // The errors of the client itself, if the authority were trusted.
    const client = new Client(`https://localhost:${port}`, {
      connect: { ...(ca === undefined ? {} : { ca }) },
    });
    const met = await client.request({ path: '/', method: 'GET' }).catch((error: unknown) => error);
    expect(faultOf(met, 'api.example')).toMatchObject(fault('unreachable', message));
    await client.destroy();
    server.close();
  });

  test('a peer that requires a client certificate, and one that supports only old TLS', async () => {
    const peers: [TlsOptions, RegExp][] = [
      [
        { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
        /client certificate/,
      ],
      [
        { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' },
        /no secure version of TLS/,
      ],
    ];
    for (const [options, message] of peers) {
      const server = createTlsServer({ cert: serverCertificate, key: serverKey, ...options }, (socket) =>
        socket.end(),
      );
      server.on('tlsClientError', () => {});
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const client = new Client(`https://localhost:${port}`, { connect: { ca: testAuthority } });
      const met = await client.request({ path: '/', method: 'GET' }).catch((error: unknown) => error);
      expect(faultOf(met, 'api.example')).toMatchObject({
        name: 'ConnectorError',
        code: 'unreachable',
        message: expect.stringMatching(message),
      });
      await client.destroy();
      server.close();
    }
  });

  test('an unknown name', async () => {
    await expect(runOperation(post, {}, { apiBaseUrl: 'http://api.invalid' })).rejects.toMatchObject(
      fault('unreachable', /"api.invalid" was not found/),
    );
  });

  test('no base URL', async () => {
    await expect(runOperation(get, {}, {})).rejects.toMatchObject(
      fault('invalid_connection', /no base URL yet/),
    );
  });
});

describe('S36 a response is limited', () => {
  const request = (origin: string): HttpRequest => ({
    method: 'POST',
    origin,
    target: '/',
    headers: [],
    body: null,
    secretHeaders: [],
    secretTexts: [],
    isBodySecret: false,
  });
  const call = {
    guard: newContext(),
    limits: { timeoutMs: 20_000, maximumBytes: 1_000_000 },
    signal: new AbortController().signal,
  };

  test('an endless body is stopped at the limit, and its socket closed', async () => {
    let sentBytes = 0;
    const block = Buffer.alloc(64 * 1024);
    const double = await startRawDouble((_, socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(block)) sentBytes += block.length;
      };
      socket.on('drain', more);
      more();
      return null;
    });
    await expect(send(request(double.origin), call)).rejects.toMatchObject(
      fault('failed', /larger than 1 MB/),
    );
    await double.closed;
    expect(sentBytes).toBeLessThan(20_000_000);
    await double.close();
  });

  test('a gzip bomb is stopped when it has expanded to the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const double = await startHttpDouble(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    await expect(send(request(double.origin), call)).rejects.toMatchObject(
      fault('failed', /larger than 1 MB/),
    );
    await double.close();
  });

  test('S36 a response compressed more than five times is refused before it is decompressed', async () => {
    let [layers, body] = [0, Buffer.from('hello')];
    const double = await startHttpDouble(
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': Array(layers).fill('gzip').join(', ') }).end(body),
    );
    for (layers = 1; layers <= 6; layers += 1) {
      body = gzipSync(body);
      const answered = send(request(double.origin), call);
      if (layers <= 5) expect((await answered).body.toBuffer().toString()).toBe('hello');
      else await expect(answered).rejects.toMatchObject(fault('failed', /compressed 6 times/));
    }
    await double.close();
  });

  test('a response compressed twice is decompressed twice, and invalid gzip is reported', async () => {
    let body = gzipSync(gzipSync('hello'));
    const double = await startHttpDouble(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(body),
    );
    expect((await send(request(double.origin), call)).body.toBuffer().toString()).toBe('hello');
    body = Buffer.from('no gzip at all');
    await expect(send(request(double.origin), call)).rejects.toMatchObject(
      fault('failed', /could not be decompressed/),
    );
    await double.close();
  });
});

describe('retries', () => {
  async function answering(statuses: number[], headers: Record<string, string> = {}) {
    let at = 0;
    return startHttpDouble((_, response) => {
      const status = statuses[Math.min(at, statuses.length - 1)] ?? 200;
      at += 1;
      response.writeHead(status, status === 200 ? {} : headers).end(status === 200 ? 'ok' : '');
    });
  }

  test.each(['get', 'put', 'delete'] as const)('%s is retried at most twice', async (method) => {
    const double = await answering([503, 429, 200], { 'retry-after': '0' });
    const { errors, log } = await runOperation(
      operationOf({ path: '/x', method }),
      {},
      { apiBaseUrl: double.origin },
    );
    expect(errors).toEqual([]);
    expect(double.received).toHaveLength(3);
    expect(log.join('\n')).toContain('3 attempts');
    await double.close();
    const failing = await answering([502], { 'retry-after': '0' });
    const failed = await runOperation(
      operationOf({ path: '/x', method }),
      {},
      { apiBaseUrl: failing.origin },
    );
    expect(failed.errors[0]?.code).toBe('HTTP 502');
    expect(failing.received).toHaveLength(3);
    await failing.close();
  });

  test.each(['post', 'patch'] as const)('%s is never retried', async (method) => {
    const double = await answering([503, 200], { 'retry-after': '0' });
    const { errors } = await runOperation(
      operationOf({ path: '/x', method }),
      {},
      { apiBaseUrl: double.origin },
    );
    expect(errors[0]?.code).toBe('HTTP 503');
    expect(double.received).toHaveLength(1);
    await double.close();
  });

  test('a long requested pause is reported', async () => {
    const double = await answering([429], { 'retry-after': '3600' });
    const { errors } = await runOperation(get, {}, { apiBaseUrl: double.origin });
    expect(errors).toMatchObject([
      { code: 'HTTP 429', hint: expect.stringMatching(/Try again in 3600 seconds/) },
    ]);
    expect(double.received).toHaveLength(1);
    await double.close();
  });

  test.each([
    [
      429,
      { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' },
      /called too often\. Try again after Wed, 21 Oct 2099/,
    ],
    [503, { 'retry-after': '120' }, /right now\. Try again in 120 seconds/],
  ])('%i says when to try again, as the API does', async (status, headers, hint) => {
    const double = await answering([status], headers);
    const { errors } = await runOperation(get, {}, { apiBaseUrl: double.origin });
    expect(errors).toMatchObject([{ code: `HTTP ${status}`, hint: expect.stringMatching(hint) }]);
    expect(double.received).toHaveLength(1);
    await double.close();
  });

  test('a broken connection is retried if that is safe', async () => {
    let connections = 0;
    const double = await startRawDouble((_, socket) => {
      connections += 1;
      if (connections > 1)
        return 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok';
      socket.resetAndDestroy();
      return null;
    });
    expect((await runOperation(get, {}, { apiBaseUrl: double.origin })).whole?.content).toBe('ok');
    await double.close();
  });
});

test('a cancel closes the socket', async () => {
  const double = await startRawDouble(() => null);
  const stop = new AbortController();
  const run = runOperation(get, {}, { apiBaseUrl: double.origin }, { signal: stop.signal });
  await expect.poll(() => double.received.length).toBe(1);
  stop.abort();
  await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  await double.closed;
  await double.close();
});

test.each([
  [400, /did not accept the values/],
  [401, /did not accept the credential/],
  [403, /no permission for this/],
  [404, /Nothing was found at this address/],
  [413, /Send less/],
  [422, /did not accept the values/],
  [500, /on the API's side/],
  [503, /not available right now\. Try again in a while/],
  [300, /doesn't say where/],
])('a response of %i is a failed run with a readable body, and says what to do', async (status, words) => {
  const double = await startHttpDouble(
    (_, response) =>
      void response.writeHead(status, { 'content-type': 'application/problem+json' }).end('{"title":"No"}'),
  );
  const { errors, whole, log } = await runOperation(post, {}, { apiBaseUrl: double.origin });
  expect(errors).toMatchObject([
    { code: `HTTP ${status}`, hint: expect.stringMatching(words), where: `${double.origin}/x` },
  ]);
  expect(whole).toEqual({ format: 'json', content: { title: 'No' } });
  expect(log.join('\n')).toMatch(
    new RegExp(`POST ${double.origin}/x\\nHTTP ${status} .*ms, 14 bytes\\)\\ncontent-type:`),
  );
  await double.close();
});
