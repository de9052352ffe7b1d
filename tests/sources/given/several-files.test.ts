import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Api } from '@/cli/api';
import { readArguments } from '@/cli/arguments';
import { importDescriptions } from '@/cli/commands/import';
import { callApi } from '@/lib/client/api-client';
import { API_BASE } from '@/lib/wire/url';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { sendForm, sendRaw } from '../../support/app/http';
import { createOrganizations, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

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
  const [operation] = await prisma().staticCommand.findMany({
    where: { staticCommandSourceId },
  });
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

/** The command line's calls, as the admin of an organization. */
const api: Api = {
  url: 'http://localhost:3000',
  fetch,
  call: (operation, input, options) =>
    callApi(operation, input, {
      ...options,
      fetch: (path, init) =>
        sendRaw(operation.method, String(path).slice(API_BASE.length), {
          as: people.orgAdmin,
          ...(init?.body == null ? {} : { body: init.body }),
        }),
    }),
};

test('the command line imports it too, and says what is missing', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'import-')), 'pets.zip');
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const line = async (...words: string[]) => {
    written.mockClear();
    const code = await importDescriptions(api, readArguments(['import', file, ...words], new Set(['json'])));
    return [code, written.mock.calls.map(([text]) => text).join('')] as const;
  };
  try {
    writeFileSync(file, zip(pets));
    expect(await line()).toEqual([
      0,
      expect.stringMatching(/^pets\.zip: 1 operation \(description \d+\)\n$/),
    ]);
    const [, json] = await line('--json');
    const [{ static_command_source_id: staticCommandSourceId }] = JSON.parse(json);
    expect(await line('--replace', String(staticCommandSourceId))).toEqual([0, expect.anything()]);
    await expect(line('--replace', 'pets')).rejects.toThrow('needs the number of a description');
    await expect(line('--org', 'nowhere')).rejects.toThrow('You are not a member of “nowhere”');

    const { 'pets/schemas/Pet.yaml': _, ...rest } = pets;
    writeFileSync(file, zip(rest));
    expect(await line()).toEqual([2, expect.stringContaining('not there: "pets/schemas/Pet.yaml"')]);
  } finally {
    vi.restoreAllMocks();
  }
});
