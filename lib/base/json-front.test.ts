import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frontOfJson } from './json-front';

describe('the beginning of a JSON document', () => {
  it.each([
    ['[{},{},{', '[{},{},{}]'],
    ['[1,2,3', '[1,2]'],
    ['{"a":[1,{"b":2},', '{"a":[1,{"b":2}]}'],
    ['{"a":1,"b', '{"a":1}'],
    ['{"a":1,"b":"short', '{"a":1}'],
    ['[tr', '[]'],
    ['12', null],
    ['', null],
  ])('%s becomes %s', (text, front) => {
    expect(frontOfJson(text)).toBe(front);
  });

  it('keeps what there is of a long text, and never half an escape', () => {
    const long = 'x'.repeat(2_000);
    expect(frontOfJson(`{"a":"${long}`)).toBe(`{"a":"${long}"}`);
    expect(frontOfJson(`["${long}\\u00`)).toBe(`["${long}"]`);
    expect(frontOfJson(`"${long}\\`)).toBe(`"${long}"`);
    expect(frontOfJson(`{"${long}`)).toBe('{}');
  });

  it('keeps as many values as it may', () => {
    expect(frontOfJson('[{},{},{}]', 3)).toBe('[{},{}]');
    expect(frontOfJson('{"a":1,"b":[2,3,4]}', 4)).toBe('{"a":1,"b":[2,3]}');
    expect(frontOfJson('[1,2]', 2)).toBe('[1,2]');
  });

  it('is JSON wherever it is cut, and the document itself where nothing is missing', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (text, at) => {
        const front = frontOfJson(text.slice(0, at % (text.length + 1)));
        if (front !== null) JSON.parse(front);
        if (/^[[{]/.test(text)) expect(frontOfJson(text)).toBe(text);
      }),
      { numRuns: 2_000, seed: 61 },
    );
  });
});
