import { describe, expect, it } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { isFormatDetail, type OutputColumn } from '@/lib/outputs/output-column';
import { displayText, linkOf, writtenText } from './display-value';
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
    expect(displayText(value, { format, detail }, 'en-US')).toBe(text);
  });

  it('is written as in the region of the person', () => {
    const inGerman = (value: JsonValue, format: OutputColumn['format'], detail: string | null = null) =>
      displayText(value, { format, detail }, 'de-DE')?.replaceAll(/\s/g, ' ');
    expect(inGerman('1234567.5', 'money', 'EUR')).toBe('1.234.567,50 €');
    expect(inGerman('2026-03-01', 'date')).toBe('01.03.2026');
    expect(inGerman('1234.5', 'number')).toBe('1.234,5');
  });

  it('is a number also where it keeps its digits', () => {
    const price = parseExactJson('10.50');
    expect(displayText(price, { format: 'money', detail: 'EUR' }, 'en-US')).toBe('€10.50');
    expect(displayText(price, { format: 'number', detail: '1' }, 'en-US')).toBe('10.5');
    const exact = parseExactJson('12345678901234567.89');
    expect(displayText(exact, { format: 'money', detail: null }, 'en-US')).toBe('12,345,678,901,234,567.89');
    expect(writtenText(price, { name: 'price', type: '' }, 'de-DE')).toBe('10,50');
    expect(writtenText(parseExactJson('1e3'), { name: 'price', type: '' }, 'de-DE')).toBeNull();
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

describe('a value without a format', () => {
  it.each<[type: string, JsonValue, inGermany: string | null]>([
    ['numeric', '1354.30', '1.354,30'],
    ['numeric', '12345678901234567890.50', '12.345.678.901.234.567.890,50'],
    ['integer', '60000', '60.000'],
    ['integer', '2026', '2026'],
    ['double precision', 'NaN', null],
    ['double precision', '1e21', null],
    ['date', '2026-06-30', '30.06.2026'],
    ['timestamp without time zone', '2026-06-30T22:02:58', '30.06.2026, 22:02'],
    ['text', '60000', null],
    ['text', '2026-06-30', null],
    ['integer[]', '[60000]', null],
    // Documents have no types.
    ['', 60000, '60.000'],
    ['', '60000', null],
    ['', '2026-06-30', '30.06.2026'],
    ['', 'June', null],
    ['', true, null],
    ['', null, null],
  ])('of type %j, %j is written as %j', (type, value, written) => {
    expect(writtenText(value, { name: 'x', type }, 'de-DE')).toBe(written);
  });

  it.each(['order_id', 'orderId', 'id', 'zip', 'Order No', 'year'])(
    'stays whole if it names something: %s',
    (name) => {
      expect(writtenText(60000, { name, type: '' }, 'en-US')).toBeNull();
      expect(writtenText(60000, { name: `${name}s_paid_total`, type: '' }, 'en-US')).toBe('60,000');
    },
  );
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
