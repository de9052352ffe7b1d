import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callbackify, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendStatic, wantedFile } from './static-door';

const brotli = vi.hoisted(() => ({ failsNext: false }));
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  const brotliCompress: typeof zlib.brotliCompress.__promisify__ = async (content, options) => {
    if (!brotli.failsNext) return promisify(zlib.brotliCompress)(content, options ?? {});
    brotli.failsNext = false;
    throw new Error('Out of memory');
  };
  return { ...zlib, brotliCompress: callbackify(brotliCompress) };
});

const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  wantedFile({ method, url, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } });

describe('what is sent compressed', () => {
  it.each([
    '/_next/static/chunks/0_kac8o7ap509.js',
    '/_next/static/chunks/a-b~c.1.css?dpl=x',
    '/_next/static/a.js',
  ])('%s', (url) => {
    expect(ask(url)?.file).toBe(url.slice('/_next/'.length).split('?')[0]);
  });

  it.each([
    '/_next/static/../server/app.js',
    '/_next/static/chunks/../../server/app.js',
    '/_next/static/%2e%2e/server/app.js',
    '/_next/static/chunks\\..\\app.js',
    '/_next/static//etc/app.js',
    '/_next/static/media/font.woff2',
    '/_next/static/chunks/a.js.map',
    '/_next/static/chunks/a.js/b',
    '/_next/server/app.js',
    '/other/_next/static/a.js',
    'http://localhost/_next/static/a.js',
  ])('not %s', (url) => {
    expect(ask(url)).toBeNull();
  });

  it.each<Record<string, string>>([
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'gzip;q=0, br' },
    { 'accept-encoding': 'gzip; q=0.0' },
    { 'accept-encoding': 'gzip ; q=0' },
    { 'accept-encoding': 'gzip-of-mine' },
    { range: 'bytes=0-1' },
    { 'if-none-match': 'W/"1-2"' },
    { 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' },
  ])('not with %o', (headers) => {
    expect(ask('/_next/static/a.js', headers)).toBeNull();
  });

  it('only to those who get it', () => {
    expect(ask('/_next/static/a.js', {}, 'HEAD')).toBeNull();
    expect(ask('/_next/static/a.js', {}, 'POST')).toBeNull();
    expect(ask('/_next/static/a.js', { 'accept-encoding': 'gzip;q=0.5' })).not.toBeNull();
  });
});

describe('a folder of files', () => {
  let folder: string;
  let server: Server;
  const get = async (path: string, accepted = 'gzip') => {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': accepted } });
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushboard-static-'));
    await mkdir(join(folder, 'static', 'chunks', 'folder.js'), { recursive: true });
    server = createServer((request, response) => {
      const passOn = () => response.writeHead(404).end('passed on');
      if (!sendStatic(request, response, passOn, folder)) passOn();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  it('has each file whole, and compressed once', async () => {
    const script = 'let hello = "world";\n'.repeat(10_000);
    await writeFile(join(folder, 'static', 'chunks', 'a.js'), script);
    for (const time of [1, 2]) {
      const response = await get('/_next/static/chunks/a.js');
      expect(response.status, `time ${time}`).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/javascript; charset=UTF-8',
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      expect(Number(response.headers.get('content-length'))).toBeLessThan(script.length / 10);
      expect(await response.text()).toBe(script);
      // The second response comes from memory, so the file can be gone.
      await rm(join(folder, 'static', 'chunks', 'a.js'), { force: true });
    }
  });

  it('is sent with Brotli, once that is made, to those who accept it', async () => {
    const style = 'a { color: red }\n'.repeat(10_000);
    await writeFile(join(folder, 'static', 'chunks', 'a.css'), style);
    const path = '/_next/static/chunks/a.css';
    const first = await get(path, 'gzip, br');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const later = await vi.waitUntil(async () => {
      const response = await get(path, 'gzip, br');
      return response.headers.get('content-encoding') === 'br' && response;
    });
    expect(Number(later.headers.get('content-length'))).toBeLessThan(
      Number(first.headers.get('content-length')),
    );
    expect(later.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await later.text()).toBe(style);
    for (const accepted of ['gzip', 'gzip, br;q=0']) {
      expect((await get(path, accepted)).headers.get('content-encoding'), accepted).toBe('gzip');
    }
  });

  it('stays as it is where Brotli fails, and the next file has its turn', async () => {
    brotli.failsNext = true;
    for (const name of ['b', 'c']) {
      await writeFile(join(folder, 'static', 'chunks', `${name}.js`), `let ${name} = 1;`);
      await get(`/_next/static/chunks/${name}.js`);
    }
    const encoding = async (name: string) =>
      (await get(`/_next/static/chunks/${name}.js`, 'gzip, br')).headers.get('content-encoding');
    await vi.waitUntil(async () => (await encoding('c')) === 'br');
    expect(await encoding('b')).toBe('gzip');
  });

  it('passes on what it lacks, and has it once it exists', async () => {
    const path = '/_next/static/chunks/later.css';
    expect(await (await get(path)).text()).toBe('passed on');
    expect(await (await get('/_next/static/chunks/folder.js')).text()).toBe('passed on');
    await writeFile(join(folder, 'static', 'chunks', 'later.css'), 'a { color: red }');
    const response = await get(path);
    expect(response.headers.get('content-type')).toBe('text/css; charset=UTF-8');
    expect(await response.text()).toBe('a { color: red }');
  });
});
