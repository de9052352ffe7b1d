import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { fieldsOf, isFieldPath, readField, readFields } from './field-paths';

const order: JsonValue = {
  id: 7,
  customer: { name: 'Ada', 'e-mail': null, 'a key': true },
  items: [{ price: '1.50' }, { price: '2.50', tags: ['new'] }],
};

describe('the fields of a document', () => {
  it('are listed from the outside in, once for all items of a list', () => {
    expect(fieldsOf(order)).toEqual([
      { path: 'id', type: 'number' },
      { path: 'customer', type: 'object' },
      { path: 'customer.name', type: 'string' },
      { path: 'customer.e-mail', type: 'null' },
      { path: 'customer["a key"]', type: 'boolean' },
      { path: 'items', type: 'array' },
      { path: 'items[]', type: 'object' },
      { path: 'items[].price', type: 'string' },
      { path: 'items[].tags', type: 'array' },
      { path: 'items[].tags[]', type: 'string' },
    ]);
  });

  it('have the type of the first item that says one', () => {
    expect(fieldsOf([{ a: null }, { a: 1 }])).toContainEqual({ path: '[].a', type: 'number' });
  });

  it('end at 500, and 12 deep', () => {
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`key${at}`, at]));
    expect(fieldsOf(wide)).toHaveLength(499);
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);
    expect(fieldsOf(deep)).toHaveLength(12);
  });

  it('can all be read by their paths', () => {
    for (const { path } of fieldsOf(order)) expect(readFields(order, path).length, path).toBeGreaterThan(0);
    expect(readFields(order, 'items[].price')).toEqual(['1.50', '2.50']);
    expect(readField(order, 'customer["a key"]')).toBe(true);
    expect(readField([order], '[].id')).toBe(7);
    expect(readField(order, '')).toBe(order);
    expect(readField(order, 'items[1].price')).toBe('2.50');
  });
});

it.each([
  'items.price',
  'nothing',
  'id.toString',
  '__proto__',
  'constructor',
  'items[9]',
  'customer[0]',
  '.id',
  'a..b',
  '[',
  'a b',
])('leads nowhere: %s', (path) => expect(readFields(order, path)).toEqual([]));

it.each([
  ['a.b', true],
  ['["a\\"b"].c', true],
  ['[]', true],
  ['a[0]', true],
  ['a.', false],
  ['.a', false],
  ['a b', false],
])('tells paths from other text: %s', (path, is) => expect(isFieldPath(path)).toBe(is));
