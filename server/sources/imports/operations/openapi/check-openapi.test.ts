import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDocument } from '@/server/sources/imports/parse/parse-document';
import { boundedNotes, mostNotes } from '../notes';
import { checkOpenapi } from './check-openapi';

const notesOn = (document: object) => checkOpenapi(parseDocument(JSON.stringify(document)));
const info = { title: 'x', version: '1' };

test('reports each error once with its location, however many forms are allowed there', async () => {
  const notes = await notesOn({
    openapi: '3.0.3',
    info: { title: 'x' },
    paths: {
      '/a~b/{id}': {
        get: {
          operationId: 'read',
          parameters: [{ name: 'q', in: 'quer', required: true, schema: { type: 'strin' } }],
          responses: { 200: { description: 'ok' } },
          color: 1,
        },
        put: { operationId: 'read', responses: { 200: { $ref: '#/components/responses/Ok' } } },
      },
    },
    components: { responses: { Ok: { description: 'ok' } } },
  });
  const where = 'paths › /a~b/{id} › get';
  expect(notes).toEqual([
    { where: 'info', message: 'Must have "version".' },
    { where, message: `Has "color", which doesn't belong here.` },
    {
      where: `${where} › parameters › 0 › in`,
      message: 'Must be one of "path", "query", "header", "cookie".',
    },
    {
      where: `${where} › parameters › 0 › schema › type`,
      message: 'Must be one of "array", "boolean", "integer", "number", "object", "string".',
    },
    { where, message: 'Has {id} in its path, but no path parameter with that name.' },
    {
      where: 'paths › /a~b/{id} › put',
      message: `Has the operationId "read", as has ${where}.`,
    },
    {
      where: 'paths › /a~b/{id} › put',
      message: 'Has {id} in its path, but no path parameter with that name.',
    },
  ]);
});

test.each([
  [
    '3.1',
    { openapi: '3.1.0', info: { title: 'x' }, paths: {} },
    [{ where: 'info', message: 'Must have "version".' }],
  ],
  [
    '2.0',
    { swagger: '2.0', info, paths: {}, hosts: 'x' },
    [{ where: null, message: expect.stringMatching(/"hosts"/) }],
  ],
  ['a version without its patch', { openapi: '3.1', info, paths: {} }, []],
  ['a later patch', { openapi: '3.0.9', info, paths: {} }, []],
  [
    'a number',
    { openapi: 3.1, info, paths: {} },
    [{ where: null, message: expect.stringMatching(/string/) }],
  ],
  ['3.2, which is left unchecked', { openapi: '3.2.0', info: 5, paths: {} }, []],
  [
    'paths by their $ref',
    {
      openapi: '3.1.0',
      info,
      paths: { '/x': { $ref: '#/components/pathItems/x' } },
      components: { pathItems: { x: { $ref: '#/components/pathItems/y' }, y: {} } },
    },
    [],
  ],
  [
    'a parameter by its $ref',
    {
      swagger: '2.0',
      info,
      paths: {
        '/{id}': {
          get: { parameters: [{ $ref: '#/parameters/id' }], responses: { 200: { description: 'ok' } } },
        },
      },
      parameters: { id: { name: 'id', in: 'path', required: true, type: 'string' } },
    },
    [],
  ],
])('%s', async (_, document, expected) => {
  expect(await notesOn(document)).toEqual(expected);
});

test("reports little for the samples, and doesn't change a description", async () => {
  const folder = 'tests/samples/openapi';
  for (const file of readdirSync(folder)) {
    const root = parseDocument(readFileSync(`${folder}/${file}`, 'utf8'));
    const before = JSON.stringify(root);
    expect((await checkOpenapi(root)).length).toBeLessThan(2);
    expect(JSON.stringify(root)).toBe(before);
  }
});

test('S42 checking reads nothing outside the file', async () => {
  const paths = { '/x': { $ref: 'file:///etc/passwd' }, '/y': { $ref: 'http://127.0.0.1:1/y' } };
  expect(await notesOn({ openapi: '3.0.3', info, paths })).toEqual([]);
});

test('S42 properties of every object are names like any other', async () => {
  const text =
    '{"openapi":"3.0.3","info":{"title":"x","version":"1"},"paths":{},"components":{"schemas":{"__proto__":{"type":"x"}}}}';
  const [note] = await checkOpenapi(parseDocument(text));
  expect(note?.where).toBe('components › schemas › __proto__ › type');
  expect(Object.prototype).not.toHaveProperty('type');
});

test('of thousands of notes a hundred are kept, and the last says how many more there are', () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ where: `a\0${at}`, message: 'm'.repeat(9_000) }));
  const kept = boundedNotes(many);
  expect(kept).toHaveLength(mostNotes);
  expect(kept.at(-1)?.message).toBe('There are 4901 more notes like these.');
  expect(kept[0]?.message).toHaveLength(500);
  expect(JSON.stringify(kept)).not.toContain('\\u0000');
});
