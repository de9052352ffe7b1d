import { describe, expect, it } from 'vitest';
import { csvLine, csvLineAsIs } from './csv';

describe('a line of CSV', () => {
  it('tells null from empty text, and keeps commas, quotes, and line ends within their cell', () => {
    expect(csvLine([null, '', 'a,b', 'say "hi"', 'two\nlines', true, 1.5])).toBe(
      ',"","a,b","say ""hi""","two\nlines",true,1.5',
    );
  });

  it('keeps every digit of a number that is stored as text', () => {
    expect(csvLine(['9223372036854775807', '-0.10', '+3', '1e-7', '-Infinity'])).toBe(
      '9223372036854775807,-0.10,+3,1e-7,-Infinity',
    );
  });

  it.each(['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\tx', '\rx', '-', '=HYPERLINK("http://x")'])(
    'S50 %j is text to a spreadsheet, not a formula',
    (cell) => {
      expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('S50 has no formula for those who separate cells otherwise, and see no quotes within a line', () => {
    expect(csvLine([7, `a;=cmd|' /C calc'!A0;b`])).toBe(`7,"a;'=cmd|' /C calc'!A0;b"`);
    expect(csvLine(['a; "=1', 'b\t@SUM(1)', 'c\n=1\n+a|b'])).toBe(`"a; ""'=1","b\t'@SUM(1)","c\n'=1\n'+a|b"`);
    expect(csvLine([{ k: 'a;=1' }])).toBe('"{""k"":""a;\\u003d1""}"');
    // Numbers, and the items of a list.
    expect(csvLine(['a;-5;+49 (0) 170', 'b\n- one\n- two!a', 'c ;-)'])).toBe(
      `"a;-5;+49 (0) 170","b\n- one\n'- two!a","c ;-)"`,
    );
  });

  it('keeps infinity and phone numbers as they are', () => {
    expect(csvLine(['-infinity', '+49', '+49 (0) 170 12'])).toBe('-infinity,+49,+49 (0) 170 12');
  });

  it('writes every text as it is before it becomes a file', () => {
    expect(csvLineAsIs(['=1', '+49-170', 'a,b', ''])).toBe('=1,+49-170,"a,b",""');
  });

  it('writes objects and arrays as JSON', () => {
    expect(csvLine([['a', null], { k: 'v' }])).toBe('"[""a"",null]","{""k"":""v""}"');
  });

  it('S51 a cell named like a property of every object is a cell', () => {
    expect(csvLine(['__proto__', 'constructor'])).toBe('__proto__,constructor');
  });
});
