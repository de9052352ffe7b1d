import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { createSource, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create schema shop;
    create table shop.line (product integer, price numeric(6,2), dropped text, note text);
    alter table shop.line drop column dropped;
    create domain shop.positive_line as shop.line check ((value).price > 0);
    create type shop.nothing as ();
    create function shop.row_of() returns shop.line language sql as $$ select row(1, 2.50, 'n')::shop.line $$;
    create function shop.no_row() returns shop.line language sql as 'select null::shop.line';
    create function shop.rows_of() returns setof shop.line language sql as $$ select (1, 2.50, 'n')::shop.line union all select (2, 0, null)::shop.line $$;
    create function shop.domain_row(v shop.positive_line) returns shop.positive_line language sql as 'select v';
    create function shop.one_out(out a integer) language sql as 'select 5';
    create function shop.one_column() returns table (a integer) language sql as 'select 5';
    create function shop.same_name(in a integer, out a integer) language sql as 'select a + 1';
    create function shop.empty_rows() returns setof shop.nothing language sql as 'select row()::shop.nothing';
    create function shop.set_of_json() returns setof jsonb language sql as $$ select '{"a": 1}'::jsonb $$;
    create function shop.line_list(v shop.line[]) returns setof shop.line language sql as 'select * from unnest(v)';
    create domain shop.fee as money;
    create type shop.cost as (amount money, fees shop.fee[], code character(3), flags bit(2), tags text[]);
    create domain shop.real_cost as shop.cost;
    create type shop.bill as (total shop.real_cost, items shop.cost[], data jsonb[]);
    create function shop.bill_of(v shop.bill, more shop.cost[]) returns table (amount money, fees shop.fee[], code text, flags bit(2), tags text[])
      language sql as $$ select ((v).total).* union all select * from unnest((v).items) union all select * from unnest(more) $$;
    create schema evil;
    create type evil.text as enum ('trap');
    create domain evil.int4 as integer check (value < 0);
    create type evil.bool as (x integer);
    create function shop.plain(t text, n integer, b boolean, l text[]) returns text language sql
      as $$ select pg_catalog.concat_ws(' ', pg_catalog.pg_typeof(t), pg_catalog.pg_typeof(n), pg_catalog.pg_typeof(b), pg_catalog.pg_typeof(l)) $$;
  `);
});

afterAll(() => source.drop());

const columns = ['product', 'price', 'note'];

describe('a function’s result', () => {
  test.each([
    ['shop.row_of()', columns, [[1, '2.50', 'n']]],
    ['shop.no_row()', columns, [[null, null, null]]],
    [
      'shop.rows_of()',
      columns,
      [
        [1, '2.50', 'n'],
        [2, '0.00', null],
      ],
    ],
    ['shop.one_column()', ['a'], [[5]]],
    ['shop.set_of_json()', ['set_of_json'], [[{ a: 1 }]]],
  ])('%s is a table', async (name, expected, rows) => {
    const { tables, errors } = await source.run(name);
    expect(errors).toEqual([]);
    expect(tables[0]?.columns.map((column) => column.name)).toEqual(expected);
    expect(tables.map((table) => table.rows)).toEqual([rows]);
  });

  test('a single OUT argument is a value', async () => {
    expect((await source.run('shop.one_out()')).value?.cell).toBe(5);
    expect((await source.run('shop.same_name(integer)', { a: 1 })).value?.cell).toBe(2);
  });

  test('rows without columns are empty', async () => {
    expect(await source.run('shop.empty_rows()')).toMatchObject({ tables: [], value: null, errors: [] });
  });

  test('a row type has the columns that still exist; so does a domain over it', async () => {
    const name = 'shop.domain_row(shop.positive_line)';
    const { inputs } = await source.describeRoutine(name);
    expect(inputs[0]?.type.properties?.map(({ key }) => key)).toEqual(columns);
    const line = { product: 7, price: '1.50', note: 'x' };
    expect((await source.run(name, { v: line })).tables[0]?.rows).toEqual([[7, '1.50', 'x']]);
    expect((await source.run(name, { v: { ...line, price: '0' } })).errors).toMatchObject([
      { code: '23514' },
    ]);
    const list = await source.run('shop.line_list(shop.line[])', { v: [line, { note: 'only' }] });
    expect(list.tables[0]?.rows).toEqual([
      [7, '1.50', 'x'],
      [null, null, 'only'],
    ]);
  });
});

test('money within composites is read with a decimal point, whatever the locale', async () => {
  const name = 'shop.bill_of(shop.bill, shop.cost[])';
  const cost = { amount: '1234.50', fees: ['-0.01', null], code: 'ab', flags: '10', tags: ['{"x"}', null] };
  const row = ['1234.50', ['-0.01', null], 'ab', '10', ['{"x"}', null]];
  const nothing = [null, null, null, null, null];
  const v = { total: cost, items: [cost, null], data: [['"'], { a: 1 }] };
  const full = await source.run(name, { v, more: [{}, cost] });
  expect(full.errors).toEqual([]);
  expect(full.tables[0]?.rows).toEqual([row, row, nothing, nothing, row]);
  const empty = await source.run(name, { v: { items: [] }, more: null });
  expect(empty.tables[0]?.rows).toEqual([nothing]);
});

test('S38 types on the role’s search path are not mistaken for built-in types with the same name', async () => {
  const database = source.connection.databaseName;
  await source.admin.query(`alter database ${database} set search_path to evil, pg_catalog`);
  // Open sessions still have the previous path.
  await postgresConnector.close();
  const name = 'shop.plain(text, integer, boolean, text[])';
  const { value, errors } = await source.run(name, { t: 'x', n: 1, b: true, l: ['y'] });
  await source.admin.query(`alter database ${database} reset search_path`);
  expect(errors).toEqual([]);
  expect(value?.cell).toBe('pg_catalog.text integer boolean pg_catalog.text[]');
});
