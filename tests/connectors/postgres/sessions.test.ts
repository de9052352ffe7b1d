import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import { createSource, execute, newContext, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create schema shop;
    create function shop.numbers(n integer) returns setof integer language sql as 'select generate_series(1, n)';
    create function shop.sleeps() returns void language sql as 'select pg_sleep(60)';
    create function shop.sleeps_in_rows() returns setof integer language plpgsql as $$ begin return next 1; perform pg_sleep(60); end $$;
    create function shop.stubborn() returns void language plpgsql as $$ begin loop
      begin perform pg_sleep(60); exception when query_canceled then null; end; end loop; end $$;
    create table shop.orders (n integer);
    create function shop.adds() returns void language plpgsql as $$ begin
      insert into shop.orders values (1); perform pg_sleep(60); end $$;
    create function shop.adds_rows() returns setof integer language plpgsql as $$ begin
      insert into shop.orders values (1); return next 1; perform pg_sleep(60); end $$;
    create procedure shop.adds_and_waits() language plpgsql as $$ begin
      insert into shop.orders values (1); perform pg_sleep(60); end $$;
    create procedure shop.commits() language plpgsql as $$ begin
      insert into shop.orders values (1); commit; perform pg_sleep(60); end $$;
    create function shop.leaves_state() returns text language plpgsql as $$ begin
      create temporary table left_over (n integer);
      perform pg_advisory_lock(4711);
      set session authorization pg_monitor;
      listen left_over;
      return set_config('shop.left_over', 'secret', false); end $$;
    create function shop.finds_state() returns text language sql as $$ select concat_ws(' ',
      nullif(current_setting('shop.left_over', true), ''), to_regclass('left_over'), nullif(current_user::text, session_user::text),
      (select 'lock' from pg_locks where locktype = 'advisory' and objid = 4711 limit 1),
      (select * from pg_listening_channels())) $$;
  `);
});

afterAll(() => source.drop());

describe('cancelling', () => {
  async function running(name: string): Promise<number> {
    const answer = await source.admin.query(
      `select count(*)::int as n from pg_stat_activity where application_name = 'pushboard'
        and datname = current_database() and state <> 'idle' and query like $1`,
      [`%${name}%`],
    );
    return answer.rows[0]?.n;
  }

  test.each([
    ['a cancel', 'sleeps', 'cancelled'],
    ['a cancel', 'sleeps_in_rows', 'cancelled'],
    ['a timeout', 'sleeps', 'timed_out'],
    ['a timeout', 'sleeps_in_rows', 'timed_out'],
  ])('%s stops %s at the source at once', async (_, name, reason) => {
    const abort = new AbortController();
    const run = source.run(`shop.${name}()`, {}, { signal: abort.signal });
    while ((await running(name)) === 0) await wait(10);
    abort.abort(reason);
    // The test would end long before the sixty seconds that the routine sleeps.
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    while ((await running(name)) > 0) await wait(10);
  });

  test.each([
    ['adds()', true, true, 0],
    ['adds_rows()', true, true, 0],
    ['adds_and_waits()', true, true, 0],
    ['commits()', false, false, 1],
  ])('%s says whether it was undone only if that is sure', async (name, inTransaction, isUndone, kept) => {
    await source.admin.query('delete from shop.orders');
    const abort = new AbortController();
    const run = source.run(`shop.${name}`, {}, { signal: abort.signal, inTransaction });
    while ((await running(name.slice(0, -2))) === 0) await wait(10);
    abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'cancelled', isUndone });
    const { rows } = await source.admin.query('select from shop.orders');
    expect(rows).toHaveLength(kept);
  });

  test('a statement that the database canceled by itself says so, too', async () => {
    const canceled = async (name: string, inTransaction: boolean) => {
      const run = source.run(`shop.${name}()`, {}, { inTransaction });
      while ((await running(name)) === 0) await wait(10);
      await source.admin.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'pushboard' and query like $1",
        [`%${name}%`],
      );
      return (await run).errors;
    };
    const hint = 'Its transaction was rolled back, so nothing was changed in the database.';
    expect(await canceled('adds_and_waits', true)).toMatchObject([{ code: '57014', hint }]);
    expect(await canceled('commits', false)).toMatchObject([{ code: '57014', hint: null }]);
  });

  test('work that catches the cancellation ends with its session', async () => {
    const abort = new AbortController();
    const run = source.run('shop.stubborn()', {}, { signal: abort.signal });
    while ((await running('stubborn')) === 0) await wait(10);
    abort.abort();
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    while ((await running('stubborn')) > 0) await wait(50);
  });

  test('between rows, too', async () => {
    const abort = new AbortController();
    const onRow = () => abort.abort();
    const run = source.run('shop.numbers(integer)', { n: 100_000 }, { signal: abort.signal, onRow });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('a run that was canceled before it began does not begin', async () => {
    const run = source.run('shop.numbers(integer)', { n: 1 }, { signal: AbortSignal.abort() });
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('sessions', () => {
  test('a run’s session state is cleared before the next run', async () => {
    expect((await source.run('shop.leaves_state()')).value?.cell).toBe('secret');
    for (let run = 0; run < 5; run += 1) {
      expect((await source.run('shop.finds_state()')).value?.cell).toBe('');
    }
  });

  test('a setting that a run made is not there for the next one, not even empty', async () => {
    const own = await createSource(`
      create function says() returns text language sql as $$ select current_setting('app.tenant', true) $$;
      create function reads() returns integer language sql as $$ select current_setting('app.tenant')::integer $$;
    `);
    expect((await own.run('public.says()')).value?.cell).toBeNull();
    await own.admin.query(`create function makes() returns text language sql
      as $$ select set_config('app.tenant', '7', false) $$`);
    for (let run = 0; run < 3; run += 1) {
      expect((await own.run('public.makes()')).value?.cell).toBe('7');
      expect((await own.run('public.says()')).value?.cell).toBeNull();
      expect((await own.run('public.reads()')).errors[0]?.message).toContain('unrecognized configuration');
    }
    await own.drop();
  });

  test.each([
    [
      'in standard SQL',
      "create function makes() returns text begin atomic select set_config('app.b', '1', false); end",
    ],
    [
      'by its own settings',
      "create function makes() returns text language sql set app.b = '1' as 'select 1::text'",
    ],
    [
      'with SET',
      `create function makes() returns text language plpgsql as $$ begin set "app".b = '1'; return ''; end $$`,
    ],
  ])('so is one that is made %s', async (_, script) => {
    const own = await createSource(`${script};
      create function says() returns text language sql as $$ select current_setting('app.b', true) $$`);
    await own.run('public.makes()');
    for (let run = 0; run < 3; run += 1) expect((await own.run('public.says()')).value?.cell).toBeNull();
    await own.drop();
  });

  test('so is one in SQL that a routine is given', async () => {
    const own = await createSource(`
      create function does(code text) returns void language plpgsql as $$ begin execute code; end $$;
      create function says() returns text language sql as $$ select current_setting('app.c', true) $$`);
    await own.run('public.does(text)', { code: "set app.c = '1'" });
    for (let run = 0; run < 3; run += 1) expect((await own.run('public.says()')).value?.cell).toBeNull();
    await own.drop();
  });

  test('without such routines, sessions are used again', async () => {
    const own = await createSource(
      `create function pid() returns integer language sql as 'select pg_backend_pid()'`,
    );
    const pids = new Set<unknown>();
    for (let run = 0; run < 4; run += 1) pids.add((await own.run('public.pid()')).value?.cell);
    expect(pids.size).toBeLessThan(4);
    await own.drop();
  });

  test('a run that gets no second session to look up its types says so in its log', async () => {
    const own = await createSource(`
      create type mood as enum ('ok', 'odd');
      create function moods() returns mood[] language sql as $$ select '{ok,odd}'::mood[] $$`);
    const role = `pushboard_one_${process.pid}`;
    await own.admin.query(`create role ${role} login password 'x' connection limit 1`);
    const { executable } = await own.describeRoutine('public.moods()');
    const alone = { ...own.connection, username: role, password: 'x' };
    const refused = await execute(alone, newContext(), executable);
    expect(refused.value).toEqual({ cell: '{ok,odd}', type: 'unknown' });
    expect(refused.log.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      expect.stringMatching(
        /^warning: The types of some columns could not be looked up, so their values are text in this result\. .*too many/,
      ),
    ]);
    await postgresConnector.close();
    await own.admin.query(`alter role ${role} connection limit 2`);
    const known = await execute(alone, newContext(), executable);
    expect([known.value?.cell, known.log]).toEqual([['ok', 'odd'], []]);
    await own.admin.query(`drop role ${role}`);
    await own.drop();
  });

  test('concurrent runs have their own sessions, and reuse them later', async () => {
    const runs = Array.from({ length: 30 }, (_, n) => source.run('shop.numbers(integer)', { n }));
    const outcomes = await Promise.all(runs);
    expect(outcomes.map(({ tables }) => tables[0]?.rows.length)).toEqual(runs.map((_, n) => n));
    const sessions = async () =>
      (
        await source.admin.query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where application_name = 'pushboard' and datname = current_database()",
        )
      ).rows[0]?.n;
    // Those of canceled runs may still be ending. Idle ones end after 30 seconds, so a longer wait would prove nothing.
    await expect.poll(sessions, { timeout: 15_000 }).toBeLessThanOrEqual(20);
  });
});
