import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { objectRows } from './object-rows';

describe('a list of objects as a table', () => {
  it('has a column for each key, in the order in which they appear, and null where a key is missing', () => {
    expect(
      objectRows([
        { id: 1, name: 'Ana' },
        { id: 2, tags: ['vip'] },
      ]),
    ).toEqual({
      objects: [
        { id: 1, name: 'Ana' },
        { id: 2, tags: ['vip'] },
      ],
      table: {
        columns: [
          { name: 'id', type: '' },
          { name: 'name', type: '' },
          { name: 'tags', type: '' },
        ],
        rows: [
          [1, 'Ana', null],
          [2, null, ['vip']],
        ],
      },
      key: null,
      others: [],
      isTableFirst: true,
    });
  });

  it('is found under the one key that holds it, and names the other keys', () => {
    expect(objectRows({ data: [{ id: 1 }], total: 3, links: { next: '/2' } })).toMatchObject({
      key: 'data',
      others: ['total', 'links'],
      isTableFirst: true,
    });
  });

  it('stands second where the answer is about more than its list', () => {
    expect(objectRows({ id: 7, name: 'Ana', orders: [{ id: 1 }] })).toMatchObject({
      key: 'orders',
      isTableFirst: false,
    });
  });

  it('stands second where most of it is nested', () => {
    expect(objectRows([{ id: 1, a: {}, b: [] }])).toMatchObject({ isTableFirst: false });
  });

  it.each<[string, JsonValue]>([
    ['an empty list', []],
    ['a list of plain values', [1, 2]],
    ['a list in which not all are objects', [{ id: 1 }, null]],
    ['objects without any key', [{}, {}]],
    ['two lists, of which neither is the one', { a: [{ id: 1 }], b: [{ id: 2 }] }],
    ['an object without a list', { id: 1 }],
    ['text', 'text'],
    ['null', null],
  ])('is not made of %s', (_what, payload) => {
    expect(objectRows(payload)).toBeNull();
  });

  it('is not made of objects that are keyed by what they are about: hundreds of columns help nobody', () => {
    expect(objectRows(Array.from({ length: 600 }, (_, index) => ({ [`id-${index}`]: 1 })))).toBeNull();
  });

  it('S51 shows keys named __proto__, constructor and "" like any other', () => {
    const payload: JsonValue = JSON.parse('[{"__proto__": 1, "constructor": 2, "": 3}, {"toString": 4}]');
    expect(objectRows(payload)?.table).toEqual({
      columns: ['__proto__', 'constructor', '', 'toString'].map((name) => ({ name, type: '' })),
      rows: [
        [1, 2, 3, null],
        [null, null, null, 4],
      ],
    });
  });
});
