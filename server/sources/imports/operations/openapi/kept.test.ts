import { expect, test } from 'vitest';
import { coerceValue } from '@/lib/values/coerce-value';
import { readExecutable } from '@/server/connectors/rest/executable';
import { buildBody } from '@/server/connectors/rest/request/build-body';
import { importOpenapi } from './import-openapi';

/** Imports a description with one operation, `POST /x`. */
function imported(operation: object, more: object = {}, openapi = '3.0.3') {
  const paths = { '/x': { post: { responses: {}, ...operation } } };
  return importOpenapi(JSON.stringify({ openapi, info: { title: 'T', version: '1' }, paths, ...more }));
}

const body = (mediaType: string, schema: object, encoding?: object) => ({
  requestBody: { content: { [mediaType]: { schema, encoding } } },
});
const schemas = (of: object) => ({ components: { schemas: of } });

test('one missing definition leaves its operations usable, and each says so', async () => {
  const missing = { $ref: '#/components/schemas/Gone' };
  const read = await importOpenapi(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          post: { ...body('application/json', { properties: { id: { type: 'integer' }, x: missing } }) },
        },
        '/b': { post: { ...body('application/json', missing) } },
        '/c': {
          get: {
            parameters: [{ name: 'q', in: 'query', schema: missing }, { $ref: '#/components/parameters/P' }],
          },
        },
        '/d': { post: { requestBody: { $ref: '#/components/requestBodies/B' } } },
        '/e': { get: { responses: { 200: { $ref: '#/components/responses/R' } } } },
      },
    }),
  );
  expect(read.skipped).toEqual([]);
  expect(read.operations.map(({ inputs }) => inputs.map(({ key, type }) => `${key} ${type.typeId}`))).toEqual(
    [['body.id integer', 'body.x any'], ['body any'], ['query.q any'], ['body any'], []],
  );
  expect(read.notes.map(({ where }) => where)).toEqual([
    'paths › /a › post',
    'paths › /b › post',
    'paths › /c › get',
    'paths › /c › get',
    'paths › /d › post',
  ]);
});

test.each(['parameters', 'requestBody', 'path'])(
  'missing files, referred to from %s, are one refusal that lists them',
  async (from) => {
    const external = { $ref: './schemas/Pet.yaml#/Pet' };
    const paths = {
      parameters: { '/x': { get: { parameters: [{ name: 'q', in: 'query', schema: external }] } } },
      requestBody: { '/x': { post: { requestBody: external }, get: {} } },
      path: { '/x': external, '/y': { $ref: 'paths/y.yaml' } },
    }[from];
    await expect(
      importOpenapi(JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })),
    ).rejects.toThrow(/not part of it: ".\/schemas\/Pet.yaml".*npx @redocly\/cli bundle/);
  },
);

test('siblings of a reference count from 3.1 on; before, a note says that they do not', async () => {
  const schema = {
    type: 'object',
    properties: { n: { $ref: '#/components/schemas/N', default: 5, description: 'd' } },
  };
  const of = (openapi: string) =>
    imported(body('application/json', schema), schemas({ N: { type: 'integer' } }), openapi);
  const [old, recent] = [await of('3.0.3'), await of('3.1.0')];
  expect(old.operations[0]?.inputs[0]).toMatchObject({ defaultValue: null, description: 'd' });
  expect(old.notes).toEqual([
    {
      where: 'paths › /x › post',
      message: `Has "default" next to "$ref": "#/components/schemas/N", which doesn't count before OpenAPI 3.1.`,
    },
  ]);
  expect(recent.operations[0]?.inputs[0]).toMatchObject({ defaultValue: 5 });
  expect(recent.notes).toEqual([]);
});

test('a path parameter that the path lacks is no input, and a note says so', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const read = await imported({ parameters });
  expect(read.operations[0]?.inputs).toEqual([]);
  expect(read.notes).toMatchObject([
    { where: 'paths › /x › post', message: expect.stringContaining('has no {id}') },
  ]);
});

test.each([
  ['application/xml', { type: 'object', properties: { a: { type: 'string' } } }, /as text/],
  ['application/xml', { type: 'array', items: { type: 'string' } }, /as text/],
  ['multipart/form-data', { type: 'object' }, /names no parts/],
  [
    'application/x-www-form-urlencoded',
    { oneOf: [{ type: 'object', properties: { a: {} } }, { type: 'object' }] },
    /names no parts/,
  ],
])('a body of %s that a form has no inputs for is noted', async (mediaType, schema, message) => {
  const { notes } = await imported(body(mediaType, schema));
  expect(notes).toMatchObject([{ where: 'paths › /x › post', message: expect.stringMatching(message) }]);
});

test.each(['text/plain', 'application/xml'])('a text of %s loses nothing', async (mediaType) => {
  expect((await imported(body(mediaType, { type: 'string' }))).notes).toEqual([]);
});

test('a JSON part of a multipart body is JSON once, whether its schema is an object or a text', async () => {
  const schema = {
    type: 'object',
    properties: {
      meta: { type: 'string' },
      data: { type: 'object' },
      list: { type: 'array', items: { type: 'integer' } },
    },
  };
  const encoding = Object.fromEntries(
    ['meta', 'data', 'list'].map((name) => [name, { contentType: 'application/json' }]),
  );
  const { operations } = await imported(body('multipart/form-data', schema, encoding));
  const executable = readExecutable(operations[0]?.executable ?? null);
  const values = { 'body.meta': '{"a":1}', 'body.data': { a: 1 }, 'body.list': [1, 2] };
  const built = executable.body === null ? null : buildBody(executable.body, values);
  const texts = Buffer.from(built?.bytes ?? [])
    .toString()
    .split('\r\n')
    .filter((line) => /^[{["]/.test(line));
  expect(texts).toEqual(['{"a":1}', '{"a":1}', '[1,2]']);
});

test('an object takes objects only, also as an item of a list', async () => {
  const schema = {
    type: 'object',
    properties: {
      o: { type: 'object' },
      list: { type: 'array', items: { type: 'object' } },
      numbers: { type: 'array', items: { type: 'integer' } },
    },
  };
  const { operations } = await imported(body('application/json', schema));
  const [object, list, numbers] = operations[0]?.inputs.map(({ type }) => type) ?? [];
  if (object === undefined || list === undefined || numbers === undefined) throw new Error('No inputs');
  expect(coerceValue(object, { a: [1] })).toEqual({ ok: true, value: { a: [1] } });
  for (const value of ['x', [1], 5, true]) expect(coerceValue(object, value)).toMatchObject({ ok: false });
  expect(coerceValue(list, [{}, { a: 1 }])).toMatchObject({ ok: true });
  for (const value of [['x'], [[{}]], [1]]) expect(coerceValue(list, value)).toMatchObject({ ok: false });
  expect(coerceValue(numbers, [[1, 2]])).toMatchObject({ ok: false });
});

test('an array of binaries is a list of files, one part each', async () => {
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  const { operations } = await imported(
    body('multipart/form-data', { type: 'object', properties: { files } }),
  );
  const { body: form } = readExecutable(operations[0]?.executable ?? null);
  const value = ['data:text/plain;name=a.txt;base64,YQ==', 'data:text/plain;name=b.txt;base64,Yg=='];
  const built = form === null ? null : buildBody(form, { 'body.files': value });
  const text = Buffer.from(built?.bytes ?? []).toString();
  expect(
    [...text.matchAll(/name="files"; filename="(.*)"\r\n.*\r\n\r\n(.*)\r\n/g)].map(([, ...each]) => each),
  ).toEqual([
    ['a.txt', 'a'],
    ['b.txt', 'b'],
  ]);
  const [input] = operations[0]?.inputs ?? [];
  expect(input && coerceValue(input.type, [value[0] ?? '', ''])).toMatchObject({
    message: 'Item 2: Choose a file',
  });
});
