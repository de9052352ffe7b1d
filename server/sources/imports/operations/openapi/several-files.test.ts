import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { DescriptionFiles } from '@/server/sources/imports/parse/description-files';
import { checkOpenapi } from './check-openapi';
import { readOpenapi } from './import-openapi';

type Files = Record<string, string>;

const opened = (files: Files) =>
  DescriptionFiles.open(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

function read(files: Files) {
  const { root, files: others } = opened(files);
  return readOpenapi(root, others);
}

const head =
  'openapi: 3.0.3\ninfo: { title: Pets, version: "1" }\nservers: [{ url: https://pets.example }]\n';
const inputsOf = (files: Files) =>
  read(files).operations.map(
    ({ cloudName, inputs }) =>
      `${cloudName}: ${inputs.map(({ key, type }) => `${key} ${type.typeId}`).join(', ')}`,
  );

const petstore: Files = {
  'api/openapi.yaml': `${head}paths:\n  /pets: { $ref: paths/pets.yaml }\n  /pets/{id}: { $ref: "paths/pet.json#/pet" }\n`,
  'api/paths/pets.yaml': `
get:
  parameters: [{ $ref: "../parameters.yaml#/limit" }]
post:
  requestBody: { content: { application/json: { schema: { $ref: ../schemas/Pet.yaml } } } }
`,
  'api/paths/pet.json': JSON.stringify({
    pet: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { $ref: '../schemas/Id.yaml' } }],
      get: { responses: { 200: { $ref: '../responses/nowhere.yaml' } } },
    },
  }),
  'api/parameters.yaml': 'limit: { name: limit, in: query, schema: { type: integer } }',
  'api/schemas/Pet.yaml': `
type: object
properties:
  id: { $ref: Id.yaml }
  owner: { allOf: [{ $ref: "./people/Owner.yaml#/Owner" }] }
  parent: { $ref: "#" }
`,
  'api/schemas/Id.yaml': 'type: integer\nformat: int64',
  'api/schemas/people/Owner.yaml':
    'Owner: { type: object, properties: { born: { $ref: "#/Day" } } }\nDay: { type: string, format: date }',
  'api/README.yaml': '{ broken',
};

test('references lead from each file to those next to it, and a file that only a response needs may be missing', () => {
  expect(inputsOf(petstore)).toEqual([
    'GET /pets: query.limit integer',
    'POST /pets: body.id integer:int64, body.owner object, body.parent object',
    'GET /pets/{id}: path.id integer:int64',
  ]);
  expect(read(petstore).notes).toEqual([]);
  const [, create] = read(petstore).operations;
  expect(create?.inputs[1]?.type.properties?.map(({ key, type }) => [key, type.typeId])).toEqual([
    ['born', 'string:date'],
  ]);
});

test('parts of a description that stand in files of their own are read, as many programs do', () => {
  const files = {
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { $ref: 'info.yaml' },
      servers: { $ref: 'servers.yaml' },
      paths: { $ref: './paths.yaml' },
      components: { schemas: { $ref: 'schemas.yaml' }, securitySchemes: { $ref: 'security.yaml' } },
      security: [{ key: [] }],
    }),
    'info.yaml': 'title: Parts\nversion: "1"',
    'servers.yaml': '- url: https://parts.example/v1',
    'paths.yaml': '/a/{id}: { get: { $ref: get.yaml }, parameters: { $ref: parameters.yaml } }',
    'parameters.yaml':
      '- { name: id, in: path, required: true, schema: { $ref: "openapi.json#/components/schemas/Id" } }',
    'get.yaml': 'parameters: [{ name: at, in: query, schema: { $ref: "schemas.yaml#/Kind" } }]',
    'schemas.yaml':
      'Id: { type: string, enum: [07, 08] }\nKind: { type: string, enum: { $ref: kinds.json } }',
    'kinds.json': '["cat", "dog"]',
    'security.yaml': 'key: { type: apiKey, in: header, name: X-Key }',
  };
  const { title, server, auth, operations } = read(files);
  expect([title, server, auth.apiKeyName]).toEqual(['Parts', 'https://parts.example/v1', 'X-Key']);
  expect(operations[0]?.inputs.map(({ key, type }) => [key, type.options])).toEqual([
    ['path.id', ['07', '08']],
    ['query.at', ['cat', 'dog']],
  ]);
});

test('files that commands need and that are missing are named as they would be found', () => {
  const { 'api/schemas/Id.yaml': _, 'api/parameters.yaml': __, ...files } = petstore;
  expect(() => read(files)).toThrow(
    'The description refers to 2 files that are not there: "api/parameters.yaml", "api/schemas/Id.yaml". Upload all',
  );
});

test.each([
  'https://other.example/schema.yaml',
  'file:///etc/passwd.yaml',
  '/etc/passwd.yaml',
  '../../outside.yaml',
  '..\\..\\outside.yaml',
  '%2e%2e/%2e%2e/outside.yaml',
  'C:\\outside.yaml',
])('S42 a reference out of the files is not followed: %s', (reference) => {
  const schema = { content: { 'application/json': { schema: { $ref: reference } } } };
  const paths = { '/x': { post: { requestBody: schema } } };
  const files = {
    'api/openapi.json': JSON.stringify({ openapi: '3.1.0', paths }),
    'outside.yaml': 'type: string',
    'api/outside.yaml': 'type: string',
  };
  const found = reference.startsWith('..') || reference.startsWith('%') ? reference : null;
  expect(() => read(files)).toThrow(found === null ? 'Nothing is read from elsewhere' : 'not there');
});

test.each([
  ['schemas\\Größe.yaml', 'schemas/Größe.yaml'],
  ['schemas/Gro\u0308ße.yaml', 'schemas/Gr\u00f6ße.yaml'],
  ['schemas/日本.yaml', './schemas/%E6%97%A5%E6%9C%AC.yaml'],
  ['schemas/100%.yaml', 'schemas/100%.yaml'],
  ['schemas/My Pet.yaml', 'schemas/My%20Pet.yaml'],
  ['schemas/a%20b.yaml', 'schemas/a%20b.yaml'],
])('a file is found by its name, however that is written: %s', (name, reference) => {
  const files = {
    'openapi.json': JSON.stringify({
      openapi: '3.1.0',
      paths: { '/x': { get: { parameters: [{ name: 'q', in: 'query', schema: { $ref: reference } }] } } },
    }),
    [name]: 'type: boolean',
  };
  expect(inputsOf(files)).toEqual(['GET /x: query.q boolean']);
});

test('S42 files that refer to each other endlessly end', () => {
  const files = {
    'openapi.yaml': `${head}paths: { /x: { get: { parameters: [{ $ref: a.yaml }] } }, /y: { $ref: b.yaml } }`,
    'a.yaml': '$ref: b.yaml',
    'b.yaml': '$ref: a.yaml',
  };
  expect(read(files).skipped.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('circular'),
    expect.stringContaining('circular'),
  ]);
});

test('a file that cannot be parsed is named', () => {
  expect(() => read({ ...petstore, 'api/schemas/Id.yaml': 'type: [' })).toThrow(
    'In "api/schemas/Id.yaml": The file',
  );
});

test('of several descriptions the one nearest to the top is read, which a note says; two next to each other are refused', () => {
  const more = { ...petstore, 'api/dist/bundled.yaml': `${head}paths: {}` };
  expect(read(more).notes).toEqual([
    {
      where: null,
      message:
        'Only "api/openapi.yaml" and the files that it refers to were read. There are other descriptions: "api/dist/bundled.yaml".',
    },
  ]);
  expect(() => read({ ...petstore, 'api/other.json': '{"swagger":"2.0","paths":{}}' })).toThrow(
    'several descriptions: "api/openapi.yaml", "api/other.json"',
  );
  expect(() => read({ 'a.yaml': 'type: string' })).toThrow('has no OpenAPI description');
  expect(() => read({ 'openapi.yaml': 'openapi: [' })).toThrow('In "openapi.yaml": The file');
});

test('what is invalid is said of paths in other files too', async () => {
  const { root, files } = opened({
    ...petstore,
    'api/paths/pet.json': JSON.stringify({ pet: { get: { responses: {} } } }),
  });
  expect((await checkOpenapi(root, files)).map(({ message }) => message)).toContain(
    'Has {id} in its path, but no path parameter with that name.',
  );
});
