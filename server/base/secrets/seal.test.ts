import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { open, type SealingKey, seal } from './seal';

const key = (id: string): SealingKey => ({ id, key: randomBytes(32) });

describe('S54 sealing', () => {
  const old = key('2025');
  const now = key('2026');

  it('opens what it sealed, and contains none of the plain text', () => {
    const sealed = seal('p@ssw0rd', 'credential:a:1', [now]);
    expect(sealed.includes(Buffer.from('p@ssw0rd'))).toBe(false);
    expect(open(sealed, 'credential:a:1', [now])).toBe('p@ssw0rd');
  });

  it('seals the same text differently each time', () => {
    expect(seal('x', 'p', [now]).equals(seal('x', 'p', [now]))).toBe(false);
  });

  it('opens what an older key of the ring sealed', () => {
    expect(open(seal('x', 'p', [old]), 'p', [now, old])).toBe('x');
  });

  it('opens nothing for another purpose', () => {
    const sealed = seal('x', 'credential:a:1', [now]);
    expect(() => open(sealed, 'credential:a:2', [now])).toThrow();
  });

  it('opens nothing that was changed', () => {
    const sealed = seal('x', 'p', [now]);
    sealed.writeUInt8((sealed.at(-1) ?? 0) ^ 1, sealed.length - 1);
    expect(() => open(sealed, 'p', [now])).toThrow();
  });

  it('opens nothing whose tag was cut short', () => {
    const sealed = seal('', 'p', [now]);
    // The cipher would accept a tag of four bytes, which is short enough to guess.
    expect(() => open(sealed.subarray(0, sealed.length - 12), 'p', [now])).toThrow();
  });

  it('names the key that is missing', () => {
    expect(() => open(seal('x', 'p', [old]), 'p', [now])).toThrow('No key "2025" in ENCRYPTION_KEYS');
  });
});
