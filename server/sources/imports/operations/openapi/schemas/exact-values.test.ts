import { expect, test } from 'vitest';
import { readExecutable } from '@/server/connectors/rest/executable';
import { buildRequest } from '@/server/connectors/rest/request/build-request';
import { textAt } from '@/server/sources/imports/parse/node';
import { parseDocument } from '@/server/sources/imports/parse/parse-document';
import { importOpenapi } from '../import-openapi';

const yaml = (schema: string): string => `
openapi: 3.0.3
info: {title: T, version: 1}
paths:
  /x:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                v: ${schema}
      responses: {}
`;
const json = (schema: string): string =>
  `{"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "paths": {"/x": {"post": {"responses": {},
    "requestBody": {"content": {"application/json": {"schema":
      {"type": "object", "properties": {"v": ${schema}}}}}}}}}}`;

async function inputOf(text: string) {
  const { operations } = await importOpenapi(text);
  const [operation] = operations;
  const [input] = operation?.inputs ?? [];
  if (operation === undefined || input === undefined) throw new Error('No input');
  const sent = buildRequest(
    readExecutable(operation.executable),
    { 'body.v': input.defaultValue },
    { origin: 'https://x.example', path: '' },
    { headers: [], query: null, cookie: null },
  );
  return { ...input, sent: Buffer.from(sent.body ?? []).toString() };
}

test('options that a double does not hold keep their digits', async () => {
  const { type } = await inputOf(
    json('{"type": "integer", "enum": [9007199254740993, 9007199254740995, 7, 1.0]}'),
  );
  expect(type.options).toEqual(['9007199254740993', '9007199254740995', '7', '1']);
});

test.each([
  ['{"type": "integer", "format": "int64", "default": 9007199254740993}', '9007199254740993'],
  ['{"type": "number", "default": 1.10}', '1.10'],
  ['{"type": "number", "default": -0.12345678901234567890}', '-0.12345678901234567890'],
  [
    '{"type": "array", "items": {"type": "integer"}, "default": [9007199254740993, 2]}',
    '[9007199254740993,2]',
  ],
  [
    '{"type": "object", "properties": {"id": {"type": "integer"}}, "default": {"id": 9007199254740993}}',
    '{"id":9007199254740993}',
  ],
  ['{"type": "number", "enum": [1.5, 2.50], "default": 2.50}', '2.5'],
  ['{"type": "string", "default": 1.10}', '"1.10"'],
  ['{"default": {"id": 9007199254740993, "n": 1.10}}', '{"id":9007199254740993,"n":1.10}'],
  ['{"type": "object", "default": {"ids": [9007199254740993, 1e400]}}', '{"ids":[9007199254740993,1e400]}'],
])('the default of %s is sent as %s', async (schema, sent) => {
  expect((await inputOf(json(schema))).sent).toBe(`{"v":${sent}}`);
});

test('bounds keep their digits', async () => {
  const bounds = '"minimum": -9223372036854775808, "exclusiveMaximum": 9223372036854775807';
  const { type } = await inputOf(json(`{"type": "integer", ${bounds}, "multipleOf": 0.1}`));
  expect(type.constraints).toMatchObject({
    minimum: '-9223372036854775808',
    multipleOf: 0.1,
  });
  const swagger = await inputOf(json('{"type": "integer", "maximum": 9223372036854775807}'));
  expect(swagger.type.constraints.maximum).toBe('9223372036854775807');
});

test.each([
  [
    '{type: string, enum: [07, 08, 1e3, 0x1F, 0o17, ~, no, 1_000, 2026-02-30, 1.10, true, True, 1:30]}',
    ['07', '08', '1e3', '0x1F', '0o17', '~', 'no', '1_000', '2026-02-30', '1.10', 'true', 'True', '1:30'],
  ],
  ['{type: string, nullable: true, enum: [a, ~, null]}', ['a']],
  ['{type: string, enum: [a, null]}', ['a']],
  [
    '{type: integer, enum: [07, 08, 0x1F, 0o17, 1e3, +5, 9007199254740993]}',
    ['7', '8', '31', '15', '1000', '5', '9007199254740993'],
  ],
])('YAML: the type decides what %s offers', async (schema, options) => {
  expect((await inputOf(yaml(schema))).type.options).toEqual(options);
});

test.each([
  ['{type: string, default: 07}', '07'],
  ['{type: string, default: no}', 'no'],
  ['{type: string, default: 1.10}', '1.10'],
  ['{type: string, default: false}', 'false'],
  ['{type: string, default: 2026-02-30}', '2026-02-30'],
  ['{type: integer, default: 0x1F}', 31],
  ['{type: integer, default: 007}', 7],
  ['{type: boolean, default: False}', false],
  ['{type: string, default: null}', null],
  ['{type: array, items: {type: string}, default: [07, 0o17]}', ['07', '0o17']],
])('YAML: the type decides the default of %s', async (schema, expected) => {
  expect((await inputOf(yaml(schema))).defaultValue).toEqual(expected);
});

test('keys of YAML are their text, and an anchored value keeps its own', () => {
  expect(parseDocument('{200: a, 07: b, true: c, 1.0: d, ~: e}')).toEqual({
    200: 'a',
    '07': 'b',
    true: 'c',
    '1.0': 'd',
    '~': 'e',
  });
  const document = parseDocument('a: &x [1.0]\nb: *x\n__proto__: 1.0');
  expect(JSON.stringify(document)).toBe('{"a":[1],"b":[1],"__proto__":1}');
  expect(textAt(document, '__proto__')).toBe('1.0');
});

test('a version, a name, or a server is a text, whatever YAML makes of it', async () => {
  const { operations, baseUrl, title } = await importOpenapi(`
openapi: 3.0
info: {title: 1.10, version: 1}
servers: [{url: 'https://x.example:{port}/v{version}', variables: {port: {default: 8443}, version: {default: 1.0}}}]
paths: {/x: {get: {operationId: 007, tags: [2024], parameters: [{name: on, in: query}, {name: 1.0, in: query}, {name: true, in: query}]}}}
`);
  expect({ title, baseUrl }).toEqual({ title: '1.10', baseUrl: 'https://x.example:8443/v1.0' });
  expect(operations[0]).toMatchObject({ friendlyName: '007', folder: '2024' });
  expect(operations[0]?.inputs.map(({ key }) => key)).toEqual(['query.on', 'query.1.0', 'query.true']);
});

test('JSON with numbers that JSON has no form for is refused, and no text passes for a number', () => {
  for (const text of ['{"a": 007}', '{"a": 01.5}', '{"a": -}', '{"a": 1.}']) {
    // What isn't JSON is read as YAML in flow style.
    expect(() => parseDocument(text.padEnd(1_000_001))).toThrow(/not valid JSON/);
  }
  expect(parseDocument('{"a": "\uF8FFnumber 5", "b": 1.0}')).toEqual({ a: '\uF8FFnumber 5', b: 1 });
});
