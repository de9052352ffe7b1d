import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import { readerOf } from './cell';
import { readOffsetTime, readTimestamp, readZoned } from './cell-time';

const money = readerOf(790);

describe('cells', () => {
  test.each<[number, string, unknown]>([
    [16, 't', true],
    [16, 'f', false],
    [17, '\\x0102ff', 'AQL/'],
    [17, '\\001\\\\x\\377', 'AVx4/w=='],
    [17, '\\\\x41', 'XHg0MQ=='],
    [20, '9223372036854775807', '9223372036854775807'],
    [23, '-5', -5],
    [26, '4294967295', 4294967295],
    [700, '0.1', 0.1],
    [700, '0.100000001', 0.1],
    [700, '16777216', 16777216],
    [700, '3.4028235e+38', 3.4028235e38],
    [700, '1e-45', 1e-45],
    [701, '1e+300', 1e300],
    [701, 'NaN', 'NaN'],
    [701, '-Infinity', '-Infinity'],
    [1700, '1.50', '1.50'],
    [1082, '2026-11-20', '2026-11-20'],
    [1186, 'P1DT2H', 'P1DT2H'],
    [1186, '1 year 2 mons -3 days +04:05:06.5', 'P1Y2M-3DT4H5M6.5S'],
    [1186, '-00:00:01.000001', 'PT-1.000001S'],
    [1186, '00:00:00', 'PT0S'],
    [1186, 'infinity', 'infinity'],
    [3802, '{"a": 12345678901234567890}', parseExactJson('{"a": 12345678901234567890}')],
    [3802, '12345678901234567890', '12345678901234567890'],
    [114, '1.10', 1.1],
    [99999, 'anything', 'anything'],
  ])('type %i: %s is %j', (oid, text, expected) => {
    expect(readerOf(oid)(text)).toEqual(expected);
  });

  test.each([
    ['$1,234.50', '1234.50'],
    ['-$1,234.50', '-1234.50'],
    ['($0.05)', '-0.05'],
    ['1.234,50 €', '1234.50'],
    ['-1 234,50 €', '-1234.50'],
    ['$92,233,720,368,547,758.07', '92233720368547758.07'],
    ['￥1,235', '1235'],
    ['￥1,234,567', '1234567'],
    ['kr 12', '12'],
    ['د.ك.‏ 1,234.500', '1234.500'],
  ])('money %s is %s', (text, expected) => {
    expect(money(text)).toBe(expected);
  });
});

describe('times', () => {
  test.each([
    ['2026-11-20 14:02:11.123', '2026-11-20T14:02:11.123'],
    ['2026-11-20 14:02:11', '2026-11-20T14:02:11'],
    ['infinity', 'infinity'],
    ['0044-03-15 12:00:00 BC', '0044-03-15 12:00:00 BC'],
    ['12026-01-01 00:00:00', '12026-01-01 00:00:00'],
  ])('%s without a zone is %s', (text, expected) => {
    expect(readTimestamp(text)).toBe(expected);
  });

  test.each([
    ['2026-11-20 14:02:11.123456+02', '2026-11-20T12:02:11.123456Z'],
    ['2026-11-20 14:02:11-05:30', '2026-11-20T19:32:11Z'],
    ['1880-01-01 00:00:00+00:19:32', '1879-12-31T23:40:28Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00Z'],
    ['0099-06-01 12:00:00+00', '0099-06-01T12:00:00Z'],
    ['9999-12-31 23:30:00-01', '9999-12-31 23:30:00-01'],
    ['0001-01-01 00:30:00+01', '0001-01-01 00:30:00+01'],
    ['-infinity', '-infinity'],
  ])('%s with a zone is %s', (text, expected) => {
    expect(readZoned(text)).toBe(expected);
  });

  test.each([
    ['14:02:11.5+02', '14:02:11.5+02:00'],
    ['01:00:00-05:30', '01:00:00-05:30'],
    ['24:00:00+15:59:59', '24:00:00+15:59:59'],
    ['12:00:00+00', '12:00:00Z'],
    ['12:00:00-00:00:01', '12:00:00-00:00:01'],
  ])('the time of day %s keeps its offset as %s', (text, expected) => {
    expect(readOffsetTime(text)).toBe(expected);
  });

  test('a moment stays the same moment, whatever the offset', () => {
    const moments = fc.date({
      min: new Date('1000-01-02'),
      max: new Date('9999-12-30'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, fc.integer({ min: -840, max: 840 }), (moment, offsetMinutes) => {
        const local = new Date(moment.getTime() + offsetMinutes * 60_000).toISOString();
        const size = Math.abs(offsetMinutes);
        const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        const text = `${local.slice(0, 10)} ${local.slice(11, 23)}${offset}`;
        expect(readZoned(text)).toBe(moment.toISOString());
      }),
    );
  });
});

function two(number: number): string {
  return String(number).padStart(2, '0');
}
