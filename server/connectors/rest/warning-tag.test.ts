import { expect, test } from 'vitest';
import { warningTagOf } from './warning-tag';

test.each([
  ['get', '/pets', null],
  ['delete', '/pets/{id}', 'updates_data'],
  ['put', '/pets/{id}', 'updates_data'],
  ['patch', '/pets/search', 'updates_data'],
  ['post', '/pets', 'creates_data'],
  ['post', '/saved-searches', 'creates_data'],
  ['post', '/searches', 'creates_data'],
  ['post', '/research', 'creates_data'],
  ['post', '/graphql', 'creates_data'],
  ['post', '/pets/search', null],
  ['post', '/pets/_search', null],
  ['post', '/v1/pets:search', null],
  ['post', '/orders/Validate/', null],
] as const)('a %s of %s is marked %s', (method, path, tag) => {
  expect(warningTagOf({ method, path })).toBe(tag);
});
