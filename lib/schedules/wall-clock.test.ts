import { afterEach, describe, expect, it, vi } from 'vitest';
import { isTimeZone, offsetAt } from './wall-clock';

const AT_MS = Date.UTC(2026, 6, 1);

/** The name with each letter in capital or small, as the bits of a number say. */
const spelled = (zone: string, bits: number) =>
  [...zone].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');

describe('a time zone', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is remembered once, in however many spellings people ask for it', () => {
    const { DateTimeFormat } = Intl;
    const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(...asked) {
      return new DateTimeFormat(...asked);
    });
    for (let bits = 0; bits < 1000; bits += 1) {
      const zone = spelled('Pacific/Chatham', bits);
      expect(isTimeZone(zone)).toBe(true);
      expect(offsetAt(zone, AT_MS)).toBe(12.75 * 3_600_000);
    }
    // Not at all if an earlier test asked for it.
    expect(made.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it.each(['America/New_York', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires', 'UTC', 'EST5EDT'])(
    'is %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true);
    },
  );

  it('has letters of ASCII alone, also when it is known by them', () => {
    expect(isTimeZone('Asia/Karachi')).toBe(true);
    expect(isTimeZone('Asia/\u212Aarachi')).toBe(false);
    expect(['', '+02:00', 'Mars/Olympus', 'Europe/Berlin ', '"Europe/Berlin"'].filter(isTimeZone)).toEqual(
      [],
    );
  });
});
