import { expect, test } from 'vitest';
import { readRequestUrl } from '@/lib/sources/request-url';
import { parametersOf, requestInputs } from './parameters';

const url = readRequestUrl('https://x.example/users/{id}?limit={limit}');

test('an address has a row for each of its parameters, and for a body where its method sends one', () => {
  if (url === null) throw new Error('no address');
  expect(parametersOf(url, 'get', []).map(({ key }) => key)).toEqual(['path.id', 'query.limit']);
  const rows = parametersOf(url, 'post', []);
  expect(rows.map(({ key, isRequired }) => [key, isRequired])).toEqual([
    ['path.id', true],
    ['query.limit', false],
    ['body', false],
  ]);
  const changed = rows.map((row) => (row.key === 'path.id' ? { ...row, typeName: 'integer' as const } : row));
  expect(parametersOf(url, 'put', changed)[0]?.typeName).toBe('integer');
  expect(
    requestInputs(changed).map(({ typeName, defaultAmbiguousInput }) => [typeName, defaultAmbiguousInput]),
  ).toEqual([
    ['integer', null],
    ['string', 'omit'],
    ['object', 'omit'],
  ]);
});
