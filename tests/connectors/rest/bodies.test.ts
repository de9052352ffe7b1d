import { describe, expect, test } from 'vitest';
import { operationIn, withWire } from './bytes-support';

// The raw requests, compared with RFC 8259 (JSON), the URL standard (forms), RFC 7578 (multipart), and the OpenAPI
// specification's sections on encodings.

const wire = withWire();

const post = { method: 'post' };

function bodyOf(mediaType: string, schema: unknown, encoding?: unknown) {
  return operationIn(
    '/x',
    {
      requestBody: {
        required: true,
        content: { [mediaType]: { schema, ...(encoding !== undefined && { encoding }) } },
      },
    },
    post,
  );
}

describe('JSON', () => {
  test('has a member per input, in the order of the description, and omitted inputs are absent', async () => {
    const { executable, inputs } = await bodyOf('application/json', {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        tags: { type: 'array', items: { type: 'string' } },
        address: { type: 'object', properties: { city: { type: 'string' } } },
        note: { type: 'string', nullable: true },
        id: { type: 'integer', readOnly: true },
      },
    });
    expect(inputs.map(({ key, defaultAmbiguousInput }) => [key, defaultAmbiguousInput])).toEqual([
      ['body.name', 'required'],
      ['body.tags', 'omit'],
      ['body.address', 'omit'],
      ['body.note', 'omit'],
    ]);
    const sent = await wire.send(executable, {
      'body.note': null,
      'body.name': 'Zoë "x"',
      'body.address': { city: 'Köln' },
      'body.tags': [],
    });
    expect(sent).toMatchObject({ line: 'POST /x', headers: ['content-type: application/json'] });
    expect(Buffer.from(sent.body, 'latin1').toString()).toBe(
      '{"name":"Zoë \\"x\\"","tags":[],"address":{"city":"Köln"},"note":null}',
    );
  });

  test('keeps every digit of a number that is stored as text', async () => {
    const { executable } = await bodyOf('application/json', {
      type: 'object',
      properties: {
        id: { type: 'integer', format: 'int64' },
        prices: { type: 'array', items: { type: 'number' } },
        nested: { type: 'object', properties: { n: { type: 'number' }, s: { type: 'string' } } },
      },
    });
    const { body } = await wire.send(executable, {
      'body.id': '9223372036854775807',
      'body.prices': ['0.10', 1.5, '007.50'],
      'body.nested': { n: '1e400', s: '12' },
    });
    expect(body).toBe('{"id":9223372036854775807,"prices":[0.10,1.5,7.5],"nested":{"n":1e400,"s":"12"}}');
  });

  test.each([
    ['a list', { type: 'array', items: { type: 'integer' } }, [1, '2'], '[1,2]'],
    ['a text', { type: 'string' }, 'hello', '"hello"'],
    [
      'a choice',
      {
        oneOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { type: 'array', items: {} },
        ],
      },
      { a: 'x' },
      '{"a":"x"}',
    ],
    ['anything', undefined, { any: [null, true] }, '{"any":[null,true]}'],
    [
      'an object of any keys',
      { type: 'object', additionalProperties: { type: 'string' } },
      { __proto__x: '1' },
      '{"__proto__x":"1"}',
    ],
  ])('%s is one input', async (_, schema, value, expected) => {
    const { executable, inputs } = await bodyOf('application/json', schema);
    expect(inputs.map(({ key }) => key)).toEqual(['body']);
    expect((await wire.send(executable, { body: value })).body).toBe(expected);
  });

  test('a vendor type is JSON too, and keeps its name', async () => {
    const { executable } = await bodyOf('application/vnd.api+json; charset=utf-8', {
      type: 'object',
      properties: { a: { type: 'string' } },
    });
    const { headers, body } = await wire.send(executable, { 'body.a': 'x' });
    expect(headers).toEqual(['content-type: application/vnd.api+json; charset=utf-8']);
    expect(body).toBe('{"a":"x"}');
  });

  test('an empty optional body is not sent', async () => {
    const { executable } = await operationIn(
      '/x',
      {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } },
          },
        },
      },
      post,
    );
    const { headers, body } = await wire.send(executable, {});
    expect({ headers, body }).toEqual({ headers: [], body: '' });
  });
});

describe('a form', () => {
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
      object: { type: 'object', properties: { R: { type: 'integer' }, G: { type: 'integer' } } },
    },
  };
  const values = { 'body.text': 'a b&c=d+é~*', 'body.list': ['x', 'y z'], 'body.object': { R: 1, G: '2' } };

  test('is URL-encoded, lists repeated, objects as JSON', async () => {
    const { executable } = await bodyOf('application/x-www-form-urlencoded', schema);
    const { headers, body } = await wire.send(executable, values);
    expect(headers).toEqual(['content-type: application/x-www-form-urlencoded']);
    expect(body).toBe('text=a+b%26c%3Dd%2B%C3%A9%7E*&list=x&list=y+z&object=%7B%22R%22%3A1%2C%22G%22%3A2%7D');
  });

  test('uses the style of its encoding', async () => {
    const { executable } = await bodyOf('application/x-www-form-urlencoded', schema, {
      list: { style: 'form', explode: false },
      object: { style: 'deepObject', explode: true },
    });
    expect((await wire.send(executable, values)).body).toBe(
      'text=a+b%26c%3Dd%2B%C3%A9%7E*&list=x,y+z&object%5BR%5D=1&object%5BG%5D=2',
    );
  });

  test('of 2.0 consists of its formData', async () => {
    const { executable } = await operationIn(
      '/x',
      {
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [
          { name: 'a', in: 'formData', type: 'string', required: true },
          { name: 'l', in: 'formData', type: 'array', items: { type: 'string' } },
          { name: 'm', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
        ],
      },
      { method: 'post', version: '2.0' },
    );
    const { body } = await wire.send(executable, {
      'body.a': '1',
      'body.l': ['x', 'y'],
      'body.m': ['x', 'y'],
    });
    expect(body).toBe('a=1&l=x,y&m=x&m=y');
  });
});

describe('multipart', () => {
  const file = Buffer.from([0, 255, 13, 10, 45, 45]);

  test('has a part per property: files with name and type, objects as JSON, and lists as one part per item', async () => {
    const { executable, inputs } = await bodyOf('multipart/form-data', {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        photo: { type: 'string', format: 'binary' },
        meta: { type: 'object', properties: { a: { type: 'integer' } } },
        tags: { type: 'array', items: { type: 'string' } },
        pages: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    });
    expect(inputs[1]?.type.component).toBe('b-file');
    const { headers, body } = await wire.send(executable, {
      'body.id': 7,
      'body.photo': `data:image/png;name=c%22at%0A.png;base64,${file.toString('base64')}`,
      'body.meta': { a: '1' },
      'body.tags': ['x', 'y'],
      'body.pages': [Buffer.from('one').toString('base64')],
    });
    const boundary =
      /^content-type: multipart\/form-data; boundary=(\S+)$/.exec(headers[0] ?? '')?.[1] ?? '?';
    expect(body).toBe(
      [
        `--${boundary}`,
        'Content-Disposition: form-data; name="id"',
        '',
        '7',
        `--${boundary}`,
        'Content-Disposition: form-data; name="photo"; filename="c%22at%0A.png"',
        'Content-Type: image/png',
        '',
        file.toString('latin1'),
        `--${boundary}`,
        'Content-Disposition: form-data; name="meta"',
        'Content-Type: application/json',
        '',
        '{"a":1}',
        `--${boundary}`,
        'Content-Disposition: form-data; name="tags"',
        '',
        'x',
        `--${boundary}`,
        'Content-Disposition: form-data; name="tags"',
        '',
        'y',
        `--${boundary}`,
        'Content-Disposition: form-data; name="pages"; filename="pages"',
        'Content-Type: application/octet-stream',
        '',
        'one',
        `--${boundary}--`,
        '',
      ].join('\r\n'),
    );
  });

  test('uses the content type of its encoding, and in 2.0 the file’s type', async () => {
    const { executable } = await bodyOf(
      'multipart/form-data',
      { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } },
      { photo: { contentType: 'image/jpeg' } },
    );
    expect((await wire.send(executable, { 'body.photo': 'QQ==' })).body).toContain(
      '\r\nContent-Type: image/jpeg\r\n\r\nA\r\n',
    );
    const swagger = await operationIn(
      '/x',
      { parameters: [{ name: 'f', in: 'formData', type: 'file' }] },
      { method: 'post', version: '2.0' },
    );
    const { body } = await wire.send(swagger.executable, { 'body.f': 'QQ==' });
    expect(body).toContain('name="f"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\nA\r\n');
  });
});

describe('text and bytes', () => {
  test('a text is sent unchanged', async () => {
    const { executable } = await bodyOf('text/plain', { type: 'string' });
    const { headers, body } = await wire.send(executable, { body: 'a\nb é' });
    expect(headers).toEqual(['content-type: text/plain']);
    expect(body).toBe(Buffer.from('a\nb é').toString('latin1'));
  });

  test('XML is a text', async () => {
    const { executable } = await bodyOf('application/xml', {
      type: 'object',
      properties: { a: { type: 'string' } },
    });
    expect((await wire.send(executable, { body: '<a/>' })).body).toBe('<a/>');
  });

  test('a file is sent byte for byte, with the description’s type, or else its own', async () => {
    const bytes = Buffer.from([0, 1, 2, 255]);
    const png = await bodyOf('image/png', { type: 'string', format: 'binary' });
    const sent = await wire.send(png.executable, { body: bytes.toString('base64') });
    expect(sent.headers).toEqual(['content-type: image/png']);
    expect(sent.body).toBe(bytes.toString('latin1'));
    const any = await bodyOf('*/*', {});
    expect((await wire.send(any.executable, { body: 'data:image/gif;base64,R0lG' })).headers).toEqual([
      'content-type: image/gif',
    ]);
  });

  test('a value that is neither base64 nor a data address is refused', async () => {
    const { executable } = await bodyOf('image/png', {});
    await expect(wire.send(executable, { body: '<not base64>' })).rejects.toThrow(/base64/);
  });
});
