import { describe, expect, it } from 'vitest';
import { isDemoHost } from './hosts';

describe('S31 the hosts that demo mode answers to', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000'])(
    'answers %s',
    (host) => {
      expect(isDemoHost(host, [], false)).toBe(true);
    },
  );

  it.each([
    null,
    '',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example:3000',
    '10.0.0.5',
    '[::2]:3000',
  ])('refuses %j', (host) => {
    expect(isDemoHost(host, [], false)).toBe(false);
  });

  it('answers a name that was allowed', () => {
    expect(isDemoHost('tools.example:3000', ['tools.example'], false)).toBe(true);
    expect(isDemoHost('evil.example:3000', ['tools.example'], true)).toBe(false);
  });
});
