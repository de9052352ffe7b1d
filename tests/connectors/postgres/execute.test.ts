import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '@/lib/runs/run-error';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { ignoredFacts } from '../../support/app/facts';
import { createSource, execute, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create schema shop;
    create table shop.log (id serial, line text);
    create table shop.parent (id integer primary key);
    create table shop.child (parent_id integer references shop.parent deferrable initially deferred);
    create function shop.one() returns integer language sql as 'select 1';
    create function shop.none() returns text language sql as 'select null::text';
    create function shop.nothing() returns void language sql as '';
    create function shop.numbers(n integer) returns setof integer language sql as 'select generate_series(1, n)';
    create function shop.pair(out a integer, out a_text text) language sql as $$ select 1, 'x' $$;
    create function shop.same() returns table (id integer, name text) language sql as 'select 1, null::text where false';
    create function shop.untyped() returns setof record language sql as $$ select 1, 'a' union all select 2, 'b' $$;
    create function shop.untyped_one() returns record language sql as $$ select 1, 'a' $$;
    create function shop.fails_late(n integer) returns setof integer language sql stable as 'select 12 / (n - i) from generate_series(1, 100) i';
    create function shop.fails(a text) returns text language plpgsql as $$ begin
      raise exception 'No %', a using errcode = 'P0042', detail = 'the detail', hint = 'the hint'; end $$;
    create function shop.talks() returns integer language plpgsql as $$ begin
      raise notice 'one %', 1; raise warning 'two'; raise info 'three' using hint = 'look'; return 3; end $$;
    create function shop.orphan() returns void language sql as 'insert into shop.child values (42)';
    create function shop.orphans() returns setof integer language sql as 'insert into shop.child values (42) returning parent_id';
    create function shop.takes_names(f regproc default 'now', t regtype default 'text', s regnamespace default 'shop') returns text language sql as 'select f::text';
    create function shop.json_null() returns table (j jsonb, n jsonb) language sql as $$ select 'null'::jsonb, null::jsonb $$;
    create function shop.calls_missing() returns integer language plpgsql as 'begin return shop.does_not_exist(); end';
    create function shop.writes(n integer) returns setof text language plpgsql as $$ begin
      insert into shop.log (line) select 'w' from generate_series(1, n); return query select line from shop.log; end $$;
    create function shop.close_to(a integer) returns text language sql as $$ select 'one' $$;
    create function shop.close_to(a integer, b integer default 2) returns text language sql as $$ select 'two' $$;
    create function shop.ends_session() returns boolean language sql as 'select pg_terminate_backend(pg_backend_pid())';
  `);
});

afterAll(() => source.drop());

describe('results', () => {
  test('a scalar function returns its value and no table', async () => {
    expect(await source.run('shop.one()')).toEqual({
      tables: [],
      value: { cell: 1, type: 'integer' },
      log: [],
      errors: [],
    });
    expect((await source.run('shop.none()')).value).toEqual({ cell: null, type: 'text' });
  });

  test('a void function returns nothing', async () => {
    expect(await source.run('shop.nothing()')).toEqual({ tables: [], value: null, log: [], errors: [] });
  });

  test('a set has one column, named after the function', async () => {
    const { tables } = await source.run('shop.numbers(integer)', { n: 3 });
    expect(tables).toEqual([{ columns: [{ name: 'numbers', type: 'integer' }], rows: [[1], [2], [3]] }]);
  });

  test('OUT arguments are the columns of one row', async () => {
    const { tables } = await source.run('shop.pair()');
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual(['a', 'a_text']);
    expect(tables[0]?.rows).toEqual([[1, 'x']]);
  });

  test('an empty table still has its columns', async () => {
    const { tables } = await source.run('shop.same()');
    expect(tables).toEqual([
      {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'text' },
        ],
        rows: [],
      },
    ]);
  });

  test("JSON's own null is null, not a text", async () => {
    expect((await source.run('shop.json_null()')).tables[0]?.rows).toEqual([[null, null]]);
  });

  test('records without declared columns are texts', async () => {
    expect((await source.run('shop.untyped()')).tables[0]?.rows).toEqual([['(1,a)'], ['(2,b)']]);
    expect((await source.run('shop.untyped_one()')).value?.cell).toBe('(1,a)');
  });

  test.each([99, 100, 101, 1100, 1101, 25_000])('%i rows arrive, each once and in order', async (n) => {
    const { tables } = await source.run('shop.numbers(integer)', { n });
    expect(tables).toHaveLength(1);
    expect(tables[0]?.rows.map(([cell]) => cell)).toEqual(Array.from({ length: n }, (_, index) => index + 1));
  });

  test('a slow sink slows down the rows', async () => {
    let open = 0;
    let most = 0;
    await source.run(
      'shop.numbers(integer)',
      { n: 300 },
      {
        onRow: async () => {
          open += 1;
          most = Math.max(most, open);
          await Promise.resolve();
          open -= 1;
        },
      },
    );
    expect(most).toBe(1);
  });
});

describe('errors', () => {
  test('an error has code, detail, hint, location, and severity', async () => {
    const { errors } = await source.run('shop.fails(text)', { a: 'way' });
    expect(errors).toEqual([
      {
        message: 'No way',
        code: 'P0042',
        detail: 'the detail',
        hint: 'the hint',
        where: expect.stringContaining('shop.fails'),
        severity: 'ERROR',
      },
    ]);
  });

  test.each([5, 50])('rows before an error at row %i are kept', async (n) => {
    const { tables, errors } = await source.run('shop.fails_late(integer)', { n });
    expect(errors).toMatchObject([{ code: '22012' }]);
    expect(tables[0]?.rows).toHaveLength(n - 1);
  });

  test('an error at the very end, of a deferred constraint, is not a success', async () => {
    expect((await source.run('shop.orphan()')).errors).toMatchObject([{ code: '23503' }]);
    expect((await source.run('shop.orphans()')).errors).toMatchObject([{ code: '23503' }]);
  });

  test('a dropped routine differs from one that its body misses', async () => {
    await source.admin.query('create function shop.dropped() returns integer language sql as $$ select 1 $$');
    const { executable } = await source.describeRoutine('shop.dropped()');
    await source.admin.query('drop function shop.dropped()');
    await expect(execute(source.connection, source.context, executable)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('"shop.dropped()" is no longer in the database'),
    });
    await source.admin.query(
      'create schema gone; create function gone.f() returns integer language sql as $$ select 1 $$',
    );
    const { executable: inGone } = await source.describeRoutine('gone.f()');
    await source.admin.query('drop schema gone cascade');
    await expect(execute(source.connection, source.context, inGone)).rejects.toThrow(
      /no longer in the database/,
    );
    await source.admin.query(`create type shop.going as enum ('a');
      create function shop.takes_going(a shop.going) returns integer language sql as 'select 1'`);
    const { executable: ofGone } = await source.describeRoutine('shop.takes_going(shop.going)');
    await source.admin.query('drop type shop.going cascade');
    const run = execute(source.connection, source.context, ofGone, { a: 'a' });
    await expect(run).rejects.toThrow(/no longer in the database/);
  });

  test('an unknown name in a value or the body is an error of the run', async () => {
    expect((await source.run('shop.calls_missing()')).errors).toMatchObject([{ code: '42883' }]);
    const missing = { f: 'no_such_function', t: 'no_such_type', s: 'no_such_schema' };
    const name = 'shop.takes_names(regproc, regtype, regnamespace)';
    expect((await source.run(name, { f: missing.f })).errors).toMatchObject([{ code: '42883' }]);
    expect((await source.run(name, { t: missing.t })).errors).toMatchObject([{ code: '42704' }]);
    expect((await source.run(name, { s: missing.s })).errors).toMatchObject([{ code: '3F000' }]);
  });

  test('a call that matches several routines says how to choose one', async () => {
    const { errors } = await source.run('shop.close_to(integer, integer)', { a: 1 });
    expect(errors).toMatchObject([{ code: '42725', hint: expect.stringContaining('Fill in more') }]);
    expect((await source.run('shop.close_to(integer, integer)', { a: 1, b: 2 })).value?.cell).toBe('two');
  });

  test('a value that the database refuses is reported as its error', async () => {
    const { errors } = await source.run('shop.numbers(integer)', { n: 'many' });
    expect(errors).toMatchObject([{ code: '22P02' }]);
  });

  test('a sink that fails undoes the work, and its error passes through', async () => {
    const full = new Error('disk full');
    const failing = source.run('shop.writes(integer)', { n: 5_000 }, { onRow: () => Promise.reject(full) });
    await expect(failing).rejects.toBe(full);
    const written = await source.admin.query("select count(*)::int as n from shop.log where line = 'w'");
    expect(written.rows).toEqual([{ n: 0 }]);
  });

  test('a session that ends during a run is reported, and the next run gets another one', async () => {
    const { errors } = await source.run('shop.ends_session()');
    expect(errors).toMatchObject([{ code: '57P01' }]);
    expect((await source.run('shop.one()')).value?.cell).toBe(1);
  });

  test('a command saved in another format requires a sync', async () => {
    await expect(execute(source.connection, source.context, { foo: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

test('notices arrive immediately, before the routine ends', async () => {
  await source.admin.query(`create function shop.waits() returns void language plpgsql as $$ begin
    raise notice 'waiting'; perform pg_advisory_xact_lock(42); end $$`);
  const { executable } = await source.describeRoutine('shop.waits()');
  await source.admin.query('select pg_advisory_lock(42)');
  let tell = (_message: string): void => {};
  const told = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const sink = {
    table: () => {},
    row: () => {},
    value: () => {},
    whole: () => {},
    log: (entry: LogEntry) => tell(entry.message),
    ...ignoredFacts,
  };
  const call = {
    executable,
    values: {},
    own: null,
    sealed: null,
    secretKeys: [],
    signal: new AbortController().signal,
  };
  const run = postgresConnector.execute(source.connection, source.context, call, sink);
  expect(await told).toBe('waiting');
  await source.admin.query('select pg_advisory_unlock(42)');
  expect(await run).toEqual({ errors: [] });
});

test('notices become the log, with their level', async () => {
  const { log } = await source.run('shop.talks()');
  expect(log.map(({ level, message }) => [level, message])).toEqual([
    ['notice', 'one 1'],
    ['warning', 'two'],
    ['info', 'three\nHINT: look'],
  ]);
});
