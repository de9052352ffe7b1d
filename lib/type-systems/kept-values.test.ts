import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { coerceValue } from '@/lib/values/coerce-value';
import { type MssqlType, mssqlInputType } from './mssql/mssql-types';
import { postgresInputTypeByName } from './postgres/postgres-types';
import { pythonInputTypeByName } from './scripts/python-types';

/** A text as a source keeps it: cut, rounded, or with other characters. */
type Keep = (text: string) => string;

const mssql = (type: MssqlType): InputType => {
  const found = mssqlInputType(type);
  if (found === null) throw new Error(`No type ${type.name}`);
  return found;
};

const inUnits =
  (most: number): Keep =>
  (text) =>
    text.slice(0, most);

/** One byte for each character of the page, and a question mark for every other; the page is ASCII with two letters. */
const inBytes =
  (most: number): Keep =>
  (text) =>
    [...text]
      .map((character) => (/[\0-\x7fäß]/.test(character) ? character : '?'))
      .slice(0, most)
      .join('');
const inUtf8 =
  (most: number): Keep =>
  (text) =>
    Buffer.from(text).subarray(0, most).toString();
const inBinary =
  (most: number): Keep =>
  (text) => {
    const isHex = /^0x/i.test(text);
    const digits = text.slice(2);
    const bytes = isHex
      ? Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
      : Buffer.from(text, 'base64');
    return bytes.length <= most ? text : bytes.subarray(0, most).toString('base64');
  };

/** Rounds to a power of ten by the digits alone. */
const toScale =
  (scale: number): Keep =>
  (text) => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    const units = BigInt(whole + fraction.padEnd(30, '0'));
    const step = 10n ** BigInt(30 - scale);
    const kept = ((units + step / 2n) / step) * step;
    return kept === units ? text : 'rounded';
  };
const toDigits =
  (most: number): Keep =>
  (text) =>
    (/\.(\d*?)0*$/.exec(text)?.[1] ?? '').length <= most ? text : 'rounded';
const toThreeHundredths: Keep = (text) => {
  const fraction = /\.(\d+)$/.exec(text)?.[1] ?? '';
  const kept = Math.round((Math.round(Number(`0.${fraction || '0'}`) * 300) * 10) / 3);
  return kept === Number(fraction.padEnd(3, '0')) && fraction.replace(/0+$/, '').length <= 3
    ? text
    : 'rounded';
};

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 24 }),
  fc
    .array(fc.constantFrom('a', 'ä', 'ß', 'Ā', '漢', '😀', '👩‍👩‍👧', ' '), { maxLength: 24 })
    .map((parts) => parts.join('')),
);
const bytes = fc
  .uint8Array({ maxLength: 24 })
  .chain((array) =>
    fc.constantFrom(
      Buffer.from(array).toString('base64'),
      `0x${Buffer.from(array).toString('hex')}`,
      `0x0${Buffer.from(array).toString('hex')}`,
    ),
  );
const decimals = fc.oneof(
  fc.tuple(fc.boolean(), fc.nat(1200), fc.nat(99999)).map(
    ([isNegative, whole, part]) =>
      `${isNegative ? '-' : ''}${whole}.${String(part)
        .padStart(5, '0')
        .slice(0, 1 + (part % 5))}`,
  ),
  fc.constantFrom('1', '-1', '1.239', '0.1', '150', '0'),
);
const times = fc
  .tuple(
    fc.nat(59),
    fc.constantFrom(''),
    fc.oneof(fc.nat(999_999_999), fc.constantFrom(0, 3, 7, 3_000_000, 330_000_000, 997_000_000)),
  )
  .map(
    ([second, , nanos]) =>
      `2026-01-01T10:00:${String(second).padStart(2, '0')}.${String(nanos).padStart(9, '0').replace(/0+$/, '') || '0'}`,
  );

const kinds: [string, InputType, fc.Arbitrary<string>, Keep][] = [
  ['nvarchar(10)', mssql({ name: 'nvarchar', maxBytes: 20 }), words, inUnits(10)],
  ['nchar(10)', mssql({ name: 'nchar', maxBytes: 20 }), words, inUnits(10)],
  ['varchar(10) without a known collation', mssql({ name: 'varchar', maxBytes: 10 }), words, inUnits(10)],
  ['varchar(10) in UTF-8', mssql({ name: 'varchar', maxBytes: 10, charset: 'utf-8' }), words, inUtf8(10)],
  [
    'varchar(10) in windows-1252',
    mssql({ name: 'varchar', maxBytes: 10, charset: 'windows-1252' }),
    words.filter((text) => !/[\u0080-\u{10ffff}]/u.test(text.replace(/[äßĀ漢😀]/gu, ''))),
    inBytes(10),
  ],
  ['varbinary(16)', mssql({ name: 'varbinary', maxBytes: 16 }), bytes, inBinary(16)],
  ['decimal(5,2)', mssql({ name: 'decimal', precision: 5, scale: 2 }), decimals, toScale(2)],
  ['money', mssql({ name: 'money' }), decimals, toScale(4)],
  ['datetime2(3)', mssql({ name: 'datetime2', scale: 3 }), times, toDigits(3)],
  ['datetime2(7)', mssql({ name: 'datetime2', scale: 7 }), times, toDigits(7)],
  ['datetimeoffset(0)', mssql({ name: 'datetimeoffset', scale: 0 }), times, toDigits(0)],
  ['datetime', mssql({ name: 'datetime' }), times, toThreeHundredths],
  ['numeric(5,2)', postgresInputTypeByName('numeric(5,2)'), decimals, toScale(2)],
  ['numeric(3,-2)', postgresInputTypeByName('numeric(3,-2)'), decimals, toScale(-2)],
  ['timestamp', postgresInputTypeByName('timestamp'), times, toDigits(6)],
  ['timestamp(3)', postgresInputTypeByName('timestamp(3) with time zone'), times, toDigits(3)],
];

const python = pythonInputTypeByName('datetime');
if (python !== null) kinds.push(['datetime of Python', python, times, toDigits(6)]);

describe('what a type would cut or round is refused, and nothing that it keeps', () => {
  it.each(kinds)('%s', (_, type, values, keep) => {
    fc.assert(
      fc.property(values, (text) => {
        const coerced = coerceValue(type, text);
        if (coerced.ok) expect([text, keep(String(coerced.value))]).toEqual([text, String(coerced.value)]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      mssql({ name: 'nvarchar', maxBytes: 20 }),
      '😀'.repeat(5),
      '😀'.repeat(6),
      /10 characters.*count as two/,
    ],
    [mssql({ name: 'varchar', maxBytes: 4, charset: 'utf-8' }), 'éé', 'ééé', /4 bytes/],
    [
      mssql({ name: 'varchar', maxBytes: 4, charset: 'windows-1252' }),
      'éé€ß',
      'Ā',
      /“Ā”, which windows-1252/,
    ],
    [mssql({ name: 'varchar', maxBytes: 4, charset: 'shift_jis' }), '漢字', '漢字a', /4 bytes/],
    [mssql({ name: 'varbinary', maxBytes: 16 }), `0x${'00'.repeat(16)}`, `0x${'00'.repeat(17)}`, /16 bytes/],
    [mssql({ name: 'varbinary', maxBytes: 2 }), 'AAE=', 'AAEC', /2 bytes/],
    [mssql({ name: 'decimal', precision: 38, scale: 38 }), '0.1', '1', /at most 0\.9{38}/],
    [
      mssql({ name: 'decimal', precision: 5, scale: 2 }),
      '1.230',
      '1.239',
      /2 digits after the decimal point/,
    ],
    [mssql({ name: 'smalldatetime' }), '2026-01-01T10:30:00', '2026-01-01T10:30:01', /whole minute/],
    [mssql({ name: 'datetime' }), '2026-01-01T10:30:00.997', '2026-01-01T10:30:00.998', /0, 3, or 7/],
    [mssql({ name: 'time', scale: 0 }), '10:30:01', '10:30:01.5', /whole second/],
    [postgresInputTypeByName('numeric(3,-2)'), '100', '150', /multiple of 100/],
    [
      postgresInputTypeByName('timestamptz'),
      '2026-01-01T10:30:00.123456+05:30',
      '2026-01-01T10:30:00.1234567Z',
      /6 digits/,
    ],
  ])('%#: the last that fits, and the first that does not', (type, fits, tooMuch, message) => {
    expect(coerceValue(type, fits)).toMatchObject({ ok: true });
    expect(coerceValue(type, tooMuch)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });
});
