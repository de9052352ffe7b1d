import fc from 'fast-check';

const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const pad = (number: number): string => String(number).padStart(2, '0');
const fraction = fc
  .nat(999_999)
  .map((micros) => (micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`));
const clock = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fraction)
  .map(([hour, minute, second, rest]) => `${pad(hour)}:${pad(minute)}:${pad(second)}${rest}`);
const offset = fc
  .tuple(fc.constantFrom('+', '-'), fc.nat(15), fc.constantFrom(0, 30, 45))
  .map(([sign, hours, minutes]) => `${sign}${pad(hours)}:${pad(minutes)}`);

export const days = fc.oneof(
  day,
  fc.constantFrom('4713-11-24 BC', '0001-12-31 BC', '5874897-12-31', '10000-01-01', 'infinity', '-infinity'),
);
export const times = fc.oneof(clock, fc.constantFrom('00:00:00', '23:59:59.999999', '24:00:00'));
export const timestamps = fc.oneof(
  fc.tuple(day, clock).map(([date, time]) => `${date}T${time}`),
  fc.constantFrom('infinity', '-infinity'),
);
export const zonedTimes = fc.tuple(clock, fc.oneof(fc.constant('Z'), offset)).map((parts) => parts.join(''));
export const zonedTimestamps = fc
  .tuple(day, clock, fc.oneof(fc.constant('Z'), offset))
  // A day that is shifted beyond four-digit years is written differently.
  .filter(([date]) => date > '0001-01-02' && date < '9999-12-29')
  .map(([date, time, zone]) => `${date}T${time}${zone}`);

/** The microseconds since the epoch of a zoned text; for a time alone, those since midnight. */
export function microsOf(text: string): bigint {
  const match = /^(?:(.*)T)?(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(text);
  const [, date = '2000-01-01', time, rest = '', zone] = match ?? [];
  const seconds = BigInt(Date.parse(`${date}T${time}${zone}`)) * 1000n + BigInt(rest.padEnd(6, '0'));
  const dayMicros = 86_400_000_000n;
  return match?.[1] === undefined ? ((seconds % dayMicros) + dayMicros) % dayMicros : seconds;
}
