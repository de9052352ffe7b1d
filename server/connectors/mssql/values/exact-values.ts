import { decimalText, parseDecimal } from '@/lib/inputs/decimal';
import { momentText, timeText } from './moments';

/** What a value of a type needs to be read, as the server's metadata say. */
export interface ValueType {
  name: string;
  precision?: number | undefined;
  scale?: number | undefined;
}

/**
 * The value of a type whose digits the driver would round, or whose offset it would drop, as text: decimals, money, and
 * moments. `bytes` is the value without its length. Null for every other type.
 */
export function readExact({ name, scale = 0 }: ValueType, bytes: Buffer): string | null {
  switch (name) {
    case 'NumericN':
    case 'DecimalN':
      return readDecimal(bytes, scale);
    case 'Money':
    case 'SmallMoney':
    case 'MoneyN':
      return readMoney(bytes);
    case 'SmallDateTime':
    case 'DateTime':
    case 'DateTimeN':
      return bytes.length === 4 ? readSmallDateTime(bytes) : readDateTime(bytes);
    case 'Date':
      return momentText(bytes.readUIntLE(0, 3) - days1900, null);
    case 'Time':
      return timeText(ticksOf(bytes, scale));
    case 'DateTime2':
      return momentText(daysAtEnd(bytes, 3), ticksOf(bytes.subarray(0, -3), scale));
    case 'DateTimeOffset':
      return readDateTimeOffset(bytes, scale);
    default:
      return null;
  }
}

/** Days from 0001-01-01 to 1900-01-01, the day from which `momentText` counts. */
const days1900 = 693_595;
const ticksPerDay = 864_000_000_000;
const ticksPerMinute = 600_000_000;

/** The sign in a byte, 1 for plus, then the digits as an integer. */
function readDecimal(bytes: Buffer, scale: number): string {
  let digits = 0n;
  for (let index = bytes.length - 1; index > 0; index -= 1)
    digits = (digits << 8n) | BigInt(bytes[index] ?? 0);
  return withPoint(bytes[0] === 1 ? digits : -digits, scale);
}

/** An integer of ten-thousandths; of eight bytes, the higher four come first. */
function readMoney(bytes: Buffer): string {
  if (bytes.length === 4) return withPoint(BigInt(bytes.readInt32LE(0)), 4);
  return withPoint((BigInt(bytes.readInt32LE(0)) << 32n) | BigInt(bytes.readUInt32LE(4)), 4);
}

function withPoint(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Days and minutes. */
const readSmallDateTime = (bytes: Buffer): string =>
  momentText(bytes.readUInt16LE(0), bytes.readUInt16LE(2) * ticksPerMinute);

/** Days, and three-hundredths of a second, which the server shows in milliseconds. */
function readDateTime(bytes: Buffer): string {
  const milliseconds = Math.round((bytes.readUInt32LE(4) * 10) / 3);
  return momentText(bytes.readInt32LE(0), milliseconds * 10_000);
}

/** The time in UTC, the date in UTC, and the offset in minutes. */
function readDateTimeOffset(bytes: Buffer, scale: number): string {
  const offset = bytes.readInt16LE(bytes.length - 2);
  const local = ticksOf(bytes.subarray(0, -5), scale) + offset * ticksPerMinute;
  const dayShift = Math.floor(local / ticksPerDay);
  const days = daysAtEnd(bytes.subarray(0, -2), 3) + dayShift;
  return momentText(days, local - dayShift * ticksPerDay) + offsetText(offset);
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const total = Math.abs(minutes);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(total / 60))}:${pad(total % 60)}`;
}

const daysAtEnd = (bytes: Buffer, sizeBytes: number): number =>
  bytes.readUIntLE(bytes.length - sizeBytes, sizeBytes) - days1900;

/** A time of day in units of 10^-scale seconds, as ticks of 100 nanoseconds. */
const ticksOf = (bytes: Buffer, scale: number): number =>
  bytes.readUIntLE(0, bytes.length) * 10 ** (7 - scale);

/** The shortest number for the same float of single precision. */
export function readSingle(number: number): number {
  for (const digits of [6, 7, 8]) {
    const shorter = Number(number.toPrecision(digits));
    if (Math.fround(shorter) === number) return shorter;
  }
  return number;
}

/** A number as plain decimal text, without an exponent; anything else unchanged. */
export function plainNumber(text: string): string {
  const decimal = parseDecimal(text);
  return decimal === null ? text : decimalText(decimal);
}
