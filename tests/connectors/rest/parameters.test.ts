import { describe, expect, test } from 'vitest';
import { operationIn, withWire } from './bytes-support';

// The raw requests, compared with the tables of the OpenAPI specification 3.1.1 §4.8.12.6 and 3.0.4 (which correct
// earlier ones by RFC 6570), and for 2.0 with its own section on collectionFormat.

const wire = withWire();

const color = { string: 'blue', array: ['blue', 'black', 'brown'], object: { R: 100, G: 200, B: 150 } };

const schemas = {
  string: { type: 'string' },
  array: { type: 'array', items: { type: 'string' } },
  object: {
    type: 'object',
    properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
  },
} as const;

type Kind = keyof typeof color;

async function sent(place: string, style: string, explode: boolean, kind: Kind) {
  const path = place === 'path' ? '/x/{color}' : '/x';
  const { executable } = await operationIn(path, {
    parameters: [{ name: 'color', in: place, required: true, style, explode, schema: schemas[kind] }],
  });
  return wire.send(executable, { [`${place}.color`]: color[kind] });
}

describe('in the path', () => {
  test.each([
    ['matrix', false, 'string', ';color=blue'],
    ['matrix', false, 'array', ';color=blue,black,brown'],
    ['matrix', false, 'object', ';color=R,100,G,200,B,150'],
    ['matrix', true, 'string', ';color=blue'],
    ['matrix', true, 'array', ';color=blue;color=black;color=brown'],
    ['matrix', true, 'object', ';R=100;G=200;B=150'],
    ['label', false, 'string', '.blue'],
    ['label', false, 'array', '.blue,black,brown'],
    ['label', false, 'object', '.R,100,G,200,B,150'],
    ['label', true, 'string', '.blue'],
    ['label', true, 'array', '.blue.black.brown'],
    ['label', true, 'object', '.R=100.G=200.B=150'],
    ['simple', false, 'string', 'blue'],
    ['simple', false, 'array', 'blue,black,brown'],
    ['simple', false, 'object', 'R,100,G,200,B,150'],
    ['simple', true, 'string', 'blue'],
    ['simple', true, 'array', 'blue,black,brown'],
    ['simple', true, 'object', 'R=100,G=200,B=150'],
  ] as const)('%s, exploded %s, of a %s', async (style, explode, kind, expected) => {
    expect((await sent('path', style, explode, kind)).line).toBe(`GET /x/${expected}`);
  });

  test('an empty text has the form of its style if it is not a whole segment', async () => {
    const of = async (style: string) => {
      const parameter = { name: 'color', in: 'path', style, schema: schemas.string };
      return (await operationIn('/x{color}', { parameters: [parameter] })).executable;
    };
    expect((await wire.send(await of('matrix'), { 'path.color': '' })).line).toBe('GET /x;color');
    expect((await wire.send(await of('label'), { 'path.color': '' })).line).toBe('GET /x.');
  });
});

describe('in the query', () => {
  test.each([
    ['form', false, 'string', 'color=blue'],
    ['form', false, 'array', 'color=blue,black,brown'],
    ['form', false, 'object', 'color=R,100,G,200,B,150'],
    ['form', true, 'string', 'color=blue'],
    ['form', true, 'array', 'color=blue&color=black&color=brown'],
    ['form', true, 'object', 'R=100&G=200&B=150'],
    ['spaceDelimited', false, 'array', 'color=blue%20black%20brown'],
    ['spaceDelimited', false, 'object', 'color=R%20100%20G%20200%20B%20150'],
    ['pipeDelimited', false, 'array', 'color=blue%7Cblack%7Cbrown'],
    ['pipeDelimited', false, 'object', 'color=R%7C100%7CG%7C200%7CB%7C150'],
    ['deepObject', true, 'object', 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  ] as const)('%s, exploded %s, of a %s', async (style, explode, kind, expected) => {
    expect((await sent('query', style, explode, kind)).line).toBe(`GET /x?${expected}`);
  });

  test('an empty text is sent, but null, an empty list, and an empty object are not', async () => {
    const { executable } = await operationIn('/x', {
      parameters: [
        { name: 'a', in: 'query', schema: schemas.string },
        { name: 'b', in: 'query', schema: schemas.array },
        { name: 'c', in: 'query', schema: schemas.object },
      ],
    });
    expect((await wire.send(executable, { 'query.a': '', 'query.b': [], 'query.c': {} })).line).toBe(
      'GET /x?a=',
    );
    expect((await wire.send(executable, { 'query.a': null })).line).toBe('GET /x');
  });

  test('everything but unreserved characters is encoded, unless the description allows reserved ones', async () => {
    const of = async (allowReserved: boolean) => {
      const parameter = { name: 'q', in: 'query', allowReserved, schema: schemas.string };
      return (await operationIn('/x', { parameters: [parameter] })).executable;
    };
    const text = "a b/c?d=e&f#g+h:i@j!k$l'm(n)o*p,q;r[s]é%41%";
    expect((await wire.send(await of(false), { 'query.q': text })).line).toBe(
      'GET /x?q=a%20b%2Fc%3Fd%3De%26f%23g%2Bh%3Ai%40j%21k%24l%27m%28n%29o%2Ap%2Cq%3Br%5Bs%5D%C3%A9%2541%25',
    );
    expect((await wire.send(await of(true), { 'query.q': text })).line).toBe(
      "GET /x?q=a%20b/c?d%3De%26f%23g%2Bh:i@j!k$l'm(n)o*p,q;r%5Bs%5D%C3%A9%41%25",
    );
  });

  test('a parameter with a content type is sent as that type', async () => {
    const { executable } = await operationIn('/x', {
      parameters: [
        { name: 'filter', in: 'query', content: { 'application/json': { schema: schemas.object } } },
      ],
    });
    expect((await wire.send(executable, { 'query.filter': { R: '12345678901234567890' } })).line).toBe(
      'GET /x?filter=%7B%22R%22%3A12345678901234567890%7D',
    );
  });
});

describe('in headers and cookies', () => {
  test.each([
    [false, 'string', 'blue'],
    [false, 'array', 'blue,black,brown'],
    [false, 'object', 'R,100,G,200,B,150'],
    [true, 'array', 'blue,black,brown'],
    [true, 'object', 'R=100,G=200,B=150'],
  ] as const)('a header is simple, exploded %s, of a %s', async (explode, kind, expected) => {
    expect((await sent('header', 'simple', explode, kind)).headers).toEqual([`color: ${expected}`]);
  });

  test.each([
    [false, 'string', 'color=blue'],
    [false, 'array', 'color=blue,black,brown'],
    [false, 'object', 'color=R,100,G,200,B,150'],
    [true, 'array', 'color=blue&color=black&color=brown'],
    [true, 'object', 'R=100&G=200&B=150'],
  ] as const)('a cookie is of form style, exploded %s, of a %s', async (explode, kind, expected) => {
    expect((await sent('cookie', 'form', explode, kind)).headers).toEqual([`cookie: ${expected}`]);
  });

  test('several cookies share one header, and a header is sent as UTF-8 without percent-encoding', async () => {
    const { executable } = await operationIn('/x', {
      parameters: [
        { name: 'a', in: 'cookie', schema: schemas.string },
        { name: 'b', in: 'cookie', schema: schemas.string },
        { name: 'X-Note', in: 'header', schema: schemas.string },
      ],
    });
    const { headers } = await wire.send(executable, {
      'cookie.a': 'x;y',
      'cookie.b': '2',
      'header.X-Note': 'grün, "a"',
    });
    expect(headers.map((each) => Buffer.from(each, 'latin1').toString())).toEqual([
      'X-Note: grün, "a"',
      'cookie: a=x%3By; b=2',
    ]);
  });
});

describe('of 2.0', () => {
  test.each([
    ['csv', 'color=blue,black,brown'],
    ['ssv', 'color=blue%20black%20brown'],
    ['tsv', 'color=blue%09black%09brown'],
    ['pipes', 'color=blue%7Cblack%7Cbrown'],
    ['multi', 'color=blue&color=black&color=brown'],
    [undefined, 'color=blue,black,brown'],
  ])('collectionFormat %s', async (collectionFormat, expected) => {
    const { executable } = await operationIn(
      '/x',
      {
        parameters: [
          {
            name: 'color',
            in: 'query',
            type: 'array',
            items: { type: 'string' },
            ...(collectionFormat && { collectionFormat }),
          },
        ],
      },
      { version: '2.0' },
    );
    expect((await wire.send(executable, { 'query.color': color.array })).line).toBe(`GET /x?${expected}`);
  });
});

describe('S37 a value stays in its place', () => {
  const inPath = async () => (await operationIn('/users/{id}/orders', {})).executable;

  test.each([
    ['a/b', 'a%2Fb'],
    ['../admin', '..%2Fadmin'],
    ['?x=1', '%3Fx%3D1'],
    ['#x', '%23x'],
    ['a\\b', 'a%5Cb'],
    ['%2e%2e', '%252e%252e'],
    ['a;b=c', 'a%3Bb%3Dc'],
    ['é\r\nX: y', '%C3%A9%0D%0AX%3A%20y'],
    ['...', '...'],
  ])('within its path segment: %j', async (value, expected) => {
    expect((await wire.send(await inPath(), { 'path.id': value })).line).toBe(
      `GET /users/${expected}/orders`,
    );
  });

  test.each(['.', '..'])('or is refused if servers would resolve it: %s', async (value) => {
    await expect(wire.send(await inPath(), { 'path.id': value })).rejects.toMatchObject({
      name: 'ConnectorError',
    });
  });

  test.each([[''], [null], [[]]])(
    'or is refused where nothing would be left of the segment: %j',
    async (value) => {
      await expect(wire.send(await inPath(), { 'path.id': value })).rejects.toThrow(/"id" must be filled in/);
    },
  );

  test.each(['a\r\nX-Admin: 1', 'a\nb', 'a\0b'])('within its header: %j', async (value) => {
    const { executable } = await operationIn('/x', {
      parameters: [{ name: 'X-Note', in: 'header', schema: schemas.string }],
    });
    await expect(wire.send(executable, { 'header.X-Note': value })).rejects.toMatchObject({
      name: 'ConnectorError',
    });
  });

  test.each(['Host', 'Content-Length', 'Transfer-Encoding', 'Connection'])(
    'and a parameter cannot take the place of a header that makes the request: %s',
    async (name) => {
      const { executable } = await operationIn('/x', {
        parameters: [{ name, in: 'header', schema: schemas.string }],
      });
      expect((await wire.send(executable, { [`header.${name}`]: '5' })).headers).toEqual([]);
    },
  );
});
