import { describe, expect, test } from 'vitest';
import { readExecutable } from '@/server/connectors/rest/executable';
import { importOpenapi } from './import-openapi';

// Features of other vendors' descriptions that the samples don't have.

const object = { type: 'object', properties: { name: { type: 'string' } } };

async function bodyOf(operation: object, head: object) {
  const { operations } = await importOpenapi(
    JSON.stringify({ info: { title: 'x', version: '1' }, paths: { '/x': { post: operation } }, ...head }),
  );
  const [only] = operations;
  return {
    body: readExecutable(only?.executable ?? null).body,
    inputs: only?.inputs.map(({ key, type }) => [key, type.component]),
    types: only?.inputs.map(({ type }) => type),
  };
}

const in2 = (schema: unknown) =>
  bodyOf(
    { consumes: ['*/*'], parameters: [{ name: 'body', in: 'body', required: true, schema }] },
    { swagger: '2.0', definitions: { Thing: object } },
  );
const in3 = (mediaType: string, schema: unknown) =>
  bodyOf({ requestBody: { content: { [mediaType]: { schema } } } }, { openapi: '3.1.0' });

describe('a body of any media type', () => {
  test.each([
    ['an object', object],
    ['an object by its $ref', { $ref: '#/definitions/Thing' }],
    ['an object without a type', { properties: object.properties }],
  ])('that is %s is JSON', async (_, schema) => {
    const { body, inputs } = await in2(schema);
    expect(body).toMatchObject({ kind: 'json', mediaType: 'application/json' });
    expect(inputs).toEqual([['body.name', 'b-input']]);
  });

  test('that is a list, or an object with any keys, is JSON', async () => {
    for (const schema of [
      { type: 'array', items: object },
      { type: 'object' },
      { additionalProperties: {}, type: 'object' },
    ]) {
      expect((await in2(schema)).body).toMatchObject({ kind: 'json', mediaType: 'application/json' });
      expect((await in3('application/*', schema)).body?.kind).toBe('json');
    }
  });

  test.each([[{}], [{ type: 'string', format: 'binary' }]])('that is %j is a file', async (schema) => {
    expect((await in2(schema)).body).toMatchObject({ kind: 'binary', mediaType: '*/*' });
    expect((await in3('*/*', schema)).inputs).toEqual([['body', 'b-file']]);
  });
});

test('a part without a type is a file, and so are those of a list', async () => {
  const { body, inputs, types } = await in3('multipart/form-data', {
    type: 'object',
    properties: {
      file: {},
      said: { description: 'A picture' },
      files: { type: 'array', items: {} },
      note: { type: 'string' },
      data: { type: 'object' },
    },
  });
  expect(inputs?.slice(0, 2)).toEqual([
    ['body.file', 'b-file'],
    ['body.said', 'b-file'],
  ]);
  expect(types?.[2]?.element?.component).toBe('b-file');
  expect(body?.parts.map(({ isFile = false }) => isFile)).toEqual([true, true, true, false, false]);
  expect((await in3('application/json', { properties: { file: {} } })).inputs).toEqual([
    ['body.file', 'json'],
  ]);
});

const notesOf = async (document: object) =>
  (await importOpenapi(JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, ...document })))
    .notes;

describe('a note says', () => {
  test('that two schemes write the same name, and which of them is sent', async () => {
    const notes = await notesOf({
      paths: { '/x': { get: { security: [{ first: [], second: [], other: [] }] } } },
      components: {
        securitySchemes: {
          first: { type: 'apiKey', in: 'header', name: 'X-Key' },
          second: { type: 'apiKey', in: 'header', name: 'x-key' },
          other: { type: 'apiKey', in: 'query', name: 'X-Key' },
        },
      },
    });
    expect(notes).toEqual([
      {
        where: 'security scheme second',
        message:
          'Writes the header "x-key", and so does "first". If an operation requires both, "first" is sent.',
      },
    ]);
  });

  test.each([
    ['hoba', { type: 'http', scheme: 'HOBA' }],
    ['mutualTLS', { type: 'mutualTLS' }],
  ])('that a scheme is of the kind %s, which is not supported', async (kind, scheme) => {
    const notes = await notesOf({
      paths: { '/x': { get: {} } },
      components: { securitySchemes: { odd: scheme } },
    });
    expect(notes).toEqual([
      { where: 'security scheme odd', message: expect.stringContaining(`of the kind "${kind}"`) },
    ]);
  });

  test.each([
    ['it has no paths', {}, /^The description has no paths/],
    ['its paths are empty', { paths: {} }, /^The description has no paths/],
    ['its paths have no operations', { paths: { '/x': {} } }, /^Its paths have no operations/],
    ['it has only webhooks', { webhooks: { a: {} } }, /webhooks are calls that the API makes/],
  ])('that %s', async (_, document, words) => {
    expect(await notesOf(document)).toEqual([{ where: null, message: expect.stringMatching(words) }]);
  });
});
