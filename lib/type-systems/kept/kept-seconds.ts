import { counted } from '@/lib/base/text/counted';

/** SQL Server's `datetime` keeps three-hundredths of a second, and shows them as milliseconds. */
export const THREE_HUNDREDTHS = 300;
/** `smalldatetime` keeps minutes. */
export const MINUTES = 1 / 60;

const clock = /(?:^|[T ])\d{2}:\d{2}(?::(\d{2})(?:\.(\d+))?)?/i;

/**
 * Why a time can't be kept as it is, in words; null if it can.
 *
 * @param ticksPerSecond how many moments of a second are kept: a power of ten, `THREE_HUNDREDTHS`, or `MINUTES`
 */
export function secondsFault(text: string, ticksPerSecond: number): string | null {
  const [, seconds = '00', fraction = ''] = clock.exec(text) ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (ticksPerSecond < 1) {
    return seconds === '00' && digits === '' ? null : 'Must be a whole minute';
  }
  if (ticksPerSecond === THREE_HUNDREDTHS) {
    const milliseconds = Number(digits.padEnd(3, '0'));
    const isKept = Math.round((Math.round((milliseconds * 3) / 10) * 10) / 3) === milliseconds;
    return digits.length <= 3 && isKept ? null : 'Must have milliseconds that end in 0, 3, or 7';
  }
  const kept = Math.round(Math.log10(ticksPerSecond));
  if (digits.length <= kept) return null;
  return kept === 0
    ? 'Must be a whole second'
    : `Must have at most ${counted(kept, 'digit')} after the second’s decimal point`;
}
