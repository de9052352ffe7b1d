import { describe, expect, it } from 'vitest';
import { labelFault, nameFault, plainName } from './plain-names';

describe('S79 names of people and organizations', () => {
  it.each([
    'Dana Lee',
    'Dr. J. P. O’Brien-Müller Jr.',
    'Acme Inc.',
    'Acme & Co. (EMEA) v1.5',
    'R/D @ Acme',
    '日本 支店',
    'می‌خواهم',
    'Team 👩‍💻',
  ])('can be %j', (name) => {
    expect(nameFault(name)).toBeNull();
    expect(plainName(name)).toBe(name);
  });

  it.each([
    ['Pay at https://evil.example/pay', 'Pay at https evil example/pay'],
    ['evil.example', 'evil example'],
    ['www.evil.example', 'www evil example'],
    ['Dana dana@evil.example', 'Dana dana evil example'],
    ['dana@localhost', 'dana localhost'],
    ['javascript://x', 'javascript x'],
    ['http://localhost', 'http localhost'],
    ['10.0.0.1/pay', '10 0 0 1/pay'],
    ['evil。example', 'evil example'],
    ['evil．example', 'evil example'],
    ['xn--e1awd7f.xn--p1ai', 'xn--e1awd7f xn--p1ai'],
    ['пример.рф', 'пример рф'],
  ])('can’t hold an address: %j', (name, plain) => {
    expect(nameFault(name)).toContain('address');
    expect(labelFault(name)).toBeNull();
    expect(plainName(name)).toBe(plain);
    expect(nameFault(plain)).toBeNull();
  });

  it.each([
    'Dana\u202eeeL',
    'Dana\u2066Lee',
    'Dana\u200fLee',
    'Dana\u200bLee',
    'Dana\nLee',
    'Dana\u0000Lee',
    'Dana\u2028Lee',
    'a\ud800b',
  ])('can’t hold unseen characters: %j', (name) => {
    expect(nameFault(name)).toContain('can’t be seen');
    expect(labelFault(name)).toContain('can’t be seen');
    expect(nameFault(plainName(name))).toBeNull();
  });

  it('stay plain, however often they are made so', () => {
    for (const name of ['a..b.example', 'a.@b.example', 'x://://y.example', '@@a@@b', '1.2.3.4.5.example']) {
      const plain = plainName(name);
      expect(plainName(plain)).toBe(plain);
      expect(nameFault(plain)).toBeNull();
    }
  });

  it('are looked at only as far as a name may be long', () => {
    expect(nameFault(`${'a-'.repeat(2_000_000)}.example`)).toBeNull();
    expect(plainName('a.'.repeat(2_000_000)).length).toBeLessThanOrEqual(200);
  });
});
