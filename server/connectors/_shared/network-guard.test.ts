import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { NetworkPolicy } from '@/server/connectors/connector-context';
import { ConnectorError } from './connector-error';
import { type Lookup, resolveAllowed } from './network-guard';

const strict: NetworkPolicy = {
  allowLoopback: false,
  allowPrivate: false,
  allowed: [],
  forbidden: [],
  samples: [],
  listedIn: 'NETWORK_ALLOW',
};
const open: NetworkPolicy = { ...strict, allowLoopback: true, allowPrivate: true };

/** A resolver that knows these names, and returns addresses as they are. */
function knowing(names: Record<string, string[]>): Lookup {
  return async (host) => {
    const addresses = names[host] ?? (/^[\d.]+$|:/.test(host) ? [host] : undefined);
    if (addresses === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

async function outcome(
  target: string | { host: string; port: number },
  network: NetworkPolicy,
  options: { isBuiltin?: boolean; lookup?: Lookup } = {},
): Promise<string> {
  const address = typeof target === 'string' ? { host: target, port: 5432 } : target;
  try {
    const guard = { network, isBuiltin: options.isBuiltin ?? false };
    const pinned = await resolveAllowed(address, guard, options.lookup);
    return pinned.map((one) => one.address).join(' ');
  } catch (error) {
    if (error instanceof ConnectorError) return error.code;
    throw error;
  }
}

describe('S33 forbidden hosts', () => {
  // Resolved by the system's own resolver, as connections are.
  test.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7F.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '0177.0.0.01',
    '127.0.0.1.',
    '[::1]',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::0001',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '[::ffff:127.0.0.1]',
    '64:ff9b::7f00:1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '１２７.0.0.1',
  ])('%s is this machine, and is refused unless loopback is allowed', async (host) => {
    expect(await outcome(host, { ...strict, allowPrivate: true })).toBe('forbidden_address');
    expect(await outcome(host, open)).not.toBe('forbidden_address');
  });

  test.each([
    '10.0.0.1',
    '10.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '167772161',
    '0xa000001',
    '012.0.0.1',
    'fd12:3456::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '::ffff:c0a8:101',
    '64:ff9b::a00:1',
  ])('%s is private, and is refused unless private addresses are allowed', async (host) => {
    expect(await outcome(host, { ...strict, allowLoopback: true })).toBe('forbidden_address');
    expect(await outcome(host, open)).not.toBe('forbidden_address');
  });

  test.each([
    '169.254.169.254',
    '169.254.170.2',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.254.43518',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fd00:ec2::254',
    'fd20:ce::254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fe80::1',
    'fec0::1',
    '0.0.0.0',
    '0',
    '::',
    '0.1.2.3',
    '255.255.255.255',
    '224.0.0.1',
    'ff02::1',
    '240.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b:1::1',
    // NAT64 with a prefix for local use, each of its lengths around the metadata service, and the last address of the block.
    '64:ff9b:1:a9fe:a9:fe00::',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:1:ffff:ffff:ffff:169.254.169.254',
    // 6to4, Teredo, and ISATAP around addresses that are closed.
    '2002:a9fe:a9fe::1',
    '2002:0a00:0001::',
    '2001:0:7f00:1::80ff:fffe',
    '2001:0000:4136:e378:8000:63bf:5601:5601',
    'fe80::5efe:127.0.0.1',
    // IPv4-mapped, in every spelling.
    '0:0:0:0:0:ffff:a9fe:a9fe',
    '::FFFF:169.254.169.254',
    '64:ff9b::169.254.169.254',
    '64:FF9B:0:0:0:0:a9fe:a9fe',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'instance-data',
  ])('%s is always refused, even for built-in credentials', async (host) => {
    const everything = { ...open, allowed: ['0.0.0.0/0', '::/0', host] };
    expect(await outcome(host, everything)).toBe('forbidden_address');
    expect(await outcome(host, everything, { isBuiltin: true })).toBe('forbidden_address');
  });

  test.each([
    '',
    ' ',
    '/var/run/postgresql',
    '127.0.0.1/x',
    'a b',
    'user@host',
    'fe80::1%eth0',
    'a\tb',
    'a\\b',
  ])('%j is not a host', async (host) => {
    expect(await outcome(host, open)).toBe('invalid_connection');
  });

  test('a name is checked by all of its addresses', async () => {
    const lookup = knowing({
      'two.example': ['93.184.216.34', '169.254.169.254'],
      'in.example': ['10.0.0.5'],
    });
    expect(await outcome('two.example', open, { lookup })).toBe('forbidden_address');
    expect(await outcome('in.example', strict, { lookup })).toBe('forbidden_address');
  });
});

describe('allowed addresses', () => {
  test('a name is resolved once, and its addresses are pinned in order', async () => {
    let lookups = 0;
    const answer = knowing({ 'db.example': ['93.184.216.34', '2606:2800:220:1::1'] });
    const lookup: Lookup = (host) => {
      lookups += 1;
      return answer(host);
    };
    expect(await outcome('DB.example.', strict, { lookup })).toBe('93.184.216.34 2606:2800:220:1::1');
    expect(lookups).toBe(1);
  });

  test('a listed name, address, or block is allowed, and nothing else', async () => {
    const lookup = knowing({ 'db.internal': ['10.1.2.3'] });
    expect(await outcome('db.internal', { ...strict, allowed: ['DB.internal'] }, { lookup })).toBe(
      '10.1.2.3',
    );
    expect(await outcome('10.1.2.3', { ...strict, allowed: ['10.1.0.0/16'] }, { lookup })).toBe('10.1.2.3');
    expect(await outcome('10.2.2.3', { ...strict, allowed: ['10.1.0.0/16'] }, { lookup })).toBe(
      'forbidden_address',
    );
    expect(await outcome('127.0.0.1', { ...strict, allowed: ['127.0.0.1'] }, { lookup })).toBe('127.0.0.1');
    expect(await outcome('127.0.0.2', { ...strict, allowed: ['127.0.0.1'] }, { lookup })).toBe(
      'forbidden_address',
    );
  });

  test('an unknown name is reported as such', async () => {
    expect(await outcome('nowhere.example', open, { lookup: knowing({}) })).toBe('unreachable');
  });
});

describe("the application's own addresses", () => {
  const network = { ...open, forbidden: ['localhost:5433', 'app-db.internal:5432', '[::1]:3000'] };
  const lookup = knowing({
    localhost: ['127.0.0.1', '::1'],
    'app-db.internal': ['10.9.9.9'],
    'alias.example': ['10.9.9.9'],
  });

  test.each([
    ['127.0.0.1', 5433],
    ['127.9.9.9', 5433],
    ['::1', 5433],
    ['localhost', 5433],
    ['app-db.internal', 5432],
    ['10.9.9.9', 5432],
    ['::ffff:10.9.9.9', 5432],
    ['alias.example', 5432],
    ['127.0.0.1', 3000],
  ])('%s:%i is refused in every spelling', async (host, port) => {
    expect(await outcome({ host, port }, network, { lookup })).toBe('forbidden_address');
    expect(await outcome({ host, port }, { ...network, allowed: [host] }, { lookup })).toBe(
      'forbidden_address',
    );
  });

  test("this machine's other addresses count as its own ports too", async () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of own.filter((one) => one.family === 'IPv4' && !one.internal)) {
      expect(await outcome({ host: address, port: 5433 }, network, { lookup })).toBe('forbidden_address');
    }
  });

  test('if one of them can’t be resolved, its port is refused, and its name is not revealed', async () => {
    const target = { host: '10.9.9.9', port: 5432 };
    const refused = resolveAllowed(target, { network, isBuiltin: false }, knowing({}));
    await expect(refused).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.not.stringContaining('app-db'),
    });
  });

  test('another port of the same host is not affected', async () => {
    expect(await outcome({ host: '10.9.9.9', port: 5433 }, network, { lookup })).toBe('10.9.9.9');
  });
});

describe('S33 the sample sources', () => {
  const network = {
    ...strict,
    forbidden: ['localhost:5433', '127.0.0.1:3000', '127.0.0.1:4000'],
    samples: ['127.0.0.1:5433', '127.0.0.1:4000'],
  };
  const sampleApi = { host: '127.0.0.1', port: 4000 };

  test('are reached by built-in credentials, loopback or not', async () => {
    expect(await outcome(sampleApi, network, { isBuiltin: true })).toBe('127.0.0.1');
    expect(await outcome({ ...sampleApi, port: 5433 }, network, { isBuiltin: true })).toBe('127.0.0.1');
  });

  test('are refused for every other credential, whatever else it may reach', async () => {
    const everything = {
      ...network,
      ...open,
      forbidden: network.forbidden,
      allowed: ['127.0.0.0/8', '::1/128'],
    };
    for (const host of [
      '127.0.0.1',
      'localhost',
      '127.1',
      '::1',
      '::ffff:127.0.0.1',
      '127.0.0.2',
      '0x7f.1',
    ]) {
      expect(await outcome({ host, port: 4000 }, everything)).toBe('forbidden_address');
    }
  });

  test.each([
    ['127.0.0.1', 3000],
    ['127.0.0.1', 4001],
    ['localhost', 4000],
    ['127.0.0.2', 4000],
    ['10.0.0.1', 4000],
    ['169.254.169.254', 4000],
  ])('are the only exemption of built-in credentials: not %s:%i', async (host, port) => {
    expect(await outcome({ host, port }, network, { isBuiltin: true })).toBe('forbidden_address');
  });
});
