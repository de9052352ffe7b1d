import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importOpenapi } from './openapi/import-openapi';
import { importPostman } from './postman/import-postman';

const namesOf = (operations: readonly { friendlyName: string }[]) =>
  operations.map(({ friendlyName }) => friendlyName);

test('operations with the same name get a suffix that tells them apart', async () => {
  const petstore = await importOpenapi(readFileSync('tests/samples/openapi/petstore-2.0.json', 'utf8'));
  const names = namesOf(petstore.operations);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('Creates list of users with given input array (POST /user/createWithList)');
  expect(names).toContain('Creates list of users with given input array (POST /user/createWithArray)');
  expect(names).toContain('Add a new pet to the store');
});

test('requests with the same name and address get the name of their folder', () => {
  const request = { method: 'GET', url: 'https://api.example.com/pets' };
  const read = importPostman(
    JSON.stringify({
      info: { name: 'Test', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        { name: 'Cats', item: [{ name: 'List', request }] },
        { name: 'Dogs', item: [{ name: 'List', request }] },
      ],
    }),
  );
  expect(namesOf(read.operations)).toEqual(['List (GET /pets) (Cats)', 'List (GET /pets) (Dogs)']);
});
