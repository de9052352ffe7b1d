import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readExecutable } from '@/server/connectors/rest/executable';
import { UnreadableDocument } from '@/server/sources/imports/parse/unreadable-document';
import { importPostman } from './import-postman';

const folder = 'tests/samples/postman';
const rows = [
  ...readFileSync('tests/samples/INDEX.md', 'utf8').matchAll(
    /^\| postman\/(\S+) \| \S+ \| (\d+) \| (\d+) \|/gm,
  ),
].map(([, file = '', requests]) => ({ file, requests: Number(requests) }));

test('the table has a row for every sample', () => {
  expect(rows.map(({ file }) => file).sort()).toEqual(readdirSync(folder).sort());
});

describe.each(rows)('$file', ({ file, requests }) => {
  const read = importPostman(readFileSync(join(folder, file), 'utf8'));

  test('imports every request of its index, each with its own id', () => {
    expect(read.skipped).toEqual([]);
    expect(read.operations).toHaveLength(requests);
    expect(new Set(read.operations.map(({ cloudId }) => cloudId)).size).toBe(requests);
  });

  test('every input is used', () => {
    for (const { executable, inputs } of read.operations) {
      const { parameters, body } = readExecutable(executable);
      const filled =
        body === null ? [] : body.wholeKey === null ? body.parts.map(({ key }) => key) : [body.wholeKey];
      expect(inputs.map(({ key }) => key)).toEqual([...parameters.map(({ key }) => key), ...filled]);
    }
  });
});

const collection = (item: unknown[], rest: object = {}) =>
  JSON.stringify({
    info: { name: 'Test', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item,
    ...rest,
  });

function only(request: unknown, rest: object = {}) {
  const read = importPostman(collection([{ name: 'One', request }], rest));
  const [operation] = read.operations;
  if (operation === undefined) throw new Error(JSON.stringify(read));
  return { ...read, operation, executable: readExecutable(operation.executable) };
}

const defaultsOf = ({ operation }: ReturnType<typeof only>) =>
  Object.fromEntries(operation.inputs.map(({ key, defaultValue }) => [key, defaultValue]));

describe('addresses', () => {
  test.each([
    ['https://api.example/v1/users?limit=5', 'https://api.example', '/v1/users', ['query.limit']],
    ['https://api.example:8443/a/:id/b', 'https://api.example:8443', '/a/{id}/b', ['path.id']],
    ['https://api.example/{{tenant}}/x', 'https://api.example', '/{tenant}/x', ['path.tenant']],
    ['api.example/x', 'http://api.example', '/x', []],
    ['https://api.example', 'https://api.example', '', []],
    ['https://api.example/a//b/#part', 'https://api.example', '/a//b/', []],
  ])('%s', (url, baseUrl, path, keys) => {
    const read = only(url);
    expect({
      baseUrl: read.baseUrl,
      path: read.executable.path,
      keys: read.operation.inputs.map(({ key }) => key),
    }).toEqual({ baseUrl, path, keys });
  });

  test('variables of the collection are filled in, even if they contain others', () => {
    const variable = [
      { key: 'host', value: 'https://{{name}}.example' },
      { key: 'name', value: 'api' },
      { key: 'loop', value: '{{loop}}' },
    ];
    const read = only('{{host}}/v1/{{loop}}', { variable });
    expect(read.baseUrl).toBe('https://api.example');
    expect(read.executable.path).toBe('/v1/{loop}');
  });

  test('a host that only an environment defines has to be filled in', () => {
    expect(only('{{host}}/x')).toMatchObject({ baseUrl: null, server: '{{host}}' });
  });

  test('a request to another host keeps it, and one to an unknown host is skipped with its reason', () => {
    const read = importPostman(
      collection([
        { name: 'a', request: 'https://one.example/a' },
        { name: 'b', request: 'https://one.example/b' },
        { name: 'c', request: 'https://two.example/c' },
        { name: 'd', request: '{{elsewhere}}/d' },
      ]),
    );
    expect(read.operations.map(({ executable }) => readExecutable(executable).baseUrl)).toEqual([
      null,
      null,
      'https://two.example',
    ]);
    expect(read.skipped).toEqual([
      {
        operation: 'GET d',
        reason: expect.stringMatching(/\{\{elsewhere\}\} is a variable without a value/),
      },
    ]);
  });

  test('a disabled row is an optional input without a value', () => {
    const read = only({
      method: 'GET',
      url: {
        raw: 'https://x.example/?a=1',
        protocol: 'https',
        host: 'x.example',
        query: [
          { key: 'a', value: '1' },
          { key: 'b', value: '2', disabled: true },
        ],
      },
      header: [
        { key: 'X-On', value: 'yes' },
        { key: 'X-Off', value: 'no', disabled: true },
        { key: 'Authorization', value: 'Bearer old' },
      ],
    });
    expect(defaultsOf(read)).toEqual({
      'query.a': '1',
      'query.b': null,
      'header.X-On': 'yes',
      'header.X-Off': null,
      'header.Authorization': null,
    });
  });
});

describe('bodies', () => {
  const post = (body: object, header: object[] = []) =>
    only({ method: 'POST', url: 'https://x.example/', body, header });

  test('JSON has an input per member, typed as its example', () => {
    const read = post({
      mode: 'raw',
      raw: '{"a": "x", "n": 5, "on": true, "l": ["p"], "o": {"k": 1}, "v": "{{unknown}}", "bare": {{id}}}',
      options: { raw: { language: 'json' } },
    });
    expect(
      read.operation.inputs.map(({ key, type, defaultValue }) => [key, type.jsonType, defaultValue]),
    ).toEqual([
      ['body.a', 'string', 'x'],
      ['body.n', 'number', 5],
      ['body.on', 'boolean', true],
      ['body.l', 'array', ['p']],
      ['body.o', 'object', { k: 1 }],
      ['body.v', 'string', null],
      ['body.bare', 'string', null],
    ]);
    expect(read.executable.body?.mediaType).toBe('application/json');
  });

  test.each([
    ['a list', { mode: 'raw', raw: '[1,2]' }, 'json', 'text/plain', [1, 2]],
    ['a text', { mode: 'raw', raw: 'hello' }, 'text', 'text/plain', 'hello'],
    [
      'XML',
      { mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } },
      'text',
      'application/xml',
      '<a/>',
    ],
    [
      'invalid JSON',
      { mode: 'raw', raw: '{oops', options: { raw: { language: 'json' } } },
      'text',
      'application/json',
      '{oops',
    ],
    ['a file', { mode: 'file', file: { src: 'x.png' } }, 'binary', 'application/octet-stream', null],
  ])('%s is one input', (_, body, kind, mediaType, defaultValue) => {
    const read = post(body);
    expect(read.executable.body).toMatchObject({ kind, mediaType, wholeKey: 'body' });
    expect(defaultsOf(read)).toEqual({ body: defaultValue });
  });

  test('forms have an input per field, including files', () => {
    const form = post({
      mode: 'urlencoded',
      urlencoded: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2', disabled: true },
      ],
    });
    expect(form.executable.body).toMatchObject({
      kind: 'form',
      mediaType: 'application/x-www-form-urlencoded',
    });
    expect(defaultsOf(form)).toEqual({ 'body.a': '1', 'body.b': null });
    const multipart = post({
      mode: 'formdata',
      formdata: [
        { key: 'f', type: 'file', src: '/etc/passwd' },
        { key: 't', value: 'x', contentType: 'text/html' },
      ],
    });
    expect(multipart.executable.body?.parts).toMatchObject([
      { name: 'f', isFile: true },
      { name: 't', contentType: 'text/html' },
    ]);
    expect(defaultsOf(multipart)).toEqual({ 'body.f': null, 'body.t': 'x' });
  });

  test('GraphQL is its query and its variables', () => {
    const read = post({ mode: 'graphql', graphql: { query: '{ me }', variables: '{"a": 1}' } });
    expect(defaultsOf(read)).toEqual({ 'body.query': '{ me }', 'body.variables': { a: 1 } });
  });

  test('the content type of a header is the body’s', () => {
    const read = post({ mode: 'raw', raw: '{"a":1}' }, [
      { key: 'Content-Type', value: 'application/vnd.api+json' },
    ]);
    expect(read.executable.body).toMatchObject({ kind: 'json', mediaType: 'application/vnd.api+json' });
    expect(read.operation.inputs.map(({ key }) => key)).toEqual(['body.a']);
  });
});

describe('authentication', () => {
  const bearer = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] };

  test('is inherited from folder and collection', () => {
    const read = importPostman(
      collection(
        [
          {
            name: 'Folder',
            item: [
              { name: 'a', request: 'https://x.example/a' },
              { name: 'b', request: { url: 'https://x.example/b', auth: { type: 'noauth' } } },
            ],
          },
        ],
        { auth: bearer, variable: [{ key: 'token', value: 't' }] },
      ),
    );
    expect(read.auth).toEqual({ authType: 'bearer_token', bearerToken: 't' });
    expect(read.operations.map(({ executable }) => readExecutable(executable).sendsAuth)).toEqual([
      true,
      false,
    ]);
    expect(read.operations[0]?.traits).toEqual(['Folder']);
  });

  test.each([
    [
      { type: 'basic', basic: { username: 'u', password: 'p' } },
      { authType: 'basic_auth', username: 'u', password: 'p' },
    ],
    [
      {
        type: 'apikey',
        apikey: [
          { key: 'key', value: 'X-K' },
          { key: 'value', value: 'v' },
          { key: 'in', value: 'query' },
        ],
      },
      { authType: 'api_key', apiKeyName: 'X-K', apiKeyIn: 'query', apiKey: 'v' },
    ],
    [{ type: 'ntlm', ntlm: [] }, { authType: 'custom_headers' }],
    [
      { type: 'digest', digest: [{ key: 'username', value: 'ann' }] },
      { authType: 'digest_auth', username: 'ann', password: '' },
    ],
    [
      { type: 'awsv4', awsv4: { accessKey: 'A', secretKey: 's', service: 's3' } },
      {
        authType: 'aws_signature',
        accessKeyId: 'A',
        secretAccessKey: 's',
        sessionToken: '',
        awsRegion: 'us-east-1',
        awsService: 's3',
      },
    ],
    [bearer, { authType: 'bearer_token', bearerToken: '' }],
  ])('%j', (auth, expected) => {
    expect(only({ url: 'https://x.example/', auth }).auth).toEqual(expected);
  });
});

describe('a file that is not a collection is reported', () => {
  test.each([
    ['version 1', { id: 'x', name: 'Old', requests: [], order: [] }, /version 1.*Collection v2\.1/],
    ['an OpenAPI description', { openapi: '3.0.0' }, /Upload it as one/],
    ['anything else', { a: 1 }, /not a Postman collection/],
  ])('%s', (_, document, words) => {
    expect(() => importPostman(JSON.stringify(document))).toThrow(UnreadableDocument);
    expect(() => importPostman(JSON.stringify(document))).toThrow(words);
  });
});

test('two requests with one address have their own ids, and others keep theirs', () => {
  const read = importPostman(
    collection([
      { name: 'a', request: { method: 'POST', url: 'https://x.example/t' } },
      { name: 'b', request: { method: 'POST', url: 'https://x.example/t' } },
      { name: 'h', request: { method: 'HEAD', url: 'https://x.example/t' } },
    ]),
  );
  expect(read.operations.map(({ cloudId }) => cloudId)).toEqual(['api::post::/t', 'api::post::/t::b']);
  expect(read.ignoredMethods).toEqual(['HEAD h']);
});
