import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { readExecutable } from '@/server/connectors/rest/executable';
import { buildRequest } from '@/server/connectors/rest/request/build-request';
import { importPostman } from './import-postman';

const noAuth = { headers: [], query: null, cookie: null };
const base = { origin: 'https://x.example', path: '' };

function only(request: unknown, rest: object = {}) {
  const document = importPostman(
    JSON.stringify({ info: { name: 'x' }, item: [{ name: 'One', request }], ...rest }),
  );
  const [operation] = document.operations;
  if (operation === undefined) throw new Error(JSON.stringify(document));
  const executable = readExecutable(operation.executable);
  const defaults = Object.fromEntries(operation.inputs.map(({ key, defaultValue }) => [key, defaultValue]));
  /** What is sent with the defaults, and with the values that a person fills in. */
  const sent = (filledIn: Record<string, JsonValue> = {}) => {
    const values = Object.entries({ ...defaults, ...filledIn }).filter(([, value]) => value !== null);
    const { target, headers, body } = buildRequest(executable, Object.fromEntries(values), base, noAuth);
    const contentType = headers.find(([name]) => name === 'content-type' || name === 'Content-Type')?.[1];
    return { target, contentType, body: body === null ? null : Buffer.from(body).toString('utf8') };
  };
  return { ...document, operation, executable, defaults, sent };
}

const post = (raw: string, language = 'json', more: object = {}) =>
  only({
    method: 'POST',
    url: 'https://x.example/',
    body: { mode: 'raw', raw, options: { raw: { language } } },
    ...more,
  });

describe('variables without a value within a body', () => {
  test('leave the rest of JSON unchanged, and are replaced in place', () => {
    const read = post(
      '{"who": {"name": "{{first}} {{last}}", "age": 5}, "list": ["{{first}}", {{count}}], "plain": "{{plain}}", "n": {{n}}}',
    );
    expect(read.defaults).toEqual({
      'variable.first': null,
      'variable.last': null,
      'variable.count': null,
      'body.who': { name: '{{first}} {{last}}', age: 5 },
      'body.list': ['{{first}}', '{{count}}'],
      'body.plain': null,
      'body.n': null,
    });
    const { body } = read.sent({
      'variable.first': 'Zoë "x"',
      'variable.last': '{{count}}',
      'variable.count': '7',
      'body.plain': 'p',
      'body.n': '1.50',
    });
    expect(body).toBe(
      '{"who": {"name": "Zoë \\"x\\" {{count}}", "age": 5}, "list": ["Zoë \\"x\\"", 7], "plain": "p", "n": 1.50}',
    );
    expect(read.operation.inputs[0]).toMatchObject({
      key: 'variable.first',
      defaultAmbiguousInput: 'required',
    });
  });

  test('leave a list, a text, and XML unchanged', () => {
    const list = post('[{"id": "{{id}}", "n": 1}]');
    expect(list.defaults).toEqual({ 'variable.id': null, body: [{ id: '{{id}}', n: 1 }] });
    expect(list.sent({ 'variable.id': 'a' }).body).toBe('[{"id": "a", "n": 1}]');
    const xml = post('<a><id>{{id}}</id><b/></a>', 'xml');
    expect(xml.defaults).toEqual({ 'variable.id': null, body: '<a><id>{{id}}</id><b/></a>' });
    expect(xml.sent({ 'variable.id': '7' }).body).toBe('<a><id>7</id><b/></a>');
    expect(post('{{payload}}', 'text').defaults).toEqual({ body: null });
    expect(post('{"a": {{x}}{{y}} }').defaults).toMatchObject({ body: '{"a": {{x}}{{y}} }' });
  });

  test('are replaced only where they were', () => {
    const read = post('{"a": "x {{id}}", "b": "free", "__proto__": {"c": "{{id}}"}}');
    const { body } = read.sent({ 'variable.id': '1', 'body.b': '{{id}}' });
    expect(body).toBe('{"a": "x 1", "b": "{{id}}", "__proto__": {"c": "1"}}');
  });

  test('with the name of a secret are passwords', () => {
    const read = post('{"login": {"key": "{{api_key}}"}}');
    expect(read.operation.inputs[0]).toMatchObject({
      key: 'variable.api_key',
      type: { inputType: 'password' },
    });
  });

  test('are inputs in forms, queries, and headers too', () => {
    const read = only({
      method: 'POST',
      url: {
        raw: '',
        host: ['x', 'example'],
        protocol: 'https',
        path: ['p'],
        query: [{ key: 'q', value: 'id:{{id}}' }],
      },
      header: [{ key: 'X-Trace', value: 'of {{id}}' }],
      body: {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'f', value: '{{id}}&1' },
          { key: 'g', value: '{{g}}' },
        ],
      },
    });
    expect(read.defaults).toEqual({
      'query.q': 'id:{{id}}',
      'header.X-Trace': 'of {{id}}',
      'variable.id': null,
      'body.f': '{{id}}&1',
      'body.g': null,
    });
    expect(read.sent({ 'variable.id': '7' })).toMatchObject({ target: '/p?q=id%3A7', body: 'f=7%261' });
  });
});

describe('addresses', () => {
  test.each([
    ['https://x.example/a?q=a%20b%2Fc', '/a?q=a%20b%2Fc', { 'query.q': 'a b/c' }],
    [
      'https://x.example/a?filter%5Bname%5D=%C3%A9',
      '/a?filter%5Bname%5D=%C3%A9',
      { 'query.filter[name]': 'é' },
    ],
    ['https://x.example/a?q=%E9t%E9', '/a?q=%E9t%E9', { 'query.q': '%E9t%E9' }],
    ['https://x.example/a?q=100%', '/a?q=100%25', { 'query.q': '100%' }],
    ['https://x.example/{/|/}/y', '/%7B/%7C/%7D/y', {}],
    ['https://x.example/{id}/y', '/%7Bid%7D/y', {}],
    ['https://x.example/a%20b/y', '/a%20b/y', {}],
  ])('%s is sent as it is written', (url, target, defaults) => {
    const read = only(url);
    expect(read.defaults).toEqual(defaults);
    expect(read.sent().target).toBe(target);
  });

  test('a server that only an environment defines is the same with and without a scheme, and however it is written', () => {
    const urls = [
      '{{server}}/a',
      'https://{{server}}/b',
      'http://{{server}}/c',
      { raw: '{{server}}/d' },
      { raw: '{{server}}/e', host: ['{{server}}'], path: ['e'] },
    ];
    const item = urls.map((url, at) => ({ name: `r${at}`, request: { method: 'GET', url } }));
    const read = importPostman(JSON.stringify({ info: { name: 'x' }, item }));
    expect(read.skipped).toEqual([]);
    expect(read).toMatchObject({ server: '{{server}}', baseUrl: null });
    expect(read.operations.map(({ executable }) => readExecutable(executable))).toEqual(
      ['/a', '/b', '/c', '/d', '/e'].map((path) => expect.objectContaining({ path, baseUrl: null })),
    );
  });
});

describe('a declared Content-Type', () => {
  const form = { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] };
  const typed = (value: string) => [{ key: 'content-type', value }];

  test.each([
    ['a form', form, 'application/x-www-form-urlencoded; charset=utf-8'],
    ['a form that declares something else', form, 'application/vnd.x+form'],
    ['GraphQL', { mode: 'graphql', graphql: { query: '{ me }' } }, 'application/graphql+json'],
    ['a request without a body', undefined, 'application/json'],
  ])('of %s is sent', (_, body, type) => {
    const read = only({ method: 'POST', url: 'https://x.example/', header: typed(type), body });
    expect(read.sent().contentType).toBe(type);
    expect(read.notes).toEqual([]);
  });

  test('that a multipart form can’t have is noted, and another multipart type is sent', () => {
    const parts = (type: string) =>
      only({
        method: 'POST',
        url: 'https://x.example/',
        header: typed(type),
        body: { mode: 'formdata', formdata: [{ key: 'a', value: '1' }] },
      });
    const other = parts('application/json');
    expect(other.sent().contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(other.notes).toEqual([
      {
        where: 'POST One',
        message:
          'Declares Content-Type "application/json", but has a multipart form: it is sent as multipart/form-data.',
      },
    ]);
    const mixed = parts('multipart/mixed; boundary=x');
    expect(mixed.sent().contentType).toMatch(/^multipart\/mixed; boundary=pushboard-/);
    expect(mixed.notes).toEqual([]);
  });

  test('that is a variable without a value is noted', () => {
    const read = only({ method: 'POST', url: 'https://x.example/', header: typed('{{type}}'), body: form });
    expect(read.notes).toEqual([{ where: 'POST One', message: expect.stringMatching(/\{\{type\}\}/) }]);
  });
});

test('a collection without "info" is read', () => {
  const item = [{ name: 'a', request: { method: 'GET', url: 'https://x.example/a' } }];
  expect(importPostman(JSON.stringify({ item }))).toMatchObject({
    title: 'Postman collection',
    operations: [{ friendlyName: 'a' }],
  });
});
