import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectPathText, parseObjectPath } from './object-path';

describe('a path into a result', () => {
  it.each([
    ['', []],
    ['data.items', ['data', 'items']],
    ['pages[0].rows', ['pages', 0, 'rows']],
    ['[2]', [2]],
    ['["a key.with dots"].items', ['a key.with dots', 'items']],
    ['größe.名前', ['größe', '名前']],
  ])('%s is read', (text, steps) => {
    expect(parseObjectPath(text)).toEqual(steps);
  });

  it.each(['data..items', '.data', 'data.', 'data[', 'data[x]', 'data]', 'a b', '["open', 'items[].price'])(
    '%s is refused',
    (text) => {
      expect(parseObjectPath(text)).toBeNull();
    },
  );

  it('survives being written', () => {
    const steps = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.nat(999_999)), { maxLength: 6 });
    fc.assert(
      fc.property(steps, (path) => {
        expect(parseObjectPath(objectPathText(path))).toEqual(path);
      }),
    );
  });
});
