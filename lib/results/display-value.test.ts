import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { isFormatDetail, type OutputColumn } from '@/lib/outputs/output-column';
import { displayText, linkOf } from './display-value';
import { arrangeColumns } from './table/arrange-columns';

describe('a value in a format', () => {
  it.each<[JsonValue, OutputColumn['format'], string | null, string | null]>([
    ['2026-03-01', 'date', null, 'Mar 1, 2026'],
    ['not a day', 'date', null, null],
    ['12345678901234567.89', 'money', 'EUR', '€12,345,678,901,234,567.89'],
    [5, 'money', 'JPY', '¥5'],
    // Not in dollars, since nobody said so.
    ['1234.5', 'money', null, '1,234.50'],
    ['1.005', 'number', '2', '1.01'],
    [1234.5, 'number', null, '1,234.5'],
    ['12 apples', 'number', null, null],
    [null, 'money', 'EUR', null],
    ['x', 'badge', null, null],
  ])('%j as %s (%s) reads %j', (value, format, detail, text) => {
    expect(displayText(value, { format, detail })).toBe(text);
  });

  it('links only to the web', () => {
    expect(linkOf('https://a.example/x', null)).toBe('https://a.example/x');
    expect(linkOf('a b', 'https://crm.example/?q={value}')).toBe('https://crm.example/?q=a%20b');
    expect(linkOf('javascript:alert(1)', null)).toBeNull();
    expect(linkOf('x', 'javascript:{value}')).toBeNull();
  });

  it('takes only a detail that suits it', () => {
    expect(isFormatDetail('money', 'EUR')).toBe(true);
    expect(isFormatDetail('money', 'euro')).toBe(false);
    expect(isFormatDetail('link', 'javascript:x')).toBe(false);
    expect(isFormatDetail(null, 'EUR')).toBe(false);
    expect(isFormatDetail('badge', null)).toBe(true);
  });
});

const setting = (path: string, changes: Partial<OutputColumn>): OutputColumn => ({
  kind: 'column',
  path,
  resultSet: 0,
  name: null,
  isHidden: false,
  order: null,
  format: null,
  detail: null,
  ...changes,
});

const table = (...names: string[]) => ({ columns: names.map((name) => ({ name, type: '' })) });

describe('the columns of a table', () => {
  it('come in the chosen order, new ones after those that have a place', () => {
    const settings = [setting('b', { order: 0, name: 'Bee' }), setting('a', { order: 1 })];
    const shown = arrangeColumns(table('new', 'a', 'b'), { kind: 'column', resultSet: 0 }, settings);
    expect(shown.map(({ name, index }) => [name, index])).toEqual([
      ['Bee', 2],
      ['a', 1],
      ['new', 0],
    ]);
    const other = arrangeColumns(table('b'), { kind: 'column', resultSet: 1 }, settings);
    expect(other[0]?.setting).toBeNull();
  });

  it('of a list in JSON have the settings of their fields', () => {
    const settings = [setting('items[]["a key"]', { kind: 'field', isHidden: true })];
    const shown = arrangeColumns(table('a key'), { kind: 'field', listPath: 'items' }, settings);
    expect(shown[0]?.setting?.isHidden).toBe(true);
  });
});
