import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDefaultHeaders } from './default-headers';

beforeAll(() => addDefaultHeaders(true));

async function headersOf(answer: RequestListener): Promise<Headers> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
    await response.text();
    return response.headers;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('S73 S49 every response', () => {
  it.each([
    ['with an explicit head', (_, response) => response.writeHead(404, { 'x-own': '1' }).end('no')],
    ['with an implicit head', (_, response) => response.end('<p>')],
    [
      'in several chunks',
      (_, response) => {
        response.write('a');
        response.end('b');
      },
    ],
    ['that redirects', (_, response) => response.writeHead(308, { location: '/x' }).end()],
    ['without a body', (_, response) => response.writeHead(204).end()],
  ] satisfies [string, RequestListener][])('%s has the headers', async (_, answer) => {
    const headers = await headersOf(answer);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('keeps its own policy, and has it once', async () => {
    const policy = "default-src 'none'; sandbox";
    const headers = await headersOf((_, response) =>
      response.setHeader('Content-Security-Policy', policy).end(),
    );
    expect(headers.get('content-security-policy')).toBe(policy);
  });
});
