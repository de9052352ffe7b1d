const dayMs = 86_400_000;

/** Days from 0001-01-01 to the date of `YYYY-MM-DD…`. */
export function daysOf(text: string): number {
  return Math.round((utcOf(text) - utcOf('0001-01-01')) / dayMs);
}

export function daysSince1900(text: string): number {
  return Math.round((utcOf(text) - utcOf('1900-01-01')) / dayMs);
}

function utcOf(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? [];
  return new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
}

/** The time of day in `… hh:mm:ss.fffffff` in units of 10^-scale seconds. */
export function unitsOf(text: string, scale: number): bigint {
  const [, hours, minutes, seconds, fraction = ''] = /(\d\d):(\d\d):(\d\d)(?:\.(\d+))?/.exec(text) ?? [];
  const whole = BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  return whole * 10n ** BigInt(scale) + BigInt(fraction.padEnd(scale, '0').slice(0, scale) || '0');
}

/** The offset at the end of a text, in minutes; none is UTC. */
export function offsetMinutesOf(text: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The same moment in UTC, as `YYYY-MM-DD hh:mm:ss.fffffff`. */
export function inUtc(text: string): string {
  const [, date = '', time = '', fraction = ''] = /^(\S{10})[ T](\d\d:\d\d:\d\d)(\.\d+)?/.exec(text) ?? [];
  const moment = new Date(utcOf(date) + Number(unitsOf(time, 3)) - offsetMinutesOf(text) * 60_000);
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')}${fraction}`;
}

/** Bytes of a time of day with this scale. */
export const timeBytes = (scale: number): number => (scale <= 2 ? 3 : scale <= 4 ? 4 : 5);
