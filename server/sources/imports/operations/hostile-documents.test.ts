import { describe, expect, test } from 'vitest';
import { readExecutable } from '@/server/connectors/rest/executable';
import { UnreadableDocument } from '../parse/unreadable-document';
import { importOpenapi } from './openapi/import-openapi';
import { importPostman } from './postman/import-postman';

const head = {
  openapi: '3.0.3',
  info: { title: 'Hostile', version: '1' },
  servers: [{ url: 'https://x.example' }],
};

function withSchema(schema: unknown, components: object = {}) {
  return importOpenapi(
    JSON.stringify({
      ...head,
      paths: {
        '/x': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } },
      },
      components,
    }),
  );
}

/** Generous, since the machine may be busy. Anything exponential would still take longer. */
const mostMs = 60_000;

async function inTime<T>(work: () => T | Promise<T>): Promise<T> {
  const beganAtMs = performance.now();
  const result = await work();
  expect(performance.now() - beganAtMs).toBeLessThan(mostMs);
  return result;
}

describe('S42 a hostile description', () => {
  test('with nested aliases is read without expanding them', async () => {
    const levels = Array.from({ length: 40 }, (_, level) =>
      level === 0
        ? 'l0: &l0 {type: string}'
        : `l${level}: &l${level} {type: object, properties: {${'abcdefghij'
            .split('')
            .map((key) => `${key}: *l${level - 1}`)
            .join(', ')}}}`,
    );
    const yaml = `openapi: 3.0.3\ninfo: {title: Bomb, version: '1'}\nx-levels:\n${levels.map((line) => `  ${line}`).join('\n')}\npaths:\n  /x:\n    post:\n      responses: {}\n      requestBody: {content: {application/json: {schema: *l39}}}\n`;
    const read = await inTime(() => importOpenapi(yaml));
    expect(read.operations).toHaveLength(1);
    expect(JSON.stringify(read).length).toBeLessThan(2_000_000);
  });

  test('with a thousand nested lists is refused, and so is one with ten thousand', async () => {
    for (const depth of [1_001, 10_000, 200_000]) {
      const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      await expect(
        inTime(() => importOpenapi(`{"openapi":"3.0.0","paths":{},"x":${nested}}`)),
      ).rejects.toThrow(UnreadableDocument);
    }
    await expect(importOpenapi(`openapi: 3.0.0\nx: ${'['.repeat(100_000)}`)).rejects.toThrow(
      UnreadableDocument,
    );
  });

  test.each([
    ['itself', { $ref: '#/components/schemas/A' }, { schemas: { A: { $ref: '#/components/schemas/A' } } }],
    [
      'two that refer to each other',
      { $ref: '#/components/schemas/A' },
      { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } },
    ],
  ])('whose reference leads to %s is reported', async (_, schema, components) => {
    expect((await withSchema(schema, components)).skipped).toEqual([
      { operation: 'POST /x', reason: expect.stringMatching(/circular/) },
    ]);
  });

  test('with recursive schemas ends, and shows deeper levels as JSON', async () => {
    const tree = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    };
    const read = await withSchema({ $ref: '#/components/schemas/Tree' }, { schemas: { Tree: tree } });
    expect(read.operations[0]?.inputs.map(({ key, type }) => [key, type.jsonType])).toEqual([
      ['body.name', 'string'],
      ['body.children', 'array'],
    ]);
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`p${at}`, { $ref: '#/components/schemas/W' }]),
    );
    const many = await inTime(() =>
      withSchema(
        { $ref: '#/components/schemas/W' },
        { schemas: { W: { type: 'object', properties: wide } } },
      ),
    );
    expect(JSON.stringify(many).length).toBeLessThan(5_000_000);
  });

  test('with a recursive allOf ends', async () => {
    const read = await inTime(() =>
      withSchema(
        { $ref: '#/components/schemas/A' },
        {
          schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A' }] } },
        },
      ),
    );
    expect(read.operations.length + read.skipped.length).toBe(1);
  });

  test.each([
    'file:///etc/passwd',
    '/etc/passwd',
    '../../secret.yaml#/x',
    'http://169.254.169.254/latest',
    'other.json',
  ])('that refers to %s is not followed', async (reference) => {
    await expect(withSchema({ $ref: reference })).rejects.toThrow(
      `The description refers to a file that is not part of it: "${reference.replace(/#.*/, '')}".`,
    );
  });

  test('whose names are properties of every object is read like any other', async () => {
    const text = `{"openapi":"3.0.3","info":{"title":"P","version":"1"},"servers":[{"url":"https://x.example"}],
      "paths":{"/{__proto__}":{"post":{"parameters":[{"name":"constructor","in":"query","schema":{"type":"string"}},
        {"name":"__proto__","in":"header","schema":{"$ref":"#/components/schemas/__proto__"}}],
        "requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"integer"}}}}}}}}},
      "components":{"schemas":{"__proto__":{"type":"boolean"}}}}`;
    const { operations } = await importOpenapi(text);
    expect(operations[0]?.inputs.map(({ key, type }) => [key, type.jsonType])).toEqual([
      ['query.constructor', 'string'],
      ['header.__proto__', 'boolean'],
      ['path.__proto__', 'string'],
      ['body.__proto__', 'string'],
      ['body.toString', 'number'],
    ]);
    const { notes } = await withSchema({ $ref: '#/components/schemas/constructor' });
    expect(notes).toMatchObject([{ message: expect.stringContaining('which is not in the file') }]);
    expect(Object.prototype).not.toHaveProperty('type');
  });

  test('with a duplicate key in YAML is reported with its line', async () => {
    await expect(importOpenapi('openapi: 3.0.0\npaths: {}\npaths: {}\n')).rejects.toThrow(
      /duplicated mapping key.*line 3/,
    );
  });

  test('with twenty thousand operations is read, with more notes than can be stored', async () => {
    const paths = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`/p${at}`, { get: { responses: {} } }]));
    expect(
      (await inTime(() => importOpenapi(JSON.stringify({ ...head, paths: paths(20_000) })))).operations,
    ).toHaveLength(20_000);
    await expect(importOpenapi(JSON.stringify({ ...head, paths: paths(25_001) }))).rejects.toThrow(
      /25001 operations.*Split it/,
    );
  });

  test('with fifty megabytes is read or refused in time', async () => {
    const filler = 'x'.repeat(50_000_000);
    const read = await inTime(() =>
      importOpenapi(JSON.stringify({ ...head, paths: { '/x': { get: { description: filler } } } })),
    );
    expect(read.operations[0]?.description?.length).toBeLessThan(5_000);
  });

  test('with NUL in its texts is read without it, since no database stores it', async () => {
    const read = await importOpenapi(
      JSON.stringify({
        ...head,
        info: { title: 'a\0b', version: '1' },
        paths: {
          '/x\0y': {
            get: {
              summary: 'c\0d',
              parameters: [
                {
                  name: 'q',
                  in: 'query',
                  description: 'e\0f',
                  schema: { type: 'string', default: 'g\0h', pattern: 'i\0j' },
                },
              ],
            },
          },
        },
      }),
    );
    expect(JSON.stringify(read)).not.toContain('\\u0000');
  });

  test.each([
    '',
    '[]',
    '"x"',
    'null',
    '42',
    '---\n- a',
    '\u0000',
    '{"openapi": 3}',
    '{"openapi": "4.0.0"}',
    '{"swagger": "1.2"}',
  ])('that is not one is reported: %j', async (text) => {
    await expect(importOpenapi(text)).rejects.toThrow(UnreadableDocument);
  });
});

test('S42 a Postman collection of nested folders and recursive variables ends', async () => {
  let item: unknown = { name: 'r', request: { url: '{{a}}/x', method: 'GET' } };
  for (let depth = 0; depth < 200; depth += 1) item = { name: `f${depth}`, item: [item] };
  const variable = [
    { key: 'a', value: '{{b}}{{b}}' },
    { key: 'b', value: '{{a}}{{a}}' },
  ];
  const read = await inTime(() =>
    importPostman(JSON.stringify({ info: { name: 'x' }, item: [item], variable })),
  );
  expect(read.operations).toHaveLength(1);
  expect(readExecutable(read.operations[0]?.executable ?? null).path).toBe('/x');
});
