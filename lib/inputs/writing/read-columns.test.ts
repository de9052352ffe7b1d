import { describe, expect, it, test } from 'vitest';
import type { Input, InputType } from '@/lib/inputs/input';
import { programWriting, type Writing } from './locale-writing';
import { readColumns } from './read-columns';
import { meantBy } from './read-text';

const input = (type: Partial<InputType>): Pick<Input, 'key' | 'type'> => ({
  key: 'x',
  type: { jsonType: 'string', component: 'b-input', constraints: {}, options: null, ...type } as InputType,
});
const number = input({ jsonType: 'number' });
const whole = input({ jsonType: 'number', constraints: { step: 1 } });
const date = input({ component: 'b-datepicker' });
const moment = input({ component: 'b-datetimepicker' });
const time = input({ component: 'b-timepicker' });

function read(of: typeof number, locale: string | Writing, ...texts: string[]): string[] {
  const rowOf = readColumns(
    [of],
    texts.map((x) => ({ x })),
    locale,
  );
  return texts.map((text, at) => {
    const { meant, problems } = rowOf(at);
    return problems.x !== undefined ? '?' : (meant.x ?? text);
  });
}

describe('numbers are read as the person writes them', () => {
  it.each([
    ['en-US', ['1,234.50', '$12', '-3', '1,234'], ['1234.50', '12', '-3', '1234']],
    ['de-DE', ['1.234,50', '12,5 €', '-3', 'EUR 1 000'], ['1234.50', '12.5', '-3', '1000']],
    ['de-CH', ["1'234.50", '2'], ['1234.50', '2']],
    ['fr-FR', ['1\u202f234,5', '−2,5'], ['1234.5', '-2.5']],
    // What a program wrote is told by its own numbers, whatever the region.
    ['de-DE', ['1.5', '1.234'], ['1.5', '1.234']],
    ['en-US', ['1,5', '1,234'], ['1.5', '1.234']],
    ['en-US', ['1.234.567', '1,2'], ['1234567', '1.2']],
    ['en-US', ['007', '1e3', 'abc', '12 34'], ['007', '1e3', 'abc', '12 34']],
    // Only a person can tell.
    ['de-DE', ['1.234', '2'], ['?', '2']],
    ['en-US', ['1,5', '1.5', '2.5', '2,000'], ['?', '1.5', '2.5', '2000']],
  ])('%s: %j', (locale, texts, meant) => {
    expect(read(number, locale, ...texts)).toEqual(meant);
  });

  it('as whole ones where nothing else suits', () => {
    expect(read(whole, 'de-DE', '1.234', '12')).toEqual(['1234', '12']);
    expect(read(whole, 'en-US', '1,234', '12')).toEqual(['1234', '12']);
  });

  it('and those of programs as programs write them', () => {
    expect(read(number, programWriting, '1.234', '5')).toEqual(['1.234', '5']);
  });
});

describe('dates are read as the person writes them', () => {
  it.each([
    ['de-DE', ['31.12.2026', '1.2.26'], ['2026-12-31', '2026-02-01']],
    ['en-US', ['12/31/2026', '1/2/2026'], ['2026-12-31', '2026-01-02']],
    ['en-GB', ['1/2/2026', '31/12/2026'], ['2026-02-01', '2026-12-31']],
    // The other rows tell the order.
    ['en-US', ['03/04/2026', '13/04/2026'], ['2026-04-03', '2026-04-13']],
    ['en-US', ['Nov 20, 2026', '20 November 2026'], ['2026-11-20', '2026-11-20']],
    ['de-DE', ['20. Dezember 2026', '2026-12-20'], ['2026-12-20', '2026-12-20']],
    ['en-US', ['2026/1/5', '31.2.2026', 'soon'], ['2026-01-05', '?', 'soon']],
    ['en-US', ['13/04/2026', '04/13/2026', '04/03/2026'], ['?', '?', '?']],
    // One slip among many doesn't turn the others around.
    [
      'en-US',
      ['13/6/2026', '1/2/2026', '1/3/2026', '1/4/2026', '1/5/2026', '1/6/2026'],
      ['?', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06'],
    ],
  ])('%s: %j', (locale, texts, meant) => {
    expect(read(date, locale, ...texts)).toEqual(meant);
  });

  it('with their time', () => {
    expect(read(moment, 'en-US', '12/31/2026 9:05 PM', '12/31/2026, 9:05')).toEqual([
      '2026-12-31T21:05:00',
      '2026-12-31T09:05:00',
    ]);
    expect(read(moment, 'de-DE', '31.12.2026 23:59', '2026-12-31T10:00:00Z')).toEqual([
      '2026-12-31T23:59:00',
      '2026-12-31T10:00:00Z',
    ]);
    expect(read(time, 'en-US', '12:30 am', '9:05', '25:00')).toEqual(['00:30:00', '09:05:00', '25:00']);
  });
});

it('other texts stay as they are', () => {
  expect(read(input({}), 'de-DE', '1.234,50', '31.12.2026')).toEqual(['1.234,50', '31.12.2026']);
});

test.each([
  [number, 'en-US', '$1,234.50', '1234.50'],
  [number, 'de-DE', '1.234,50', '1234.50'],
  [number, 'en-US', '12.50', null],
  // A person would have to tell which of two it is, and it is a number as it stands.
  [number, 'de-DE', '1.234', null],
  [date, 'en-US', '11/20/2026', '2026-11-20'],
  [date, 'en-GB', '11/20/2026', '2026-11-20'],
  [date, 'en-GB', '3/4/2026', '2026-04-03'],
  [date, 'en-US', '2026-11-20', null],
  [date, 'en-US', 'infinity', null],
  [date, 'en-US', '+12026-11-20', null],
  [moment, 'en-US', '11/20/2026 9:05 PM', '2026-11-20T21:05:00'],
  [moment, 'en-US', '2026-11-20T09:05', null],
  [time, 'en-US', '9:05 pm', '21:05:00'],
  [time, 'en-US', '09:05', null],
  [input({}), 'en-US', '$1,234.50', null],
])('a single text is read unless it is written as programs do %#', ({ type }, locale, text, meant) => {
  expect(meantBy(type, text, locale)).toBe(meant);
});
