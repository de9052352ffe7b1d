import { expect, test } from 'vitest';
import { declaredEffect } from './warning-tag';

test.each([
  ['get', '/pets', 'safe'],
  ['delete', '/pets/{id}', 'updates_data'],
  ['put', '/pets/{id}', 'updates_data'],
  ['patch', '/pets/search', 'updates_data'],
  ['post', '/pets', 'creates_data'],
  ['post', '/saved-searches', 'creates_data'],
  ['post', '/searches', 'creates_data'],
  ['post', '/research', 'creates_data'],
  ['post', '/graphql', 'creates_data'],
  ['post', '/pets/search', 'safe'],
  ['post', '/pets/_search', 'safe'],
  ['post', '/v1/pets:search', 'safe'],
  ['post', '/orders/Validate/', 'safe'],
] as const)('a %s of %s is marked %s', (method, path, tag) => {
  expect(declaredEffect({ method, path })).toBe(tag);
});
