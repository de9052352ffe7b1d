import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { filesOfFolder, packed, rootAmong } from './chosen-files';

const file = (name: string, text: string) => new File([text], name);

test('files are packed with their folders', async () => {
  const zip = await packed('pets', [
    { path: 'pets/openapi.yaml', file: file('openapi.yaml', 'openapi: 3.1.0') },
    { path: 'pets/schemas/Größe.yaml', file: file('Größe.yaml', 'type: string') },
  ]);
  expect(zip.name).toBe('pets.zip');
  const unpacked = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer())));
  expect(unpacked.map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['pets/openapi.yaml', 'openapi: 3.1.0'],
    ['pets/schemas/Größe.yaml', 'type: string'],
  ]);
});

test('of a folder, the files that can be part of a description are taken', () => {
  const names = ['a.yaml', 'README.md', 'b.JSON', '.c.yaml'];
  expect(filesOfFolder(names.map((name) => file(name, ''))).map(({ path }) => path)).toEqual([
    'a.yaml',
    'b.JSON',
  ]);
});

test('the only description among several files is the one that the others belong to', async () => {
  const schema = file('Pet.yaml', 'type: object\nproperties: { openapi: { type: string } }');
  const yaml = file('api.yaml', '# Pets\n"openapi": 3.1.0');
  const json = file('api.json', '{\n  "info": {},\n  "swagger": "2.0"}');
  expect(await rootAmong([schema, yaml])).toBe(yaml);
  expect(await rootAmong([json, schema])).toBe(json);
  expect(await rootAmong([json, yaml, schema])).toBeNull();
  expect(await rootAmong([schema])).toBeNull();
});
