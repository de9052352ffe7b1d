import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { once, RENEW_MS, type StoredResponse } from '@/server/operations/idempotency';
import { asOwner, withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, runInThree, runSync, startRun } from '../support/things/runs';

withApp();
const source = withSource(
  `create function add(a integer, b integer) returns bigint language sql as 'select a::bigint + b';
   create function numbers(first integer, last integer default 3) returns table (n integer, half numeric, word text)
     language sql as $$ select i, i / 2.0, case when i % 2 = 0 then '' end from generate_series(first, last) i $$;
   create function greet(name text) returns text language sql as $$ select 'Hello ' || name $$;
   create function nap(seconds integer) returns text language plpgsql as $$
     begin raise notice 'going to bed'; perform pg_sleep(seconds); return 'awake'; end $$;
   create function fail_after(amount integer) returns integer language plpgsql as $$
     begin raise notice 'looking'; raise exception 'Order % was refunded', amount
       using errcode = 'P0042', detail = 'Refunded on 2026-11-03', hint = 'Undo the refund first'; end $$;
   create function gone(a integer) returns integer language sql as 'select a';
   create function many() returns setof integer language sql as 'select generate_series(1, 2500)';`,
  createOrganizations,
);
withWorker();

let add: MadeCommand;
let numbers: MadeCommand;
let greet: MadeCommand;
let nap: MadeCommand;
let failAfter: MadeCommand;
let dropped: MadeCommand;
let many: MadeCommand;

beforeAll(async () => {
  add = await commit(source, 'public.add(integer, integer)');
  numbers = await commit(source, 'public.numbers(integer, integer)');
  greet = await commit(source, 'public.greet(text)');
  nap = await commit(source, 'public.nap(integer)');
  failAfter = await commit(source, 'public.fail_after(integer)');
  dropped = await commit(source, 'public.gone(integer)');
  many = await commit(source, 'public.many()');
});

describe('a run through its three requests', () => {
  it('returns a table with exact cells, and null differs from empty text', async () => {
    const { status, body } = await runInThree(numbers, { first: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'success',
      end_reason: null,
      errors: null,
      payload_format: 'json.table.rowwise',
      total_rows_returned: 3,
      is_truncated: false,
      is_partial: false,
      user_id: people.runner,
      runrams: { first: 1 },
    });
    const { columns, rows } = (
      body as { payload: { columns: { name: string; type: string }[]; rows: unknown[][] } }
    ).payload;
    expect(columns.map(({ name }) => name)).toEqual(['n', 'half', 'word']);
    expect(rows.map((row) => [row[0], Number(row[1]), row[2]])).toEqual([
      [1, 0.5, null],
      [2, 1, ''],
      [3, 1.5, null],
    ]);
  });

  it('returns a scalar as a bare cell', async () => {
    const { body } = await runInThree(add, { a: 2147483647, b: '1' });
    expect(body).toMatchObject({ status: 'success', payload_format: 'single_value', payload: '2147483648' });
  });

  it('cuts the payload at 1,000 rows and has the true count', async () => {
    const { body } = await runInThree(many, {});
    expect(body).toMatchObject({ total_rows_returned: 2500, is_truncated: true });
    expect((body as { payload: { rows: unknown[] } }).payload.rows).toHaveLength(1000);
  });

  it('keeps the details of a failure: message, code, detail, hint, and log', async () => {
    const { body } = await runInThree(failAfter, { amount: 10248 });
    expect(body).toMatchObject({
      status: 'failed',
      end_reason: 'error',
      errors: [
        {
          message: 'Order 10248 was refunded',
          code: 'P0042',
          detail: 'Refunded on 2026-11-03',
          hint: 'Undo the refund first',
        },
      ],
      logging_message: 'NOTICE: looking',
    });
  });

  it('says that a routine has been dropped, and what to do', async () => {
    await source.query('drop function gone(integer)');
    const { body } = await runInThree(dropped, { a: 1 });
    expect(body).toMatchObject({ status: 'failed', end_reason: 'error' });
    expect((body as { errors: { message: string }[] }).errors[0]?.message).toMatch(
      /no longer in the database.*[Ss]ync/,
    );
  });

  it('is not started after it was canceled, and answers how it ended', async () => {
    const runId = await createRun(nap);
    const path = `/${ORG_A}/kits/${nap.commandId}/runs/${runId}`;
    await send('POST', `${path}/cancel`, { as: people.runner });
    expect(await startRun(nap, runId, { seconds: 60 })).toMatchObject({
      status: 202,
      body: { run_id: runId, status: 'failed', approval: null },
    });
    expect((await readRun(nap, runId)).body).toMatchObject({ end_reason: 'cancelled', runrams: {} });
  });

  it('is started once: a second start is a conflict', async () => {
    const runId = await createRun(add);
    expect((await startRun(add, runId, { a: 1, b: 1 })).status).toBe(202);
    expect((await startRun(add, runId, { a: 1, b: 1 })).status).toBe(409);
  });
});

describe('run-sync', () => {
  it('returns the same body, once ended', async () => {
    const answered = await runSync(add, { a: 1, b: 2 });
    expect(answered.status).toBe(200);
    const runId = (answered.body as { run_id: number }).run_id;
    expect((await readRun(add, runId)).body).toEqual(answered.body);
  });
});

describe('values that cannot be sent', () => {
  it.each([
    ['a missing one', { a: 1 }, 'params.b'],
    ['an empty one', { a: 1, b: '' }, 'params.b'],
    ['text for a number', { a: 1, b: 'two' }, 'params.b'],
    ['a fraction for a whole number', { a: 1, b: 1.5 }, 'params.b'],
    ['one beyond the bounds', { a: 1, b: 2147483648 }, 'params.b'],
    ['a huge one', { a: 1, b: '9'.repeat(5000) }, 'params.b'],
    ['an object', { a: 1, b: { x: 1 } }, 'params.b'],
    ['one of an unknown name', { a: 1, b: 1, c: 1 }, 'params.c'],
    ['one named __proto__', JSON.parse('{"a":1,"b":1,"__proto__":2}'), 'params.__proto__'],
  ])('S39 %s is a 400 that names the input', async (_, params, path) => {
    const { status, body } = await runSync(add, params);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid', issues: [{ path }] } });
  });

  it.each(['a\0b', '\ud800'])('S39 text that no database can hold is a 400: %j', async (name) => {
    const { status, body } = await runSync(greet, { name });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { issues: [{ path: 'params.name' }] } });
  });

  it('S39 values are bound: quotes and statements in them are only text', async () => {
    const name = `'); drop table x; --`;
    expect((await runSync(greet, { name })).body).toMatchObject({
      status: 'success',
      payload: `Hello ${name}`,
    });
  });

  it('leave nothing behind: no run, no task', async () => {
    const before = await prisma().run.count();
    await runSync(add, { a: 1 });
    expect(await prisma().run.count()).toBe(before);
  });
});

describe('S19 values that are not the runner’s to choose', () => {
  async function configure(command: MadeCommand, key: string, data: object): Promise<void> {
    const { updateMany } = prisma().commandInput;
    await updateMany({ where: { commandId: command.commandId, templateInput: { key } }, data });
  }

  it('a variable is the caller’s own, whatever is posted', async () => {
    await configure(greet, 'name', { variable: 'user_email' });
    const own = `${people.runner}@example.com`;
    expect((await runSync(greet, {})).body).toMatchObject({ payload: `Hello ${own}` });
    expect((await runSync(greet, { name: 'boss@example.com' })).status).toBe(400);
    await configure(greet, 'name', { variable: null });
  });

  // The right value for what a runner doesn't see is refused, too: the answer would confirm a guess.
  it.each([
    ['hidden', 400],
    ['locked', 200],
  ])('a %s input keeps its configured value', async (how, withTheSame) => {
    await configure(add, 'b', { [how]: true, defaultValue: 40, useDefaultValue: true });
    expect((await runSync(add, { a: 2 })).body).toMatchObject({ payload: '42' });
    expect((await runSync(add, { a: 2, b: 41 })).status).toBe(400);
    expect((await runSync(add, { a: 2, b: 40 })).status).toBe(withTheSame);
    await configure(add, 'b', { hidden: false, locked: false });
  });
});

describe('while a run is in progress', () => {
  it('its starter can cancel it, and it ends as `cancelled`', async () => {
    const runId = await createRun(nap);
    await startRun(nap, runId, { seconds: 600 });
    const atWork = (state: string) =>
      source.query(
        `select 1 from pg_stat_activity where datname = current_database() and query like '%nap%'
          and ${state} and pid <> pg_backend_pid()`,
      );
    // By then, its notice was sent.
    await expect.poll(() => atWork("wait_event = 'PgSleep'")).toHaveLength(1);
    const cancel = (as: string) =>
      send('POST', `/${ORG_A}/kits/${nap.commandId}/runs/${runId}/cancel`, { as });
    expect((await cancel(people.runner)).status).toBe(202);
    const { body } = await readRun(nap, runId);
    expect(body).toMatchObject({
      status: 'failed',
      end_reason: 'cancelled',
      cancelled_by_name: 'runner',
      logging_message: 'NOTICE: going to bed',
    });
    expect((await cancel(people.runner)).status).toBe(409);
    await expect.poll(() => atWork("state = 'active'")).toEqual([]);
  });
});

describe('S58 the same Idempotency-Key', () => {
  const key = { 'idempotency-key': 'press-1' };

  it('returns the first result again, and runs once', async () => {
    const body = { olId: add.templateId, kitId: add.commandId, params: { a: 20, b: 22 } };
    const press = () => send('POST', `/${ORG_A}/run-sync`, { as: people.runner, body, headers: key });
    const before = await prisma().run.count();
    const [first, again] = [await press(), await press()];
    expect(again.body).toEqual(first.body);
    expect(await prisma().run.count()).toBe(before + 1);
    // The repeated one says that it is one.
    const saysReplayed = [first, again].map(({ headers }) => headers.get('idempotent-replayed'));
    expect(saysReplayed).toEqual([null, 'true']);
  });

  it('returns the same run if the first response was lost, for example because the server died', async () => {
    const body = { olId: add.templateId, kitId: add.commandId, params: { a: 20, b: 22 } };
    const press = () =>
      send('POST', `/${ORG_A}/run-sync`, {
        as: people.runner,
        body,
        headers: { 'idempotency-key': 'lost-1' },
      });
    const first = await press();
    const before = await prisma().run.count();
    await sql.query(`update idempotency_key set status = null, body = null where key = 'lost-1'`);
    expect((await press()).body).toEqual(first.body);
    expect(await prisma().run.count()).toBe(before);
  });

  it('runs once for a double click: both get the one run', async () => {
    const body = { olId: add.templateId, kitId: add.commandId, params: { a: 20, b: 22 } };
    const press = () =>
      send('POST', `/${ORG_A}/run-sync`, {
        as: people.runner,
        body,
        headers: { 'idempotency-key': 'double-1' },
      });
    const before = await prisma().run.count();
    const answers = await Promise.all([press(), press(), press()]);
    expect(await prisma().run.count()).toBe(before + 1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const runs = answers.map(({ body }) => (body as { run_id: number }).run_id);
    expect(new Set(runs).size).toBe(1);
    expect((await press()).body).toMatchObject({ run_id: runs[0] });
  });

  it('takes the place of a request that died before it created anything, without a refusal', async () => {
    const body = { olId: add.templateId, kitId: add.commandId };
    const press = () =>
      send('POST', `/${ORG_A}/run-async-i`, {
        as: people.runner,
        body,
        headers: { 'idempotency-key': 'died-1' },
      });
    expect((await press()).status).toBe(201);
    // Claimed so long ago, and before the clock was set back.
    for (const claimedAt of ["now() - interval '9.5 seconds'", "now() + interval '1 minute'"]) {
      await sql.query(
        `update idempotency_key set status = null, body = null, made_id = null, created_at = ${claimedAt}
         where key = 'died-1'`,
      );
      expect((await press()).status).toBe(201);
    }
  });

  it('belongs to the first request for as long as its process lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let answer = (_: StoredResponse): void => {};
    const first = new Promise<StoredResponse>((resolve) => {
      answer = resolve;
    });
    const request = { operationId: 'any', params: {}, body: {} };
    const by = { userId: people.runner, key: 'slow-1' };
    const ageMs = async () => {
      const [row] = await sql.query<{ age: number }>(
        `select extract(epoch from now() - created_at)::float8 as age from idempotency_key where key = 'slow-1'`,
      );
      return row?.age;
    };
    const answered = once(by, request, () => first);
    await expect.poll(ageMs).toEqual(expect.any(Number));
    await sql.query(
      `update idempotency_key set created_at = now() - interval '9 seconds' where key = 'slow-1'`,
    );
    vi.advanceTimersByTime(RENEW_MS);
    await expect.poll(ageMs).toBeLessThan(9);
    const again = once(by, request, () => Promise.reject(new Error('was done twice')));
    answer({ status: 200, body: 'the first' });
    expect(await Promise.all([answered, again])).toEqual([
      { status: 200, body: 'the first' },
      { status: 200, body: 'the first' },
    ]);
  });

  it('is refused with another body', async () => {
    const body = { olId: add.templateId, kitId: add.commandId, params: { a: 1, b: 1 } };
    const { status } = await send('POST', `/${ORG_A}/run-sync`, { as: people.runner, body, headers: key });
    expect(status).toBe(409);
  });
});

describe('S55 the audit log', () => {
  it('has one row for each started run, with its id', async () => {
    const count = () => prisma().auditEvent.count({ where: { action: 'run.start' } });
    const before = await count();
    await runSync(add, { a: 1, b: 1 });
    await runInThree(add, { a: 1, b: 1 });
    expect(await count()).toBe(before + 2);
    const runs = await prisma().run.findMany({ orderBy: { runId: 'desc' }, take: 2 });
    const events = await prisma().auditEvent.findMany({
      where: { action: 'run.start' },
      orderBy: { auditEventId: 'desc' },
      take: 2,
    });
    expect(events.map(({ after }) => after)).toEqual(runs.map(({ runId }) => ({ run_id: runId })));
  });

  it('makes the change fail if its row fails', async () => {
    await asOwner(
      `create function deny() returns trigger language plpgsql as 'begin raise exception ''disk full''; end'`,
    );
    await asOwner('create trigger deny before insert on audit_event for each row execute function deny()');
    const before = await prisma().run.count();
    const { status } = await runSync(add, { a: 1, b: 1 });
    await asOwner('drop trigger deny on audit_event');
    expect(status).toBe(500);
    expect(await prisma().run.count()).toBe(before);
  });

  it('refuses update and delete, to the application and to the owner of the schema', async () => {
    for (const statement of [
      `update audit_event set action = 'x'`,
      'delete from audit_event',
      'truncate audit_event',
    ]) {
      await expect(sql.query(statement)).rejects.toThrow('permission denied');
      await expect(asOwner(statement)).rejects.toThrow('append-only');
    }
  });
});
