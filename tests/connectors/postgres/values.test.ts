import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { coerceValue } from '@/lib/values/coerce-value';
import { createSource, execute, type Source } from './support';

let source: Source;

const types = [
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'real',
  'double precision',
  'money',
  'text',
  'character varying',
  'character',
  '"char"',
  'name',
  'boolean',
  'date',
  'timestamp without time zone',
  'timestamp with time zone',
  'time without time zone',
  'time with time zone',
  'uuid',
  'json',
  'jsonb',
  'bytea',
  'interval',
  'inet',
  'cidr',
  'macaddr',
  'bit',
  'bit varying',
  'xml',
  'int4range',
  'nummultirange',
  'point',
  'oid',
  'integer[]',
  'text[]',
  'jsonb[]',
  'bytea[]',
  'boolean[]',
  'numeric[]',
  'money[]',
  'box[]',
  'date[]',
  'timestamp with time zone[]',
  't.mood',
  't.mood[]',
  't.pair',
  't.pair[]',
  't.email',
  't.scores',
  't.price',
  't.nested',
  'tsvector',
];

beforeAll(async () => {
  source = await createSource(`
    create schema t;
    create type t.mood as enum ('sad', 'so, so', 'o"k\\');
    create domain t.email as text check (value ~ '@');
    create domain t.scores as integer[] check (array_length(value, 1) < 4);
    create domain t.price as numeric(12,2);
    create type t.pair as (n integer, label text, flag boolean);
    create type t.nested as (pair t.pair, list t.pair[], data jsonb, raw bytea);
    ${types.map((type, index) => `create function t.echo${index}(v ${type}) returns ${type} language sql as 'select v';`).join('\n')}
    create function t.anything(a anyelement) returns text language sql as 'select a::text';
    create function t.any_list(a anyarray) returns integer language sql as 'select array_length(a, 1)';
    create function t.variadic_list(a integer, b integer default 5, variadic rest text[] default '{z}') returns text
      language sql as 'select a || '':'' || b || '':'' || array_to_string(rest, ''+'')';
    create function t.variadic_late(a integer, at timestamptz default now(), variadic rest text[] default '{}') returns text
      language sql as 'select a || '':'' || (at = now()) || '':'' || cardinality(rest)';
    create function t.variadic_bare(variadic rest integer[]) returns integer language sql as 'select coalesce(array_length(rest, 1), 0)';
    create function t.unnamed(integer, integer default 2, integer default 3) returns text language sql as 'select $1 || '':'' || $2 || '':'' || $3';
    create function t.named(a integer, b integer default 2, c integer default 3) returns text language sql as 'select a || '':'' || b || '':'' || c';
  `);
});

afterAll(() => source.drop());

async function echo(type: string, value: JsonValue): Promise<JsonValue | undefined> {
  const { inputs, executable } = await source.describeRoutine(`t.echo${types.indexOf(type)}(${type})`);
  const [input] = inputs;
  if (input === undefined) throw new Error(`no input for ${type}`);
  const coerced = coerceValue(input.type, value);
  if (!coerced.ok) throw new Error(coerced.message);
  const {
    value: cell,
    tables,
    errors,
  } = await execute(source.connection, source.context, executable, { v: coerced.value });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  return cell === null ? [...(tables[0]?.rows[0] ?? [])] : cell.cell;
}

describe('values are sent and returned', () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['smallint', -32768, -32768],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['numeric', '12345678901234567890.12345678901234567890', '12345678901234567890.12345678901234567890'],
    ['numeric', 'NaN', 'NaN'],
    ['real', 0.1, 0.1],
    ['double precision', '-Infinity', '-Infinity'],
    ['double precision', 1.7976931348623157e308, 1.7976931348623157e308],
    ['money', '-92233720368547758.08', '-92233720368547758.08'],
    ['money', 1234.5, '1234.50'],
    ['text', "'; drop table x; --", "'; drop table x; --"],
    ['text', ' $1 \\ "😀" ', ' $1 \\ "😀" '],
    ['character', 'more than one', 'more than one'],
    ['boolean', false, false],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', 'infinity', 'infinity'],
    ['timestamp without time zone', '2026-11-20T14:02:11.123', '2026-11-20T14:02:11.123'],
    ['timestamp with time zone', '2026-11-20T14:02:11.123456+02:00', '2026-11-20T12:02:11.123456Z'],
    ['time without time zone', '14:02', '14:02:00'],
    ['time with time zone', '14:02:11+02', '14:02:11+02:00'],
    ['uuid', '{123E4567-E89B-12D3-A456-426614174000}', '123e4567-e89b-12d3-a456-426614174000'],
    ['json', { b: [1, null], a: '' }, { b: [1, null], a: '' }],
    ['jsonb', 'text', 'text'],
    ['jsonb', [1, [2]], [1, [2]]],
    ['jsonb', false, false],
    ['bytea', 'AQL/', 'AQL/'],
    ['bytea', '\\xff', '/w=='],
    ['interval', '1 day 2 hours', 'P1DT2H'],
    ['inet', '10.0.0.1/8', '10.0.0.1/8'],
    ['bit', '101', '101'],
    ['xml', '<a>1</a>', '<a>1</a>'],
    ['int4range', '[1,5)', '[1,5)'],
    ['nummultirange', '{[1,2),[3,4)}', '{[1,2),[3,4)}'],
    ['point', '(1,2)', '(1,2)'],
    ['oid', 4294967295, 4294967295],
    ['tsvector', 'a b', "'a' 'b'"],
    ['integer[]', [1, null, '3'], [1, null, 3]],
    [
      'integer[]',
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['integer[]', [], []],
    ['text[]', ['', 'NULL', 'a"b\\c', '{x,y}', null, ' '], ['', 'NULL', 'a"b\\c', '{x,y}', null, ' ']],
    ['jsonb[]', [[1, 2], { a: 'x"y' }, 'z'], [[1, 2], { a: 'x"y' }, 'z']],
    ['bytea[]', ['AQI=', ''], ['AQI=', '']],
    ['boolean[]', [true, 'false', null], [true, false, null]],
    ['numeric[]', ['1.50', null], ['1.50', null]],
    ['money[]', ['1.50'], ['1.50']],
    ['box[]', ['(1,1),(0,0)', '(2,2),(1,1)'], ['(1,1),(0,0)', '(2,2),(1,1)']],
    ['date[]', ['2026-11-20'], ['2026-11-20']],
    ['timestamp with time zone[]', ['2026-11-20T00:00:00+01'], ['2026-11-19T23:00:00Z']],
    ['t.mood', 'so, so', 'so, so'],
    ['t.mood[]', ['o"k\\', 'so, so'], ['o"k\\', 'so, so']],
    ['t.pair', { n: 1, label: 'a"b\\(c),', flag: true }, [1, 'a"b\\(c),', true]],
    ['t.pair', { label: '' }, [null, '', null]],
    ['t.pair[]', [{ n: 1, label: 'x y', flag: null }, null], ['(1,"x y",)', null]],
    ['t.email', 'a@b', 'a@b'],
    ['t.scores', [1, 2, 3], [1, 2, 3]],
    ['t.price', '1.05', '1.05'],
    [
      't.nested',
      {
        pair: { n: 1, label: '"', flag: false },
        list: [{ n: 2, label: ',', flag: true }],
        data: { a: ['"'] },
        raw: '/w==',
      },
      ['(1,"""",f)', ['(2,",",t)'], { a: ['"'] }, '/w=='],
    ],
  ])('%s %j', async (type, value, expected) => {
    expect(await echo(type, value)).toEqual(expected);
  });

  test.each(types)('NULL of %s', async (type) => {
    const { executable } = await source.describeRoutine(`t.echo${types.indexOf(type)}(${type})`);
    const { value, tables, errors } = await execute(source.connection, source.context, executable, {
      v: null,
    });
    expect(errors).toEqual([]);
    const cells = value === null ? (tables[0]?.rows[0] ?? []) : [value.cell];
    expect(cells.every((cell) => cell === null)).toBe(true);
  });

  test('rules of the database are reported by the database', async () => {
    await expect(echo('t.email', 'nobody')).rejects.toThrow(/check constraint/);
    await expect(echo('t.scores', [1, 2, 3, 4])).rejects.toThrow(/check constraint/);
  });
});

describe('omitted arguments', () => {
  async function text(name: string, values: Record<string, JsonValue>): Promise<JsonValue | undefined> {
    const { value, errors } = await source.run(name, values);
    return errors[0]?.message ?? value?.cell;
  }

  test('by name, any argument with a default can be omitted', async () => {
    expect(await text('t.named(integer, integer, integer)', { a: 1, c: 9 })).toBe('1:2:9');
    expect(await text('t.named(integer, integer, integer)', { a: 1 })).toBe('1:2:3');
    expect(await text('t.named(integer, integer, integer)', { a: 1, b: null, c: 3 })).toBeNull();
  });

  test('by position, only the last ones can be omitted', async () => {
    expect(await text('t.unnamed(integer, integer, integer)', { $1: 1, $2: 9 })).toBe('1:9:3');
    const run = source.run('t.unnamed(integer, integer, integer)', { $1: 1, $3: 9 });
    await expect(run).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('"$2" cannot be left out'),
    });
  });

  test('a variadic list is a list, and its defaults apply', async () => {
    const name = 't.variadic_list(integer, integer, text[])';
    expect(await text(name, { a: 1 })).toBe('1:5:z');
    expect(await text(name, { a: 1, rest: ['x', 'y'] })).toBe('1:5:x+y');
    expect(await text(name, { a: 1, b: 2, rest: [] })).toBe('1:2:');
    const late = 't.variadic_late(integer, timestamp with time zone, text[])';
    expect(await text(late, { a: 1 })).toBe('1:true:0');
    await expect(text(late, { a: 1, rest: ['x'] })).rejects.toThrow(/"at" cannot be left out/);
    expect(await text('t.variadic_bare(integer[])', {})).toBe(0);
    expect(await text('t.variadic_bare(integer[])', { rest: [1, 2] })).toBe(2);
  });

  test('polymorphic arguments accept text', async () => {
    expect(await text('t.anything(anyelement)', { a: 'x' })).toBe('x');
    expect(await text('t.any_list(anyarray)', { a: ['x', 'y'] })).toBe(2);
  });
});

test('S39 values are always bound: every text is returned unchanged', async () => {
  const { executable } = await source.describeRoutine(`t.echo${types.indexOf('text')}(text)`);
  const list = await source.describeRoutine(`t.echo${types.indexOf('text[]')}(text[])`);
  const texts = fc
    .oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^['"\\${}();,\-:=\s]*$/))
    .filter((text) => !text.includes('\0'));
  await fc.assert(
    fc.asyncProperty(texts, fc.array(texts), async (value, values) => {
      const one = await execute(source.connection, source.context, executable, { v: value });
      expect(one).toMatchObject({ value: { cell: value }, errors: [] });
      const many = await execute(source.connection, source.context, list.executable, { v: values });
      expect(many).toMatchObject({ value: { cell: values }, errors: [] });
    }),
    { seed: 39, numRuns: 60 },
  );
});
