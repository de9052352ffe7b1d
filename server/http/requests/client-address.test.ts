import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { clientAddress, noteClientAddresses } from './client-address';

describe('the caller’s address', () => {
  it('is the other end of the connection, whatever the header says', () => {
    expect(clientAddress('203.0.113.9', undefined, [])).toBe('203.0.113.9');
    expect(clientAddress('203.0.113.9', '192.0.2.1', [])).toBe('203.0.113.9');
    expect(clientAddress('::ffff:203.0.113.9', '192.0.2.1', ['10.0.0.0/8'])).toBe('203.0.113.9');
  });

  it.each([
    ['10.0.0.5', '203.0.113.9', '203.0.113.9'],
    ['::ffff:10.0.0.5', '203.0.113.9', '203.0.113.9'],
    // The caller's own entry comes first, and isn't trusted.
    ['10.0.0.5', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
    // A proxy behind a proxy.
    ['10.0.0.5', '192.0.2.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['fd00::7', '2001:db8::1', '2001:db8::1'],
    // A proxy that makes requests of its own, or whose entry isn't an address.
    ['10.0.0.5', undefined, '10.0.0.5'],
    ['10.0.0.5', '', '10.0.0.5'],
    ['10.0.0.5', '203.0.113.9, unknown', '10.0.0.5'],
    ['10.0.0.5', '10.0.0.6, 10.0.0.7', '10.0.0.6'],
  ])('behind trusted proxies is the client they forward: %s, %s', (connected, forwardedFor, expected) => {
    expect(clientAddress(connected, forwardedFor, ['10.0.0.0/8', 'fd00::7'])).toBe(expected);
  });
});

describe('an untrusted proxy', () => {
  it('is detected once, by the first request that it forwards', async () => {
    let noticed = 0;
    noteClientAddresses([], () => {
      noticed += 1;
    });
    const server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/`, { headers });
    await ask({});
    expect(noticed).toBe(0);
    await ask({ 'x-forwarded-for': '203.0.113.9' });
    await ask({ 'x-forwarded-for': '203.0.113.9' });
    expect(noticed).toBe(1);
    await new Promise((resolve) => server.close(resolve));
  });
});
