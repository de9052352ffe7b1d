import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { operationOf, type ReadWhole, runOperation } from './support';

let api: HttpDouble;
let headers: Record<string, string> = {};
let body: string | Buffer = '';

beforeAll(async () => {
  api = await startHttpDouble((_, response) => void response.writeHead(200, headers).end(body));
});
afterAll(() => api.close());

/** How a response of this type is stored. */
function answered(contentType: string | null, content: string | Buffer, more: Record<string, string> = {}) {
  headers = { ...(contentType === null ? {} : { 'content-type': contentType }), ...more };
  body = content;
  return runOperation(operationOf({ path: '/files/report.pdf' }), {}, { apiBaseUrl: api.origin });
}

describe('a response is shown as its declared type', () => {
  test.each<[string | null, string | Buffer, ReadWhole]>([
    ['text/csv', 'a,b\r\n1,2\r\n', { format: 'csv', content: 'a,b\r\n1,2\r\n' }],
    ['text/csv; charset=iso-8859-1', Buffer.from('é', 'latin1'), { format: 'csv', content: 'é' }],
    ['text/tab-separated-values', 'a\tb\n1,5\t2\n', { format: 'csv', content: 'a,b\r\n"1,5",2' }],
    ['text/markdown', '# Hi', { format: 'markdown', content: '# Hi' }],
    ['text/html', '<b>x</b>', { format: 'string', content: '<b>x</b>' }],
    ['application/xml', '<a/>', { format: 'string', content: '<a/>' }],
    ['text/plain; charset="utf-16le"', Buffer.from('hé', 'utf16le'), { format: 'string', content: 'hé' }],
    ['text/plain; charset=windows-1251', Buffer.from([0xcf, 0xf0]), { format: 'string', content: 'Пр' }],
    ['text/plain; charset=shift_jis', Buffer.from([0x93, 0xfa]), { format: 'string', content: '日' }],
    ['text/csv', Buffer.from('\ufeffhé', 'utf16le'), { format: 'csv', content: 'hé' }],
    [
      'application/json; charset=utf-16',
      Buffer.from('\ufeff["é"]', 'utf16le'),
      { format: 'json', content: ['é'] },
    ],
    [
      'application/json; charset=iso-8859-1',
      Buffer.from('["é"]', 'latin1'),
      { format: 'json', content: ['é'] },
    ],
    ['text/plain; charset=klingon', 'x', { format: 'string', content: 'x' }],
    ['application/problem+json', '{"title":"No"}', { format: 'json', content: { title: 'No' } }],
    [null, '{"a":[1]}', { format: 'json', content: { a: [1] } }],
    [null, 'plain', { format: 'string', content: 'plain' }],
    ['application/json', '[]', { format: 'json', content: [] }],
    ['application/json', '[{"a":{"b":1}}]', { format: 'json', content: [{ a: { b: 1 } }] }],
    [
      'application/json',
      '12345678901234567890.10',
      { format: 'json', content: parseExactJson('12345678901234567890.10') },
    ],
  ])('%s %j', async (type, content, whole) => {
    const outcome = await answered(type, content);
    expect(outcome.whole).toEqual(whole);
    expect(outcome.log.join()).not.toContain('claims to be');
  });

  test('a flat list of objects is a table, with the keys in order of appearance', async () => {
    const { columns, rows, whole } = await answered('application/json', '[{"a":1},{"b":null,"a":"x"}]');
    expect({ columns, rows, whole }).toEqual({
      columns: ['a', 'b'],
      rows: [
        [1, null],
        ['x', null],
      ],
      whole: null,
    });
  });

  test('one nested member is a cell, however the list is cut into batches', async () => {
    const note = 'x{"'.repeat(10_000);
    const items = [
      { id: 1, note },
      { id: 2, owner: { name: '}', tags: [{}] } },
      { id: 3, note },
    ];
    const { columns, rows } = await answered('application/json', JSON.stringify(items));
    expect(columns).toEqual(['id', 'note', 'owner']);
    expect(rows).toEqual([
      [1, note, null],
      [2, null, { name: '}', tags: [{}] }],
      [3, note, null],
    ]);
  });

  test.each(['application/x-ndjson', 'application/jsonl'])('lines of JSON are rows: %s', async (type) => {
    const { columns, rows } = await answered(type, '{"id":9007199254740993}\r\n\n{"id":1.5}\n');
    expect({ columns, rows }).toEqual({ columns: ['id'], rows: [['9007199254740993'], [1.5]] });
  });

  test('text that is not UTF-8 and names no charset is read as windows-1252, with a warning', async () => {
    const outcome = await answered('text/plain', Buffer.from([0x4d, 0xfc]));
    expect(outcome.whole).toEqual({ format: 'string', content: 'Mü' });
    expect(outcome.log.join()).toContain('was read as windows-1252');
  });

  test.each([
    ['application/x-ndjson', '{"a":1}\n{"b"', "claims to be JSON, but isn't"],
    ['application/json', '{"a":', "claims to be JSON, but isn't"],
    ['text/tab-separated-values', 'a\n1\t2', "claims to be tab-separated values, but isn't"],
  ])('invalid %s stays text, with a warning', async (type, content, word) => {
    const outcome = await answered(type, content);
    expect(outcome.whole).toEqual({ format: 'string', content });
    expect(outcome.log.join()).toContain(word);
  });

  test('S48 an image, an SVG, and everything else that is not text are files with valid names', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
    const named = (header: string) => answered('image/png', png, { 'content-disposition': header });
    expect((await answered('image/png', png)).whole).toEqual({
      format: 'file',
      content: { name: 'report.pdf', contentType: 'image/png', sizeBytes: 4, base64: png.toString('base64') },
    });
    expect((await answered('image/svg+xml', '<svg/>')).whole?.format).toBe('file');
    expect((await answered(null, Buffer.from([0, 255]))).whole).toMatchObject({
      format: 'file',
      content: { contentType: 'application/octet-stream' },
    });
    for (const [header, name] of [
      ['attachment; filename="../../etc/passwd"', 'etcpasswd'],
      ["attachment; filename=a.txt; filename*=UTF-8''%C3%BCber.txt", 'über.txt'],
      ['attachment; filename="...."', 'file'],
    ] as const) {
      expect((await named(header)).whole).toMatchObject({ content: { name } });
    }
  });

  test('an empty response is empty', async () => {
    expect(await answered('text/csv', '')).toMatchObject({ whole: null, columns: [], errors: [] });
  });
});
