import { describe, expect, test } from 'vitest';
import { hostsOf, readHosts, wantedSession, withHost } from './database-hosts';

const read = (address: string): string[] => {
  const url = readHosts(address);
  return hostsOf(url).map((host) => withHost(url, host));
};

describe('an address with several hosts', () => {
  test.each([
    [
      'postgresql://app:p%40w@one,two/app',
      ['postgresql://app:p%40w@one/app', 'postgresql://app:p%40w@two/app'],
    ],
    ['postgres://app@one:1,two:2/app', ['postgres://app@one:1/app', 'postgres://app@two:2/app']],
    ['postgres://app@[::1]:1,[::2]/app', ['postgres://app@[::1]:1/app', 'postgres://app@[::2]/app']],
    ['postgres://app@/app?host=one,two', ['postgres://app@one/app', 'postgres://app@two/app']],
    ['postgres://app@/app?host=one,two&port=5,6', ['postgres://app@one:5/app', 'postgres://app@two:6/app']],
    ['postgres://app@/app?host=one,two&port=5', ['postgres://app@one:5/app', 'postgres://app@two:5/app']],
    ['postgres://app@other/app?host=one,two', ['postgres://app@one/app', 'postgres://app@two/app']],
  ])('%s is read as libpq reads it', (address, hosts) => {
    expect(read(address)).toEqual(hosts);
  });

  test('keeps its other settings', () => {
    expect(read('postgres://app@one,two/app?sslmode=require&target_session_attrs=read-write')).toEqual([
      'postgres://app@one/app?sslmode=require&target_session_attrs=read-write',
      'postgres://app@two/app?sslmode=require&target_session_attrs=read-write',
    ]);
  });

  test.each([
    ['postgres://app@one,two/app', 'read-write'],
    ['postgres://app@one,two/app?target_session_attrs=primary', 'read-write'],
    ['postgres://app@one,two/app?target_session_attrs=any', 'any'],
  ])('%s wants a session that is %s', (address, wanted) => {
    expect(wantedSession(readHosts(address))).toBe(wanted);
  });

  test.each([
    ['postgres://app@one,two/app?target_session_attrs=standby', /must not ask for standby/],
    ['postgres://app@one,/app', /must name each of its hosts/],
    ['postgres://app@/app?host=one,two&port=1,2,3', /as many as it has hosts/],
  ])('%s is refused', (address, why) => {
    expect(() => readHosts(address)).toThrow(why);
  });
});

test('an address with one host, or a socket file, stays as it is', () => {
  for (const address of [
    'postgres://app:pw@one:5432/app?sslmode=require',
    'postgres://app@any/app?host=/run/postgresql',
  ]) {
    expect(readHosts(address)).toBe(address);
  }
});
