import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startHttpDouble } from '../../support/doubles/http-double';
import { startRawDouble } from '../../support/doubles/raw-http-double';
import { newContext } from '../postgres/support';
import { operationOf, runOperation } from './support';

const get = operationOf({ path: '/x' });

/** Runs a GET against a peer that sends exactly these bytes. */
async function received(...parts: (string | Buffer)[]) {
  const double = await startRawDouble(() => Buffer.concat(parts.map((part) => Buffer.from(part))));
  try {
    return await runOperation(get, {}, { apiBaseUrl: double.origin });
  } finally {
    await double.close();
  }
}

describe('a response without a body', () => {
  test.each([204, 304])('%i may announce a length', async (status) => {
    const { errors, whole } = await received(`HTTP/1.1 ${status} X\r\ncontent-length: 5\r\n\r\n`);
    expect(errors.map(({ code }) => code)).toEqual(status === 204 ? [] : ['HTTP 304']);
    expect(whole).toBeNull();
  });
});

describe('a compressed body', () => {
  const text = 'hello, '.repeat(20_000);
  const part = (encoding: string, body: Buffer) =>
    received(
      `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
      body,
    );

  test.each([
    ['gzip', 'gzip', gzipSync(text)],
    [
      'gzip in two parts',
      'gzip',
      Buffer.concat([gzipSync(text.slice(0, 7_000)), gzipSync(text.slice(7_000))]),
    ],
    ['gzip with bytes behind it', 'gzip', Buffer.concat([gzipSync(text), Buffer.from('\r\n trailing')])],
    ['gzip with zeros behind it', 'gzip', Buffer.concat([gzipSync(text), Buffer.alloc(600)])],
    ['deflate', 'deflate', deflateSync(text)],
    ['raw deflate', 'deflate', deflateRawSync(text)],
    ['deflate with bytes behind it', 'deflate', Buffer.concat([deflateSync(text), Buffer.from('x')])],
    ['brotli', 'br', brotliCompressSync(text)],
    ['gzip of raw deflate', 'deflate, gzip', gzipSync(deflateRawSync(text))],
  ])('%s is read', async (_, encoding, body) => {
    expect((await part(encoding, body)).whole).toEqual({ format: 'string', content: text });
  });

  test('with the optional parts of a gzip header', async () => {
    const plain = gzipSync('hello');
    const head = Buffer.from(plain.subarray(0, 10));
    head[3] = 4 + 8 + 16 + 2;
    const optional = Buffer.concat([
      Buffer.from([3, 0, 1, 2, 3]),
      Buffer.from('name\0comment\0'),
      Buffer.alloc(2),
    ]);
    const { whole } = await part('gzip', Buffer.concat([head, optional, plain.subarray(10)]));
    expect(whole?.content).toBe('hello');
  });

  test.each(['gzip', 'deflate'])('an empty one is empty, whatever %s says', async (encoding) => {
    expect(await part(encoding, Buffer.alloc(0))).toMatchObject({ whole: null, errors: [] });
  });

  test.each([
    [
      'a wrong checksum',
      (body: Buffer) => Buffer.from(body.map((byte, at) => (at === body.length - 8 ? byte ^ 1 : byte))),
    ],
    ['no end', (body: Buffer) => body.subarray(0, -12)],
    ['no checksum', (body: Buffer) => body.subarray(0, -4)],
  ])('gzip with %s is refused', async (_, damaged) => {
    await expect(part('gzip', damaged(gzipSync('hello')))).rejects.toThrow(/could not be decompressed/);
  });
});

describe('headers', () => {
  test('of more than 16 kB are refused in words', async () => {
    await expect(received(`HTTP/1.1 200 OK\r\nset-cookie: ${'x'.repeat(17_000)}\r\n\r\n`)).rejects.toThrow(
      /sent more than 16 kB of headers/,
    );
  });

  test('that are too large for the API are named as the reason', async () => {
    const { errors } = await received('HTTP/1.1 431 Too Large\r\ncontent-length: 0\r\n\r\n');
    expect(errors).toMatchObject([
      { code: 'HTTP 431', hint: expect.stringMatching(/headers of the request/) },
    ]);
  });
});

describe('a stream that is interrupted', () => {
  /** The outcome so far, and the error that the run ends with. */
  async function interrupted(contentType: string, body: string | Buffer, ends = false) {
    const double = await startRawDouble((_, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n`);
      const bytes = Buffer.from(body);
      socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      socket.write('\r\n');
      if (ends) socket.end();
      return null;
    });
    const post = operationOf({ path: '/x', method: 'post' });
    const outcome = await runOperation(
      post,
      {},
      { apiBaseUrl: double.origin, timeoutSeconds: 1 },
      { keepsThrown: true },
    );
    await double.close();
    return outcome;
  }

  test('shows the events that came before the timeout', async () => {
    const { rows, columns, thrown } = await interrupted(
      'text/event-stream',
      'data: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n"',
    );
    expect({ columns, rows }).toEqual({ columns: ['n'], rows: [[1], [2]] });
    expect(thrown).toMatchObject({ code: 'timed_out' });
  });

  test('shows whole lines of JSON', async () => {
    const { rows } = await interrupted('application/x-ndjson', '{"n":1}\n{"n":2}\n{"n":');
    expect(rows).toEqual([[1], [2]]);
  });

  test('shows text as far as it came, if the connection breaks, too', async () => {
    const { whole, thrown } = await interrupted('text/plain', Buffer.from('héé').subarray(0, -1), true);
    expect(whole?.content).toBe('hé\ufffd');
    expect(thrown).toMatchObject({ code: 'unreachable' });
  });

  test('shows what came before the run was stopped', async () => {
    const stop = new AbortController();
    const double = await startRawDouble((_, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n${'x'.repeat(2_000_000)}`);
      return null;
    });
    // The first megabyte is free, so more than that has been read when the budget is asked.
    const memory = {
      tryTake: () => {
        stop.abort('timed_out');
        return true;
      },
      giveBack: () => {},
    };
    const { whole, thrown } = await runOperation(
      get,
      {},
      { apiBaseUrl: double.origin },
      { context: { ...newContext(), memory }, signal: stop.signal, keepsThrown: true },
    );
    await double.close();
    expect(String(whole?.content)).toMatch(/^x{1000000}/);
    expect(thrown).toMatchObject({ code: 'cancelled' });
  });

  test('shows half a JSON document as text, and no half of a file', async () => {
    const json = await interrupted('application/json', '[{"n":1},', true);
    expect(json.whole).toEqual({ format: 'string', content: '[{"n":1},' });
    expect(json.log.join()).toContain('is JSON, but incomplete');
    const file = await interrupted('application/pdf', '%PDF', true);
    expect(file.whole).toBeNull();
    expect(file.log.join()).toContain('What arrived of the file is left out');
  });
});

describe('events of a server', () => {
  const events = (text: string) =>
    received(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\r\n${text}`);

  test('are rows, with what each of them names', async () => {
    const { columns, rows } = await events(
      ': hi\n\nevent: added\nid: 7\ndata: one\ndata: two\n\nretry: 5\n\ndata:{"a":1}\r\n\r\ndata: last',
    );
    expect(columns).toEqual(['event', 'id', 'data']);
    expect(rows).toEqual([
      ['added', '7', 'one\ntwo'],
      [null, null, '{"a":1}'],
      [null, null, 'last'],
    ]);
  });

  test('with nothing but JSON are the rows that this JSON makes', async () => {
    const { columns, rows } = await events('data: {"id":9007199254740993}\n\ndata: {"id":2}\n\n');
    expect({ columns, rows }).toEqual({ columns: ['id'], rows: [['9007199254740993'], [2]] });
  });

  test('JSON after record separators is rows, too', async () => {
    const { rows } = await received(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json-seq\r\n\r\n\x1e{"a":\n1}\n\x1e{"a":2}\n',
    );
    expect(rows).toEqual([[1], [2]]);
  });
});

describe('on a redirect', () => {
  const seen: { url: string; cookie: string | undefined }[] = [];
  const hop = (location: string, ...cookies: string[]) => ({ location, 'set-cookie': cookies });

  async function redirected(first: Record<string, string | string[]>, cookie?: string) {
    seen.length = 0;
    const double = await startHttpDouble((request, response) => {
      seen.push({ url: request.url ?? '', cookie: request.headers.cookie });
      if (request.url === '/x') response.writeHead(302, first).end();
      else response.end('here');
    });
    const fixedHeaders: [string, string][] = cookie === undefined ? [] : [['Cookie', cookie]];
    const outcome = await runOperation({ ...get, fixedHeaders }, {}, { apiBaseUrl: double.origin });
    await double.close();
    return outcome;
  }

  test.each<[string, Record<string, string | string[]>, string | undefined, string | undefined]>([
    ['a cookie', hop('/y', 'sid=a%20b=; Path=/; HttpOnly'), undefined, 'sid=a%20b='],
    ['several, next to the request’s own', hop('/y', 'a=1', 'b=2'), 'mine=0', 'mine=0; a=1; b=2'],
    ['a new value of the request’s own', hop('/y', 'mine=1'), 'mine=0; other=2', 'other=2; mine=1'],
    ['one for another path', hop('/y', 'sid=1; Path=/admin'), undefined, undefined],
    ['one for TLS only', hop('/y', 'sid=1; Secure'), undefined, undefined],
    ['one that is over', hop('/y', 'sid=1; Max-Age=0'), undefined, undefined],
  ])('%s is sent as its server says', async (_, first, own, sent) => {
    await redirected(first, own);
    expect(seen.map(({ cookie }) => cookie)).toEqual([own, sent]);
  });

  test('a cookie goes to no other host', async () => {
    const other = await startHttpDouble((request, response) => response.end(String(request.headers.cookie)));
    const { whole } = await redirected(
      hop(other.origin.replace('127.0.0.1', 'localhost'), 'sid=1; Domain=localhost'),
    );
    expect(whole?.content).toBe('undefined');
    await other.close();
  });

  test('the log says the method that was sent, and what was left out at another host', async () => {
    const other = await startHttpDouble((_, response) => void response.writeHead(401).end());
    const start = await startHttpDouble(
      (_, response) => void response.writeHead(303, { location: `${other.origin}/there` }).end(),
    );
    const bearer = { apiBaseUrl: start.origin, authType: 'bearer_token', bearerToken: 't' } as const;
    const { log, errors } = await runOperation(operationOf({ path: '/x', method: 'post' }), {}, bearer);
    const host = new URL(other.origin).host;
    expect(log.slice(0, 2)).toEqual([
      `Not sent to ${host}, since it is another host than the one that was called: Authorization.`,
      `GET ${other.origin}/there`,
    ]);
    expect(errors).toMatchObject([
      {
        hint: expect.stringMatching(
          new RegExp(`redirected to ${host}, which was called without Authorization`),
        ),
      },
    ]);
    await start.close();
    await other.close();
  });
});
