import { describe, expect, it } from 'vitest';
import { columnFilter } from './comparisons';

const found = (typed: string, cells: readonly string[]) => cells.filter(columnFilter(typed));

const numbers = ['-5', '999', '1000', '1000.00', '1001', '12345678901234567890.2', 'NaN', '$1,234.50', '1e4'];

describe('a filter typed over a column', () => {
  it.each([
    ['>1000', ['1001', '12345678901234567890.2', '$1,234.50', '1e4']],
    ['> 1000', ['1001', '12345678901234567890.2', '$1,234.50', '1e4']],
    ['>=1,000', ['1000', '1000.00', '1001', '12345678901234567890.2', '$1,234.50', '1e4']],
    ['<-4.5', ['-5']],
    ['<=999', ['-5', '999']],
    ['999..1000', ['999', '1000', '1000.00']],
    ['-10..0', ['-5']],
    ['>12345678901234567890.1', ['12345678901234567890.2']],
    ['00', ['1000', '1000.00', '1001']],
  ])('compares numbers: %s', (typed, expected) => {
    expect(found(typed, numbers)).toEqual(expected);
  });

  const times = [
    '2025-12-31',
    '2026-06-01',
    '2026-06-30T23:59:00+00:00',
    '2026-07-01 00:00:00',
    '0044-03-15 BC',
  ];

  it.each([
    ['2026-06-01..2026-06-30', ['2026-06-01', '2026-06-30T23:59:00+00:00']],
    ['>2026-06-01', ['2026-06-30T23:59:00+00:00', '2026-07-01 00:00:00']],
    ['<=2026-06', ['2025-12-31', '2026-06-01', '2026-06-30T23:59:00+00:00']],
    ['<2026', ['2025-12-31']],
    ['>=2026-06-30 23:59', ['2026-06-30T23:59:00+00:00', '2026-07-01 00:00:00']],
    ['2026-06', ['2026-06-01', '2026-06-30T23:59:00+00:00']],
  ])('compares dates and times: %s', (typed, expected) => {
    expect(found(typed, times)).toEqual(expected);
  });

  it('finds text as it is', () => {
    const texts = ['a > b', '>1000', 'x..y', 'Boston', '1,2,3', ''];
    expect(found('> b', texts)).toEqual(['a > b']);
    expect(found('>1000', texts)).toEqual(['>1000']);
    expect(found('x..y', texts)).toEqual(['x..y']);
    expect(found('BOST', texts)).toEqual(['Boston']);
    expect(found('>', texts)).toEqual(['a > b', '>1000']);
  });
});
