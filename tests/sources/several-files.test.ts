import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { sendForm } from '../support/app/http';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();
beforeAll(() => createOrganizations());

type Files = Record<string, string>;

const zip = (files: Files) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

async function upload(name: string, files: Files, fields: Record<string, string> = {}) {
  const { body } = await sendForm(
    `/${ORG_A}/openapi-upload`,
    { [name]: zip(files) },
    { as: people.orgAdmin, fields },
  );
  return body;
}

const pets: Files = {
  'pets/openapi.yaml':
    'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\nservers: [{ url: https://pets.example }]\npaths: { /pets: { $ref: paths/pets.yaml } }',
  'pets/paths/pets.yaml':
    'post: { requestBody: { content: { application/json: { schema: { $ref: ../schemas/Pet.yaml } } } } }',
  'pets/schemas/Pet.yaml': 'type: object\nproperties: { name: { type: string } }',
};

const inputsOf = async (staticCommandSourceId: number) => {
  const [operation] = await prisma().staticCommand.findMany({ where: { staticCommandSourceId } });
  return operation?.inputs;
};

test('a description in several files is a zip file of them, and the same again updates the same source', async () => {
  const first = await upload('pets.zip', pets);
  expect(first).toMatchObject([{ filename: 'pets.zip', operations: 1, notes: [], skipped: [], error: null }]);
  const [{ static_command_source_id: sourceId }] = first as [{ static_command_source_id: number }];
  expect(await inputsOf(sourceId)).toMatchObject([{ key: 'body.name' }]);

  const changed = {
    ...pets,
    'pets/schemas/Pet.yaml': 'type: object\nproperties: { age: { type: integer } }',
  };
  expect(await upload('newer.zip', changed)).toMatchObject([
    { static_command_source_id: sourceId, error: null },
  ]);
  expect(await inputsOf(sourceId)).toMatchObject([{ key: 'body.age' }]);

  const renamed = {
    ...pets,
    'pets/openapi.yaml': pets['pets/openapi.yaml']?.replace('Pets', 'Animals') ?? '',
  };
  const fields = { staticCommandSourceId: String(sourceId) };
  expect(await upload('renamed.zip', renamed, fields)).toMatchObject([
    { static_command_source_id: sourceId, error: null },
  ]);
});

test('a zip file that lacks a file says which, and changes nothing', async () => {
  const before = await prisma().staticCommandSource.findMany();
  const { 'pets/schemas/Pet.yaml': _, ...rest } = pets;
  expect(await upload('pets.zip', rest)).toMatchObject([
    { static_command_source_id: null, error: expect.stringContaining('not there: "pets/schemas/Pet.yaml"') },
  ]);
  expect(await upload('pets.zip', { ...pets, '../x.yaml': '' })).toMatchObject([
    { error: expect.stringContaining('outside of it') },
  ]);
  expect(await prisma().staticCommandSource.findMany()).toEqual(before);
});
