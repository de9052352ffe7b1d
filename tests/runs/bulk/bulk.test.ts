import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { callRoll } from '@/server/base/events/worker-alive';
import { settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';
import { withApp } from '../../support/app/app';
import { readEvents } from '../../support/app/event-stream';
import { type Answered, numberIn, send, sendRaw } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

// No worker serves the line here: rows wait until a test takes them.
withApp({ BULK_ROWS_PER_PERSON: '12', BULK_ROWS_PER_ORG: '18' });
const source = withSource(
  `create table done (tag text);
   create function record(tag text, amount integer) returns text language plpgsql as $$ begin
     if amount < 0 then raise exception 'negative'; end if;
     insert into done values (tag);
     return tag;
   end $$;
   create function sign_in(who text, password text) returns text language sql
     as $$ select who || ' ' || length(password) $$;`,
  createOrganizations,
);

let command: MadeCommand;
let signIn: MadeCommand;

beforeAll(async () => {
  command = await commit(source, 'public.record(text, integer)');
  signIn = await commit(source, 'public.sign_in(text, text)');
  await sql.query(
    `update template_input set type = jsonb_set(type, '{inputType}', '"password"') where key = 'password'`,
  );
});
beforeEach(async () => {
  await sql.query('delete from run');
  await source.query('delete from done');
});

type Row = Record<string, JsonValue>;
interface More {
  as?: string;
  of?: MadeCommand;
  key?: string;
}

function create(rows: Row[], { as = people.runner, of = command, key }: More = {}): Promise<Answered> {
  return send('POST', `/${ORG_A}/run-bulk-async-i`, {
    as,
    body: { olId: of.templateId, kitId: of.commandId, runramsList: rows },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
}

const begin = (parentRunId: number, { as = people.runner, of = command }: More = {}) =>
  send('POST', `/${ORG_A}/run-bulk-async-ii`, { as, body: { parentRunId, kitId: of.commandId } });

async function start(rows: Row[], more: More = {}): Promise<number> {
  const parentId = numberIn(await create(rows, more), 'run_id');
  expect((await begin(parentId, more)).status).toBe(202);
  return parentId;
}

const path = (parentId: number, of = command) => `/${ORG_A}/kits/${of.commandId}/runs/${parentId}`;
const control = (parentId: number, verb: string, body?: object, as: string = people.runner) =>
  send('POST', `${path(parentId)}/bulk/${verb}`, { as, ...(body === undefined ? {} : { body }) });
const progress = async (parentId: number) =>
  (await send('GET', `${path(parentId)}/bulk`, { as: people.runner })).body;
const parentRow = (runId: number) => prisma().run.findUniqueOrThrow({ where: { runId } });
const tags = async () => (await source.query('select tag from done order by tag')) as { tag: string }[];
const rowsOf = (count: number, amount = 1): Row[] =>
  Array.from({ length: count }, (_, row) => ({ tag: `row ${row}`, amount }));

/** Executes what is in line, a worker's places at a time. */
async function executeAll(): Promise<void> {
  while ((await executeWaiting()).length > 0);
}

describe('a bulk run', () => {
  it('runs each row once under one parent, which ends with the last', async () => {
    const made = await create(rowsOf(5));
    expect(made).toMatchObject({
      status: 201,
      body: { bulk_children: rowsOf(5).map((runrams) => ({ runrams })) },
    });
    const parentId = numberIn(made, 'run_id');
    expect(await executeWaiting()).toEqual([]);
    expect(await parentRow(parentId)).toMatchObject({ status: 'starting', queuedAt: null });

    expect(await begin(parentId)).toMatchObject({
      status: 202,
      body: { total: 5, success: 0, failure: 0, running: 0, waiting: 5 },
    });
    expect((await begin(parentId)).status).toBe(409);
    await executeAll();
    expect(await tags()).toEqual(rowsOf(5).map(({ tag }) => ({ tag })));
    expect((await send('GET', path(parentId), { as: people.runner })).body).toMatchObject({
      status: 'success',
      bulk_progress: { parent_run_id: parentId, total: 5, success: 5, failure: 0, running: 0, waiting: 0 },
      bulk_children: rowsOf(5).map(() => ({ status: 'success' })),
    });
    // All rows share one frozen definition, one line stands in the audit log, and nothing is left in line.
    const definitions = await sql.query('select distinct definition_id from run');
    expect(definitions).toHaveLength(1);
    const audited = await prisma().auditEvent.findMany({ where: { action: { startsWith: 'run.' } } });
    expect(audited.map(({ action, after }) => [action, after])).toContainEqual([
      'run.start_bulk',
      { run_id: parentId, rows: 5 },
    ]);
    expect(await prisma().openRun.count()).toBe(0);
  });

  it('is the last run of its command in the library, and none of its rows is', async () => {
    const lastRun = async () => {
      const { body } = await send('GET', `/${ORG_A}/skinny-kits`, { as: people.runner });
      const kits = body as { kit_id: number; last_run_status: string | null }[];
      return kits.find(({ kit_id }) => kit_id === command.commandId)?.last_run_status;
    };
    const parentId = await start(rowsOf(3));
    expect((await parentRow(parentId)).status).toBe('running');
    expect(await lastRun()).toBe('running');
    await executeAll();
    expect(await lastRun()).toBe('success');
  });

  it('tells the person of its end, if it took long enough for them to have left', async () => {
    const told = async () => (await send('GET', `/${ORG_A}/notifications`, { as: people.runner })).body;
    await start(rowsOf(1));
    await executeAll();
    expect(await told()).toMatchObject({ notifications: [] });

    const parentId = await start(rowsOf(1));
    const startedAt = new Date(Date.now() - 120_000);
    await prisma().run.update({ where: { runId: parentId }, data: { trigger: 'person', startedAt } });
    await executeAll();
    expect(await told()).toMatchObject({
      notifications: [{ kind: 'run_ended', run_id: parentId, run_status: 'success' }],
    });
  });

  it('stands as one line in the history, with its rows below it', async () => {
    const parentId = await start(rowsOf(3));
    const list = async (filter: string) =>
      (await send('GET', `/${ORG_A}/skinny-runs?filter=${filter}`, { as: people.runner })).body;
    expect(await list('bulk_parent_id:null')).toMatchObject([
      { run_id: parentId, is_bulk_parent: true, bulk_parent_id: null, bulk_rows: 3, status: 'running' },
    ]);
    expect(await list('is_bulk_parent:true')).toHaveLength(1);
    expect(await list('status:success')).toEqual([]);
    const below = await list(`bulk_parent_id:${parentId}`);
    expect(below).toHaveLength(3);
    expect(below).toMatchObject(rowsOf(3).map(() => ({ is_bulk_parent: false, bulk_parent_id: parentId })));
    await executeAll();
    expect(await list('bulk_parent_id:null&filter=status:success')).toHaveLength(1);
  });

  it('lists failed rows first, with their numbers and messages', async () => {
    const parentId = await start([...rowsOf(2), { tag: 'bad', amount: -1 }]);
    await executeAll();
    expect(await parentRow(parentId)).toMatchObject({
      status: 'failed',
      endReason: 'error',
      errors: [{ message: '1 of 3 rows failed.' }],
    });
    const rows = await send('GET', `${path(parentId)}/bulk/rows`, { as: people.runner });
    expect(rows.body).toMatchObject([
      {
        row: 3,
        status: 'failed',
        message: 'negative',
        runrams: { tag: 'bad', amount: -1 },
        runram_names: { tag: 'Tag', amount: 'Amount' },
      },
      { status: 'success' },
      { status: 'success' },
    ]);
    const failed = await send('GET', `${path(parentId)}/bulk/rows?state=success`, { as: people.runner });
    expect(failed.body).toHaveLength(2);
  });

  it('streams its counts until it has ended', async () => {
    const parentId = await start(rowsOf(4));
    const response = await sendRaw('GET', `/${ORG_A}/events?runs=${parentId}`, { as: people.runner });
    const events = await readEvents(response, executeAll);
    const counts = events.filter(({ event }) => event === 'progress').map(({ data }) => data);
    expect(counts[0]).toMatchObject({ total: 4, waiting: 4, success: 0 });
    expect(counts.at(-1)).toMatchObject({ total: 4, waiting: 0, success: 4 });
    expect(events.at(-1)).toMatchObject({ event: 'status', data: { status: 'success' } });
  });

  it('is refused as a whole if a cell is bad, and every bad cell is named', async () => {
    const rows: Row[] = [
      { tag: 'a', amount: 1 },
      { tag: 'b', amount: 'x' },
      { amount: 2 },
      { tag: 'd', amount: 1, x: 1 },
    ];
    const refused = await create(rows);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          issues: [
            { path: 'runramsList[1].amount' },
            { path: 'runramsList[2].tag', message: 'Required' },
            { path: 'runramsList[3].x' },
          ],
        },
      },
    });
    expect(JSON.stringify(refused.body)).toContain("3 values in 3 rows can't be sent, so nothing was run.");
    expect(JSON.stringify(refused.body)).toContain('Row 3, Tag: Required.');
    const many = await create(Array.from({ length: 150 }, () => ({ tag: 'a', amount: 'x' })));
    const { error } = many.body as { error: { message: string; issues: object[] } };
    expect(error.issues).toHaveLength(100);
    expect(error.message).toContain('150 values in 150 rows');
    expect(error.message).toContain('The first 100 are listed.');
    expect(await prisma().run.count()).toBe(0);
    expect((await create([])).status).toBe(400);
  });

  it('S58 is created once for the same key', async () => {
    const [one, two] = [await create(rowsOf(2), { key: 'k' }), await create(rowsOf(2), { key: 'k' })];
    expect(two).toMatchObject({ status: 201, body: one.body as object });
    expect(await prisma().bulkRun.count()).toBe(1);
  });

  it('S57 has limits for a person and an organization', async () => {
    await create(rowsOf(10));
    const over = await create(rowsOf(3));
    expect(over.status).toBe(429);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await create(rowsOf(9), { as: people.engineer })).status).toBe(429);
    expect((await create(rowsOf(8), { as: people.engineer })).status).toBe(201);
  });

  it('S53 keeps passwords sealed, also when only what failed is run again', async () => {
    const secret = 'canary-of-a-bulk-password';
    const rows = [
      { who: 'ann', password: secret },
      { who: 'bob', password: secret },
    ];
    const made = await create(rows, { of: signIn });
    expect(made.body).toMatchObject({
      bulk_children: [{ runrams: { who: 'ann' } }, { runrams: { who: 'bob' } }],
    });
    const parentId = numberIn(made, 'run_id');
    await begin(parentId, { of: signIn });
    expect(JSON.stringify(await sql.query('select r.* from run r'))).not.toContain(secret);
    await sql.query(`update run set status = 'failed', end_reason = 'error' where params like '%ann%'`);
    await executeAll();
    await settleBulkRuns(null);
    const again = (as: string) =>
      send('POST', `${path(parentId, signIn)}/bulk/rerun-failed`, { as, body: {} });
    expect((await again(people.engineer)).status).toBe(403);
    expect(await again(people.runner)).toMatchObject({ status: 202, body: { total: 1, rerun_of: parentId } });
    await executeAll();
    const results = await sql.query<{ lines: string }>('select lines from run_result order by run_id');
    expect(results.map(({ lines }) => JSON.parse(lines).value)).toEqual([
      `bob ${secret.length}`,
      `ann ${secret.length}`,
    ]);
  });
});

describe('control of a bulk run', () => {
  it('pauses, resumes, and stops: rows that wait are canceled, and the parent ends', async () => {
    const parentId = await start(rowsOf(6));
    expect((await control(parentId, 'pause')).body).toMatchObject({ is_paused: true, waiting: 6 });
    expect(await executeWaiting()).toEqual([]);
    expect((await control(parentId, 'pause', undefined, people.groupRunner)).status).toBe(404);
    expect((await control(parentId, 'resume')).body).toMatchObject({ is_paused: false });
    await sql.query(`update open_run set state = 'held' where run_id in (
      select run_id from open_run where state = 'waiting' order by run_id offset 2)`);
    await executeAll();
    expect((await control(parentId, 'stop', {})).body).toMatchObject({
      success: 2,
      failure: 4,
      canceled: 4,
      waiting: 0,
      is_stopping: true,
    });
    expect(await parentRow(parentId)).toMatchObject({ status: 'failed', endReason: 'cancelled' });
    expect((await control(parentId, 'stop', {})).status).toBe(409);
    expect((await control(parentId, 'resume')).status).toBe(409);
    expect((await control(parentId, 'rerun-failed', {})).status).toBe(409);
    expect(await control(parentId, 'rerun-failed', { canceled: true })).toMatchObject({ body: { total: 4 } });
  });

  it('runs again only what failed', async () => {
    const parentId = await start([...rowsOf(3), { tag: 'late', amount: -1 }]);
    expect((await control(parentId, 'rerun-failed', {})).status).toBe(409);
    await executeAll();
    await source.query(`create or replace function record(tag text, amount integer) returns text language plpgsql
      as $$ begin insert into done values (tag); return tag; end $$`);
    const again = await control(parentId, 'rerun-failed', {}, people.engineer);
    expect(again).toMatchObject({ status: 202, body: { total: 1 } });
    await executeAll();
    expect(await tags()).toEqual([{ tag: 'late' }, { tag: 'row 0' }, { tag: 'row 1' }, { tag: 'row 2' }]);
    expect(await progress(numberIn(again, 'parent_run_id'))).toMatchObject({
      success: 1,
      rerun_of: parentId,
    });
  });

  it('is only for bulk runs', async () => {
    const parentId = await start(rowsOf(1));
    const [child] = await prisma().openRun.findMany({ where: { parentRunId: parentId } });
    expect((await control(child?.runId ?? 0, 'pause')).status).toBe(409);
    expect((await control(child?.runId ?? 0, 'stop', {})).status).toBe(409);
  });
});

describe('a bulk run that something befalls', () => {
  it('S15 refuses the rows that wait when the person loses the command', async () => {
    const parentId = await start(rowsOf(2));
    const where = { commandId: command.commandId, userId: people.runner };
    await prisma().commandUserGrant.deleteMany({ where });
    await executeAll();
    expect(await prisma().run.count({ where: { parentRunId: parentId, endReason: 'refused' } })).toBe(2);
    expect((await parentRow(parentId)).status).toBe('failed');
    expect(await tags()).toEqual([]);
    await prisma().commandUserGrant.create({ data: { orgId: ORG_A, ...where, role: 'runner' } });
  });

  it('S59 loses a row with its worker, runs a safe one once more, and ends in each case', async () => {
    const lost = async () => {
      await sql.query(
        `update run set status = 'running' where run_id in (select run_id from open_run where state = 'waiting')`,
      );
      await sql.query(`update open_run set state = 'executing', worker_id = 'dead' where state = 'waiting'`);
      return recoverLostRuns(await callRoll(0));
    };
    const unsafe = await start(rowsOf(1));
    expect(await lost()).toMatchObject({ lost: 1, backInLine: 0, bulkRuns: 1 });
    expect(await parentRow(unsafe)).toMatchObject({ status: 'failed', endReason: 'error' });

    await sql.query(`update template set warning_tag = 'safe' where template_id = $1`, [command.templateId]);
    const safe = await start(rowsOf(2));
    expect(await lost()).toMatchObject({ lost: 0, backInLine: 2, bulkRuns: 0 });
    await executeAll();
    expect(await parentRow(safe)).toMatchObject({ status: 'success' });
    const twice = await start(rowsOf(1));
    await lost();
    expect(await lost()).toMatchObject({ lost: 1, backInLine: 0, bulkRuns: 1 });
    expect(await parentRow(twice)).toMatchObject({ status: 'failed' });
  });

  it('ends the rows of one that was created and never started', async () => {
    const parentId = numberIn(await create(rowsOf(3)), 'run_id');
    await sql.query(`update run set created_at = now() - interval '2 hours' where run_id = $1`, [parentId]);
    expect(await recoverLostRuns(await callRoll())).toMatchObject({ neverStarted: 1, orphanedRows: 3 });
    expect(await prisma().openRun.count()).toBe(0);
    expect(await prisma().run.count({ where: { endReason: 'never_started' } })).toBe(4);
    expect(await prisma().bulkRun.count({ where: { settledAt: null } })).toBe(0);
  });
});
