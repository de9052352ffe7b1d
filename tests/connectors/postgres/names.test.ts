import fc from 'fast-check';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { createSource, execute, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource('create schema shop');
});

afterAll(() => source.drop());

describe('S38 S51 hostile names', () => {
  const names = [
    '"',
    "'",
    '\\',
    ';--',
    'a b',
    '__proto__',
    'constructor',
    'a.b',
    'f(x)',
    '$1',
    '%s',
    '😀',
    'select',
    'Upper',
    ' ',
    'a\nb',
    '"; drop schema shop; --',
  ];

  test.each(names)('S38 hostile routine, schema, and parameter names are quoted: %j', async (name) => {
    const schema = `s ${name}`;
    const quoted = escapeIdentifier(name);
    await source.admin.query(`
      create schema ${escapeIdentifier(schema)};
      create type ${escapeIdentifier(schema)}.${quoted} as (${quoted} integer);
      create function ${escapeIdentifier(schema)}.${quoted}(${quoted} text, other ${escapeIdentifier(schema)}.${quoted})
        returns table (${escapeIdentifier(`out ${name}`)} text, other integer) language sql as 'select $1, ($2).*'`);
    const found = (await postgresConnector.discover(source.connection, source.context)).filter(
      ({ friendlyName }) => friendlyName === name,
    );
    expect(found).toHaveLength(1);
    const cloudId = found[0]?.cloudId ?? '';
    const { inputs, executable } = await postgresConnector.describe(
      source.connection,
      source.context,
      cloudId,
    );
    expect(inputs.map(({ key }) => key)).toEqual([name, 'other']);
    const values = Object.fromEntries([
      [name, 'v'],
      ['other', Object.fromEntries([[name, 7]])],
    ]);
    const outcome = await execute(source.connection, source.context, executable, values);
    expect(outcome.errors).toEqual([]);
    expect(outcome.tables[0]?.columns.map((column) => column.name)).toEqual([`out ${name}`, 'other']);
    expect(outcome.tables[0]?.rows).toEqual([['v', 7]]);
  });

  test('S38 names of schemas, routines, arguments, types, attributes, and labels are quoted, whatever they contain', async () => {
    const anyName = fc
      .oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), fc.constantFrom(...names))
      .filter((name) => !name.includes('\0') && Buffer.byteLength(name) < 60 && !name.startsWith('pg_'));
    await fc.assert(
      fc.asyncProperty(fc.array(anyName, { minLength: 6, maxLength: 6 }), async (picked) => {
        const [schema = '', routine = '', argument = '', type = '', attribute = '', label = ''] = picked;
        const inSchema = (name: string) => `${escapeIdentifier(`s${schema}`)}.${escapeIdentifier(name)}`;
        const [pair, mood] = [inSchema(`t${type}`), inSchema(`m${type}`)];
        await source.admin.query(`create schema ${escapeIdentifier(`s${schema}`)};
          create type ${mood} as enum (${escapeLiteral(label)}, 'another ${'x'.repeat(20)}');
          create type ${pair} as (${escapeIdentifier(attribute)} text, "the mood" ${mood}[]);
          create function ${inSchema(`r${routine}`)}(${escapeIdentifier(argument)} ${pair}[], "the mood" ${mood})
            returns table (${escapeIdentifier(`o${attribute}`)} text, "the moods" ${mood}[], "a mood" ${mood})
            language sql as 'select p.*, $2 from unnest($1) p'`);
        try {
          const found = await postgresConnector.discover(source.connection, source.context);
          const { cloudId = '' } = found.find(({ friendlyName }) => friendlyName === `r${routine}`) ?? {};
          const described = await postgresConnector.describe(source.connection, source.context, cloudId);
          const { inputs, executable } = described;
          fc.pre(argument !== 'the mood' && attribute !== 'the mood');
          expect(inputs.map(({ key }) => key)).toEqual([argument, 'the mood']);
          expect(inputs[1]?.type.options?.[0]).toBe(label);
          const row = Object.fromEntries([
            [attribute, 'v'],
            ['the mood', [label]],
          ]);
          const values = Object.fromEntries([
            [argument, [row]],
            ['the mood', label],
          ]);
          const { tables, errors } = await execute(source.connection, source.context, executable, values);
          expect(errors).toEqual([]);
          expect(tables[0]?.columns[0]?.name).toBe(`o${attribute}`);
          expect(tables[0]?.rows).toEqual([['v', [label], label]]);
        } finally {
          await source.admin.query(`drop schema ${escapeIdentifier(`s${schema}`)} cascade`);
        }
      }),
      { seed: 38, numRuns: 30 },
    );
  });

  test('S51 columns and keys named __proto__, constructor, "" or twice are returned unchanged', async () => {
    await source.admin.query(`
      create function shop.odd_columns() returns refcursor language plpgsql as $$ declare c refcursor; begin
        open c for select 1 as "__proto__", 2 as constructor, 3 as a, 4 as a, 5 as "toString",
          '{"__proto__": {"x": 1}, "constructor": 2, "": 3, "a": 4, "a": 5, "hasOwnProperty": 6}'::json as "json";
        return c; end $$;
      create function shop.odd_json(v json) returns jsonb language sql as 'select v::jsonb'`);
    const { tables } = await source.run('shop.odd_columns()');
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor',
      'a',
      'a',
      'toString',
      'json',
    ]);
    const [row = []] = tables[0]?.rows ?? [];
    expect(row.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    // No object has a key twice, so this value stays the text that it came as.
    expect(row[5]).toBe(
      '{"__proto__": {"x": 1}, "constructor": 2, "": 3, "a": 4, "a": 5, "hasOwnProperty": 6}',
    );
    const sent = JSON.parse('{"v": {"": 1, "constructor": 3, "__proto__": {"y": [2]}}}');
    const { value } = await source.run('shop.odd_json(json)', sent);
    expect(JSON.stringify(value?.cell)).toBe('{"":1,"__proto__":{"y":[2]},"constructor":3}');
    expect(Object.getPrototypeOf(value?.cell)).toBe(Object.prototype);
  });

  test('S51 an unnamed argument differs from one named $1', async () => {
    await source.admin.query(
      `create function shop.dollars(integer, "$1" integer) returns text language sql as 'select $1 || '':'' || $2'`,
    );
    const { inputs } = await source.describeRoutine('shop.dollars(integer, integer)');
    expect(inputs.map(({ key }) => key)).toEqual(['$$1', '$1']);
    expect((await source.run('shop.dollars(integer, integer)', { $$1: 1, $1: 2 })).value?.cell).toBe('1:2');
  });
});
