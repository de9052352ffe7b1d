import fc from 'fast-check';
import { TYPE } from 'tedious/lib/data-type.js';
import { readValue } from 'tedious/lib/value-parser.js';
import { expect, test } from 'vitest';
import { plainMetadata } from './code-pages';
import { readExact } from './exact-values';

const options = {
  useUTC: true,
  lowerCaseGuids: false,
  tdsVersion: '7_4',
  useColumnNames: false,
  columnNameReplacer: undefined,
  camelCaseColumns: false,
};

/** The driver's own reading of the same bytes, which keeps fewer digits. */
function driversValue(
  id: number,
  bytes: Buffer,
  measures: { precision?: number; scale?: number } = {},
): unknown {
  const type = TYPE[id];
  if (type === undefined) throw new Error(`No type ${id}`);
  const sized = Buffer.concat([Buffer.from([bytes.length]), bytes]);
  return readValue(sized, 0, { ...plainMetadata, ...measures, type }, options).value;
}

const littleEndian = (value: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
};
const mostDays = 3_652_058;
const days = fc.integer({ min: 0, max: mostDays });
const milliseconds = fc.integer({ min: 0, max: 86_399_999 });
const inMs = (text: string | null): number =>
  Date.parse(/Z|[+-]\d\d:\d\d$/.test(text ?? '') ? (text ?? '') : `${text}Z`);

test('moments are those that the driver reads, to its milliseconds', () => {
  fc.assert(
    fc.property(days, milliseconds, fc.integer({ min: -840, max: 840 }), (day, ms, offset) => {
      const time = littleEndian(ms * 10_000, 5);
      const date = littleEndian(day, 3);
      const offsetBytes = Buffer.alloc(2);
      offsetBytes.writeInt16LE(offset);
      const dateTime2 = readExact({ name: 'DateTime2', scale: 7 }, Buffer.concat([time, date]));
      const driver = driversValue(0x2a, Buffer.concat([time, date]), { scale: 7 });
      expect(inMs(dateTime2)).toBe(Number(driver));
      const isWithinYears = day > 1 && day < mostDays - 1;
      if (!isWithinYears) return;
      const withOffset = Buffer.concat([time, date, offsetBytes]);
      const zoned = readExact({ name: 'DateTimeOffset', scale: 7 }, withOffset);
      expect(inMs(zoned)).toBe(Number(driversValue(0x2b, withOffset, { scale: 7 })));
    }),
  );
});

test('old moments are those that the driver reads', () => {
  const oldDays = fc.integer({ min: -53_690, max: 2_958_463 });
  fc.assert(
    fc.property(oldDays, fc.integer({ min: 0, max: 25_919_999 }), (day, ticks) => {
      const bytes = Buffer.alloc(8);
      bytes.writeInt32LE(day);
      bytes.writeUInt32LE(ticks, 4);
      expect(inMs(readExact({ name: 'DateTimeN' }, bytes))).toBe(Number(driversValue(0x6f, bytes)));
    }),
  );
});

test('decimals and money are those that the driver reads, to its digits', () => {
  const digits = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n });
  fc.assert(
    fc.property(digits, fc.boolean(), fc.integer({ min: 0, max: 15 }), (value, isNegative, scale) => {
      const bytes = Buffer.alloc(9);
      bytes.writeUInt8(isNegative ? 0 : 1);
      bytes.writeBigUInt64LE(value, 1);
      const exact = readExact({ name: 'DecimalN', scale }, bytes);
      expect(Number(exact)).toBeCloseTo(Number(driversValue(0x6a, bytes, { precision: 19, scale })), 5);
      expect(exact?.replace(/[-.]/g, '').replace(/^0+(?=\d)/, '')).toBe(String(value));
      const money = Buffer.alloc(8);
      const signed = BigInt.asUintN(64, isNegative ? -value : value);
      money.writeUInt32LE(Number(signed >> 32n));
      money.writeUInt32LE(Number(signed & 0xffffffffn), 4);
      const text = readExact({ name: 'MoneyN' }, money);
      expect(Number(text)).toBeCloseTo(Number(driversValue(0x6e, money)), 3);
      expect(BigInt(text?.replace('.', '') ?? '')).toBe(isNegative ? -value : value);
    }),
  );
});

test.each([
  ['DateTime2', 7, '0000000000000000', '0001-01-01T00:00:00'],
  ['DateTime2', 7, 'ff bf 69 2a c9 da b9 37', '9999-12-31T23:59:59.9999999'],
  ['Time', 0, '7f 51 01', '23:59:59'],
  ['DecimalN', 2, '00 0a000000', '-0.10'],
])('%s(%i) of %s is %s', (name, scale, hex, text) => {
  expect(readExact({ name, scale }, Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBe(text);
});
