import { expect, test } from 'vitest';
import { resolvedPart } from './resolved-part';

const description = {
  paths: {
    '/a/b': { get: { schema: { $ref: '#/components/schemas/a~1b' }, list: [{ $ref: '#/components/n' }] } },
  },
  components: {
    schemas: { 'a/b': { type: 'object', of: { $ref: '#/components/tree' } } },
    tree: { title: 'Tree', children: { $ref: '#/components/tree' } },
    n: 1,
  },
};

test('references are followed, through each other and in lists, until a schema is within itself', () => {
  expect(resolvedPart(description, ['paths', '/a/b', 'get'])).toEqual({
    schema: { type: 'object', of: { title: 'Tree', children: { $ref: '#/components/tree' } } },
    list: [1],
  });
});

test('what stands next to a reference wins, and what is missing is nothing', () => {
  const beside = { ...description, own: { $ref: '#/components/tree', title: 'Own' }, no: { $ref: '#/none' } };
  expect(resolvedPart(beside, ['own'])).toMatchObject({ title: 'Own' });
  expect(resolvedPart(beside, ['no'])).toBeUndefined();
  expect(resolvedPart(beside, ['paths', 'constructor'])).toBeUndefined();
});
