import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { createSource, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create schema shop;
    create type shop.mood as enum ('sad', 'ok');
    create type shop.point as (x integer, y integer);
    create type shop."odd""; --" as (n integer);
    create function shop.kind_of(a anyelement) returns text language sql as 'select pg_typeof(a)::text';
    create function shop.both(a anyelement, list anyarray, "type of a, list" integer default 1) returns text
      language sql as $$ select pg_typeof(a) || ' ' || pg_typeof(list) || ' ' || (a = any (list)) $$;
    create function shop.highest(variadic list anyarray) returns anyelement language sql as 'select max(v) from unnest(list) v';
    create function shop.labels(a anyenum) returns text language sql as 'select enum_range(a)::text';
    create function shop.in_range(r anyrange, a anyelement) returns boolean language sql as 'select a <@ r';
    create function shop.lax(a anycompatible, b anycompatiblearray) returns anycompatiblearray language sql as 'select a || b';
    create function shop.columns_of(r record) returns json language plpgsql as 'begin return row_to_json(r); end';
    create function shop.any_of(variadic list "any") returns bigint language internal as 'pg_num_nonnulls';
    create function shop.same_pair(a anyelement, out b anyelement, out c anyarray) language sql as 'select a, array[a]';
  `);
});

afterAll(() => source.drop());

async function answer(name: string, values: Record<string, JsonValue>): Promise<JsonValue | undefined> {
  const { value, errors } = await source.run(name, values);
  return errors[0]?.message ?? value?.cell;
}

describe('arguments without a type of their own', () => {
  test('an additional input names the type, which is text by default', async () => {
    const { inputs } = await source.describeRoutine('shop.kind_of(anyelement)');
    expect(
      inputs.map(({ key, defaultValue, defaultAmbiguousInput }) => [
        key,
        defaultValue,
        defaultAmbiguousInput,
      ]),
    ).toEqual([
      ['a', null, 'required'],
      ['type of a', 'text', 'omit'],
    ]);
    expect(await answer('shop.kind_of(anyelement)', { a: '1' })).toBe('text');
    expect(await answer('shop.kind_of(anyelement)', { a: '1', 'type of a': 'text' })).toBe('text');
  });

  test.each([
    ['integer', '1', 'integer'],
    ['numeric(5,2)', '1.5', 'numeric'],
    ['timestamptz', '2026-11-20', 'timestamp with time zone'],
    ['int[]', '{1}', 'integer[]'],
    ['shop.point', '(1,2)', 'shop.point'],
    ['shop.mood', 'ok', 'shop.mood'],
    ['char', 'x', 'character'],
    ['shop."odd""; --"', '(1)', 'shop."odd""; --"'],
  ])('it may be %s', async (type, value, expected) => {
    expect(await answer('shop.kind_of(anyelement)', { a: value, 'type of a': type })).toBe(expected);
  });

  test('one type applies to all of a call, under its own key', async () => {
    const name = 'shop.both(anyelement, anyarray, integer)';
    const { inputs } = await source.describeRoutine(name);
    expect(inputs.map(({ key }) => key)).toEqual(['a', 'list', 'type of a, list', '$type of a, list']);
    const values = { a: '07', list: ['6', '7'] };
    expect(await answer(name, values)).toBe('text text[] false');
    expect(await answer(name, { ...values, '$type of a, list': 'integer' })).toBe('integer integer[] true');
  });

  test('lists, ranges, enums, and records have the named type', async () => {
    const highest = { list: ['9', '10'] };
    expect(await answer('shop.highest(anyarray)', highest)).toBe('9');
    expect(await answer('shop.highest(anyarray)', { ...highest, 'type of list': 'integer' })).toBe(10);
    expect(await answer('shop.labels(anyenum)', { a: 'ok', 'type of a': 'shop.mood' })).toBe('{sad,ok}');
    const range = { r: '[1,5)', a: '3', 'type of r, a': 'integer' };
    expect(await answer('shop.in_range(anyrange, anyelement)', range)).toBe(true);
    const lax = { a: '1', b: ['2'], 'type of a, b': 'bigint' };
    expect(await answer('shop.lax(anycompatible, anycompatiblearray)', lax)).toEqual(['1', '2']);
    const record = { r: '(1,2)', 'type of r': 'shop.point' };
    expect(await answer('shop.columns_of(record)', record)).toEqual({ x: 1, y: 2 });
    expect(await answer('shop.any_of("any")', { list: ['a', null] })).toBe('1');
    const pair = await source.run('shop.same_pair(anyelement)', { a: '4', 'type of a': 'smallint' });
    expect(pair.tables[0]?.rows).toEqual([[4, [4]]]);
  });

  test.each(['nothing', 'anyelement', '', 'integer); drop schema shop; --', 'shop.'])(
    'S38 %j is no type, and is not sent as one',
    async (type) => {
      const run = source.run('shop.kind_of(anyelement)', { a: '1', 'type of a': type });
      const outcome = await run.catch((error: Error) => ({ errors: [error] }));
      expect(outcome.errors[0]?.message).toMatch(/type|syntax|name/);
      expect(await answer('shop.kind_of(anyelement)', { a: '1' })).toBe('text');
    },
  );

  test('a type without a range says so', async () => {
    const run = source.run('shop.in_range(anyrange, anyelement)', {
      r: '[a,b)',
      a: 'a',
      'type of r, a': 'uuid',
    });
    await expect(run).rejects.toThrow('"uuid" has no range type');
  });
});
