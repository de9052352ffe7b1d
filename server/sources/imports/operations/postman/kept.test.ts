import { expect, test } from 'vitest';
import { readExecutable } from '@/server/connectors/rest/executable';
import { baseOf, buildRequest } from '@/server/connectors/rest/request/build-request';
import { importPostman } from './import-postman';

/** Imports a collection of one request, and sends it as it begins. */
function imported(
  url: string | object,
  more: { method?: string; header?: object[]; body?: object } = {},
  variables: object[] = [],
) {
  const read = importPostman(
    JSON.stringify({
      info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      variable: variables,
      item: [{ name: 'R', request: { method: 'GET', url, ...more } }],
    }),
  );
  const [operation] = read.operations;
  if (operation === undefined) throw new Error(JSON.stringify(read));
  const defaults = Object.fromEntries(
    operation.inputs.flatMap(({ key, defaultValue }) => (defaultValue === null ? [] : [[key, defaultValue]])),
  );
  const sent = (values: Parameters<typeof buildRequest>[1] = {}) =>
    buildRequest(
      readExecutable(operation.executable),
      { ...defaults, ...values },
      baseOf(read.baseUrl ?? 'https://api.example.com'),
      { headers: [], query: null, cookie: null },
    );
  return { ...read, operation, sent, keys: operation.inputs.map(({ key }) => key) };
}

const base = 'https://api.example.com';

test.each([
  ['?ids[]=1&ids[]=2', '?ids[]=1&ids[]=2', ['query.ids[]']],
  ['?id=1&id=2&x=3', '?id=1&id=2&x=3', ['query.id', 'query.x']],
  ['?id=1&x=3&id=2', '?id=1&x=3&id=2', ['query.id', 'query.x', 'query.id (2)']],
  ['?flag', '?flag', []],
  ['?=bar', '?=bar', []],
  ['?a b', '?a%20b', []],
])('%s is sent as %s', (query, sent, keys) => {
  const read = imported(`${base}/x${query}`);
  expect(read.sent().target).toBe(`/x${sent}`);
  expect(read.keys).toEqual(keys);
  expect(read.notes).toEqual([]);
});

test('what is switched off isn’t sent, and is one input', () => {
  const row = (key: string, value: string | null, disabled = false) => ({ key, value, disabled });
  const read = imported({
    raw: `${base}/x`,
    protocol: 'https',
    host: ['api', 'example', 'com'],
    path: ['x'],
    query: [
      row('id', '1'),
      row('id', '2', true),
      row('off', '1', true),
      row('off', '2', true),
      row('flag', null, true),
    ],
  });
  expect(read.sent().target).toBe('/x?id=1');
  expect(read.keys).toEqual(['query.id', 'query.off', 'query.flag']);
});

test.each([
  ['/tasks/:taskId:cancel', [], '/tasks/7:cancel', 'path.taskId'],
  ['/tasks/:taskId:cancel', [{ key: 'taskId:cancel', value: '' }], '/tasks/7', 'path.taskId:cancel'],
  ['/files/:id.json', [], '/files/7.json', 'path.id'],
  ['/x/:id', [], '/x/7', 'path.id'],
])('%s has one path variable', (path, variable, sent, key) => {
  const read = imported({
    raw: base + path,
    protocol: 'https',
    host: ['api', 'example', 'com'],
    path: path.slice(1).split('/'),
    variable,
  });
  expect(read.keys).toEqual([key]);
  expect(read.sent({ [key]: '7' }).target).toBe(sent);
});

test('a base URL with a query of its own keeps it, and a note says where it is sent', () => {
  const variables = [{ key: 'base', value: `${base}/v1?tenant=a&key=b` }];
  const plain = imported('{{base}}', {}, variables);
  expect(plain.sent().target).toBe('/v1?tenant=a&key=b');
  expect(plain.notes).toEqual([]);
  const below = imported('{{base}}/x?limit=5', {}, variables);
  expect(below.sent().target).toBe('/v1/x?tenant=a&key=b&limit=5');
  expect(below.notes).toMatchObject([
    { where: 'GET R', message: expect.stringContaining('"tenant=a&key=b"') },
  ]);
});

test('Postman’s own variables have a new value each time they are sent', () => {
  const header = [
    { key: 'X-Request-Id', value: '{{$guid}}' },
    { key: 'X-Pair', value: '{{$guid}} {{$randomUUID}}' },
  ];
  const read = imported(`${base}/x?at={{$timestamp}}&n={{$randomInt}}&city={{$randomCity}}`, { header });
  expect(read.keys).toEqual([
    'query.at',
    'query.n',
    'query.city',
    'header.X-Request-Id',
    'header.X-Pair',
    'variable.$randomCity',
  ]);
  const uuid = '[0-9a-f-]{36}';
  const [first, second] = [read.sent({ 'variable.$randomCity': 'Bonn' }), read.sent()];
  expect(first.target).toMatch(/^\/x\?at=\d{10}&n=\d{1,4}&city=Bonn$/);
  const idOf = ({ headers }: typeof first) => headers.find(([name]) => name === 'X-Request-Id')?.[1];
  expect(idOf(first)).toMatch(new RegExp(`^${uuid}$`));
  expect(idOf(first)).not.toBe(idOf(second));
  const [, pair = ''] = first.headers.find(([name]) => name === 'X-Pair') ?? [];
  expect(new Set(pair.match(new RegExp(uuid, 'g'))).size).toBe(2);
});

test('a header that is sent twice is noted', () => {
  const header = [1, 2].map((value) => ({ key: 'X-Id', value: String(value) }));
  const { notes } = imported(`${base}/x`, { header });
  expect(notes).toMatchObject([
    { where: 'GET R', message: expect.stringContaining('"x-id" more than once') },
  ]);
});

test('a request whose host is a variable without a value is listed with its reason', () => {
  const item = ['{{host}}/a', '{{host}}/b', '{{other}}/c', 'https://{{sub}}.example.com/d'].map(
    (url, at) => ({
      name: String(at),
      request: { method: 'GET', url },
    }),
  );
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const read = importPostman(JSON.stringify({ info: { name: 'C', schema }, item }));
  expect(read.operations).toHaveLength(2);
  expect(read.skipped.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('host {{other}} is a variable without a value'),
    expect.stringContaining('host {{sub}}.example.com is a variable'),
  ]);
});

test('a row with several files is a list of files, each a part of its own', () => {
  const body = { mode: 'formdata', formdata: [{ key: 'src', type: 'file', src: ['a.txt', 'b.txt'] }] };
  const read = imported(`${base}/x`, { method: 'POST', body });
  const files = ['a', 'b'].map((name) => `data:text/plain;name=${name}.txt;base64,YQ==`);
  const text = Buffer.from(read.sent({ 'body.src': files }).body ?? []).toString();
  expect([...text.matchAll(/name="src"; filename="(.*)"/g)].map(([, name]) => name)).toEqual([
    'a.txt',
    'b.txt',
  ]);
});

test('a secret within JSON is kept nowhere', () => {
  const body = { mode: 'raw', raw: '{"name": "a", "password": "hunter2"}' };
  const { operation, sent } = imported(`${base}/x`, { method: 'POST', body });
  expect(JSON.stringify(operation)).not.toContain('hunter2');
  expect(sent().body?.toString()).toBe('{"name": "a"}');
  expect(sent({ 'body.password': 'new' }).body?.toString()).toBe('{"name": "a", "password": "new"}');
});
