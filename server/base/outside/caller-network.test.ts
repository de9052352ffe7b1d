import { describe, expect, it } from 'vitest';
import { callerName, networkOf } from './caller-network';

describe('S30 the network that limits know a caller by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['somewhere', 'somewhere'],
    [null, 'unknown'],
  ])('of %s is %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });

  it('is wider where a whole site counts as one', () => {
    expect(networkOf('2001:db8:1:2::1', 48)).toBe('2001:db8:1::/48');
    expect(networkOf('203.0.113.9', 48)).toBe('203.0.113.9');
  });

  it('matters only for callers who are signed out', () => {
    expect(callerName('u1', '2001:db8::1')).toBe('u1');
    expect(callerName(null, '2001:db8::1')).toBe('address 2001:db8::/64');
  });
});
