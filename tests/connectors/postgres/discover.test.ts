import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { createSource, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create schema shop;
    create schema closed;
    create type shop.mood as enum ('sad', 'ok');
    create type shop.point as (x numeric(5,2), label text, inner_moods shop.mood[]);
    create domain shop.email as varchar(80) check (value like '%@%');
    create function shop.refund_order(order_id integer, amount numeric default 10, note text default 'none') returns void language sql as '';
    comment on function shop.refund_order is 'Gives money back.';
    create function shop.twice(integer) returns integer language sql as 'select $1 * 2';
    create function shop.twice(text) returns text language sql immutable as 'select $1 || $1';
    create function shop.mixed(a shop.email, shop.mood, out total integer, inout b shop.point, variadic rest text[] default '{}')
      language sql as 'select 1, null::shop.point';
    create function shop.listed(since timestamptz default now(), flag boolean default true, extra jsonb default '{"a": 1}', nothing text default null)
      returns table (id integer, name text) language sql as $$ select 1, 'a' $$;
    create procedure shop.tidy(inout removed integer default null) language sql as 'select 1';
    create function shop.total_of(integer, integer) returns integer language sql as 'select 1';
    create aggregate shop.sum_all(integer) (sfunc = shop.total_of, stype = integer);
    create function shop.on_change() returns trigger language plpgsql as 'begin return null; end';
    create function closed.secret() returns integer language sql as 'select 1';
    create function shop.guarded() returns integer language sql stable security definer as 'select 1';
    revoke execute on function shop.guarded from public;
    create extension if not exists plpgsql;
    create role limited_${process.pid} login password 'limited';
    grant usage on schema shop to limited_${process.pid};
  `);
});

afterAll(async () => {
  await source.admin.query(`drop owned by limited_${process.pid}; drop role limited_${process.pid}`);
  await source.drop();
});

const discover = () => postgresConnector.discover(source.connection, source.context);

describe('discover', () => {
  test('finds functions and procedures of all schemas, but no aggregates, triggers, or built-ins', async () => {
    const names = (await discover()).map(({ cloudName }) => cloudName);
    expect(names).toEqual([
      'closed.secret()',
      'shop.guarded()',
      'shop.listed(timestamp with time zone, boolean, jsonb, text)',
      'shop.mixed(shop.email, shop.mood, shop.point, text[])',
      'shop.refund_order(integer, numeric, text)',
      'shop.tidy(integer)',
      'shop.total_of(integer, integer)',
      'shop.twice(integer)',
      'shop.twice(text)',
    ]);
  });

  test('a cloudId names the credential, and a friendly name has types only if it is overloaded', async () => {
    const found = await discover();
    const refund = found.find(({ cloudName }) => cloudName.startsWith('shop.refund_order'));
    expect(refund).toEqual({
      cloudId: `db::postgres::${source.context.credsId}::shop.refund_order(integer, numeric, text)`,
      cloudName: 'shop.refund_order(integer, numeric, text)',
      signature: 'order_id integer, amount numeric, note text',
      friendlyName: 'refund_order',
      unavailableReason: null,
      extension: null,
      traits: ['Gives money back.'],
      warningTag: null,
      likeness: [
        expect.stringMatching(/^oid \d+ \w{32}$/),
        'name shop.refund_order',
        expect.stringMatching(/^body \w{32}$/),
      ],
    });
    const overloads = found.filter(({ cloudName }) => cloudName.startsWith('shop.twice'));
    expect(overloads.map(({ friendlyName }) => friendlyName)).toEqual(['twice(integer)', 'twice(text)']);
  });

  test('a procedure is marked as changing data; a function is not, however volatile', async () => {
    const found = await discover();
    const tagOf = (name: string) => found.find(({ cloudName }) => cloudName.startsWith(name))?.warningTag;
    expect([tagOf('shop.tidy'), tagOf('shop.refund_order')]).toEqual(['updates_data', null]);
    const cloudId = found.find(({ cloudName }) => cloudName.startsWith('shop.tidy'))?.cloudId ?? '';
    const described = await postgresConnector.describe(source.connection, source.context, cloudId);
    expect(described.warningTag).toBe('updates_data');
  });

  test('a routine that the role may not use or execute says so', async () => {
    const limited = { ...source.connection, username: `limited_${process.pid}`, password: 'limited' };
    const found = await postgresConnector.discover(limited, source.context);
    const reasons = new Map(found.map(({ cloudName, unavailableReason }) => [cloudName, unavailableReason]));
    expect(reasons.get('closed.secret()')).toMatch(/may not use the schema "closed"/);
    expect(reasons.get('shop.guarded()')).toMatch(/may not execute/);
    expect(reasons.get('shop.twice(text)')).toBeNull();
  });

  test('security definer and volatility are listed', async () => {
    const traits = new Map((await discover()).map((found) => [found.cloudName, found.traits]));
    expect(traits.get('shop.guarded()')).toEqual(['security definer', 'stable']);
    expect(traits.get('shop.twice(text)')).toEqual(['immutable']);
    expect(traits.get('shop.twice(integer)')).toEqual([]);
  });

  test('undeclared columns are reported, unless the routine is in SQL and returns rows as texts', async () => {
    const records = await createSource(`
      create function public.bare() returns setof record language plpgsql as $$ begin return query select 1, 'a'::text; end $$;
      create function public.bare_sql() returns setof record language sql as $$ select 1, 'a'::text $$;
      create function public.with_out(out n integer, out label text) returns setof record language plpgsql
        as $$ begin return query select 1, 'a'::text; end $$;
      create function public.with_out_sql(out n integer, out label text) returns setof record language sql
        as $$ select 1, 'a'::text $$;
      create function public.one_record() returns record language plpgsql as $$ begin return (1, 'a'); end $$;`);
    const found = await postgresConnector.discover(records.connection, records.context);
    const unavailable = found.filter(({ unavailableReason }) => unavailableReason !== null);
    expect(unavailable.map(({ cloudName }) => cloudName)).toEqual(['public.bare()']);
    expect(unavailable[0]?.unavailableReason).toMatch(/does not declare its columns. Declare them/);
    for (const name of ['public.with_out()', 'public.with_out_sql()']) {
      const { tables } = await records.run(name);
      expect(tables[0]?.columns.map((column) => column.name)).toEqual(['n', 'label']);
      expect(tables[0]?.rows).toEqual([[1, 'a']]);
    }
    await records.drop();
  });

  test('routines of an extension name it', async () => {
    const extended = await createSource('create extension citext; create extension ltree;');
    const found = await postgresConnector.discover(extended.connection, extended.context);
    expect(new Set(found.map(({ extension }) => extension))).toEqual(new Set(['citext', 'ltree']));
    await extended.drop();
  });

  test('names do not depend on the search path of the role', async () => {
    const before = await discover();
    await source.admin.query(
      `alter database ${source.connection.databaseName} set search_path to shop, public`,
    );
    const context = { ...source.context, credsVersion: source.context.credsVersion + 1 };
    expect(await postgresConnector.discover(source.connection, context)).toEqual(before);
    await source.admin.query(`alter database ${source.connection.databaseName} reset search_path`);
  });
});

describe('describe', () => {
  test('inputs are the IN, INOUT, and VARIADIC arguments; unnamed ones are identified by position', async () => {
    const { inputs } = await source.describeRoutine('shop.mixed(shop.email, shop.mood, shop.point, text[])');
    expect(
      inputs.map(({ key, type, defaultAmbiguousInput }) => [
        key,
        type.typeId,
        type.component,
        defaultAmbiguousInput,
      ]),
    ).toEqual([
      ['a', 'shop.email', 'b-input', 'required'],
      ['$2', 'shop.mood', 'b-select', 'required'],
      ['b', 'shop.point', 'json', 'required'],
      ['rest', 'text[]', 'multiselect', 'omit'],
    ]);
    expect(inputs[0]?.type.constraints).toEqual({ maxLength: 80 });
    expect(inputs[1]?.type.options).toEqual(['sad', 'ok']);
    expect(inputs[2]?.type.properties?.map(({ key, type }) => [key, type.typeId])).toEqual([
      ['x', 'numeric(5,2)'],
      ['label', 'text'],
      ['inner_moods', 'shop.mood[]'],
    ]);
  });

  test('literal defaults are values, others are expressions; both make the argument optional', async () => {
    const { inputs } = await source.describeRoutine(
      'shop.listed(timestamp with time zone, boolean, jsonb, text)',
    );
    expect(
      inputs.map(({ key, defaultValue, defaultExpression, defaultAmbiguousInput }) => [
        key,
        defaultValue,
        defaultExpression,
        defaultAmbiguousInput,
      ]),
    ).toEqual([
      ['since', null, 'now()', 'omit'],
      ['flag', true, null, 'omit'],
      ['extra', { a: 1 }, null, 'omit'],
      ['nothing', null, null, 'omit'],
    ]);
  });

  test("the source's comment is the description", async () => {
    const described = await source.describeRoutine('shop.refund_order(integer, numeric, text)');
    expect(described.description).toBe('Gives money back.');
    expect(described.friendlyName).toBe('refund_order');
    expect(described.inputs.map(({ defaultValue }) => defaultValue)).toEqual([null, 10, 'none']);
  });

  test.each(['shop.gone()', 'shop.twice(bigint)', 'pg_catalog.now()', 'shop.on_change()', ''])(
    '%j is not there',
    async (cloudName) => {
      await expect(source.describeRoutine(cloudName)).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  test('many are described at once, without missing ones', async () => {
    const { connection, context } = source;
    const ids = (await discover()).map(({ cloudId }) => cloudId);
    const described = await postgresConnector.describeAll(connection, context, [
      ...ids,
      `db::postgres::${context.credsId}::shop.gone()`,
      `db::postgres::${context.credsId}::shop.\0\ud800`,
      'nothing of the kind',
    ]);
    expect([...described.keys()].sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect(described.get(id)).toEqual(await postgresConnector.describe(connection, context, id));
    }
  });

  test("another credential's cloudId is not found", async () => {
    const described = postgresConnector.describe(
      source.connection,
      source.context,
      'db::postgres::999::shop.twice(text)',
    );
    await expect(described).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a thousand functions are found at once', async () => {
  const many = await createSource(`
    do $$ begin for i in 1..1000 loop
      execute format('create function public.f%s(a integer, b text default %L, c numeric[] default null) returns text language sql as %L', i, 'x', 'select b');
    end loop; end $$`);
  const found = await postgresConnector.discover(many.connection, many.context);
  expect(found).toHaveLength(1000);
  const ids = found.map(({ cloudId }) => cloudId);
  const described = await postgresConnector.describeAll(many.connection, many.context, ids);
  expect([...described.keys()].sort()).toEqual([...ids].sort());
  await many.drop();
});
