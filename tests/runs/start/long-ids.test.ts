import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { groupAll } from '../../insight/errors/failed-runs';
import { asOwner, withApp } from '../../support/app/app';
import { numberIn, send, sendRaw } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, readRun, runInThree, runSync, startRun } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function add(a integer, b integer) returns integer language plpgsql as
     $$ begin raise info 'adding'; return a + b; end $$;
   create function fail(a integer) returns integer language plpgsql as
     $$ begin raise exception 'Refused %', a using errcode = 'P0042'; end $$;`,
  createOrganizations,
);
withWorker();

/** Few are left below the last id that a number holds exactly. */
const FIRST = Number.MAX_SAFE_INTEGER - 1000;
const as = people.runner;

let add: MadeCommand;
let fail: MadeCommand;

beforeAll(async () => {
  add = await commit(source, 'public.add(integer, integer)');
  fail = await commit(source, 'public.fail(integer)');
  for (const sequence of [
    'run_run_id_seq',
    'run_group_run_group_id_seq',
    'run_definition_definition_id_seq',
    'error_group_error_group_id_seq',
    'notification_notification_id_seq',
    'mail_message_mail_id_seq',
    'combined_download_combined_id_seq',
  ]) {
    await asOwner(`select setval('${sequence}', ${FIRST})`);
  }
});

const idIn = (body: unknown): number => (body as { run_id: number }).run_id;

describe('ids up to 2^53 - 1', () => {
  it('name a run on its whole way', async () => {
    const group = await send('POST', `/${ORG_A}/run-groups`, { as, body: { kitId: add.commandId } });
    const { body } = await runInThree(add, { a: 1, b: 2 });
    const runId = idIn(body);
    expect(body).toMatchObject({ status: 'success', payload: 3 });
    expect(runId).toBeGreaterThan(FIRST);
    expect(numberIn(group, 'kit_run_id')).toBeGreaterThan(FIRST);
    const log = await sendRaw('GET', `/${ORG_A}/kits/${add.commandId}/runs/${runId}/log`, { as });
    expect(await log.text()).toContain('adding');
    const { body: alone } = await send('GET', `/${ORG_A}/skinny-runs/${runId}`, { as });
    expect(idIn(alone)).toBe(runId);
    expect((await runSync(add, { a: 2, b: 2 })).body).toMatchObject({ payload: 4 });
  });

  it('are what a repeated request gets again', async () => {
    const again = () =>
      send('POST', `/${ORG_A}/run-async-i`, {
        as,
        headers: { 'idempotency-key': 'long-1' },
        body: { olId: add.templateId, kitId: add.commandId },
      });
    const runId = numberIn(await again(), 'run_id');
    expect(runId).toBeGreaterThan(FIRST);
    expect(numberIn(await again(), 'run_id')).toBe(runId);
  });

  it('are found, listed, and exported in the history', async () => {
    const { body } = await runInThree(add, { a: 5, b: 5 });
    const runId = idIn(body);
    const list = await send('GET', `/${ORG_A}/skinny-runs?filter=run_id:${runId}`, { as });
    expect((list.body as { run_id: number }[]).map((run) => run.run_id)).toEqual([runId]);
    const all = await send('GET', `/${ORG_A}/skinny-runs?per_page=1&max_possible_count=100`, { as });
    expect((all.body as { run_id: number }[]).map((run) => run.run_id)).toEqual([runId]);
    const csv = await (await sendRaw('GET', `/${ORG_A}/run-export`, { as })).text();
    expect(csv).toContain(String(runId));
  });

  it('tie the rows of a bulk run to it', async () => {
    const created = await send('POST', `/${ORG_A}/run-bulk-async-i`, {
      as,
      body: {
        olId: add.templateId,
        kitId: add.commandId,
        runramsList: [
          { a: 1, b: 1 },
          { a: 2, b: 2 },
        ],
      },
    });
    const parentRunId = numberIn(created, 'run_id');
    await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as, body: { parentRunId, kitId: add.commandId } });
    expect((await readRun(add, parentRunId)).body).toMatchObject({ status: 'success' });
    const rows = await send('GET', `/${ORG_A}/skinny-runs?filter=bulk_parent_id:${parentRunId}`, { as });
    expect(rows.body).toHaveLength(2);
  });

  it('group failures into errors', async () => {
    const { body } = await runInThree(fail, { a: 1 });
    expect(body).toMatchObject({ status: 'failed' });
    await groupAll();
    const { body: listed } = await send('GET', `/${ORG_A}/errors?run_id=${idIn(body)}`, {
      as: people.orgAdmin,
    });
    const [error] = (listed as { errors: { error_id: number }[] }).errors;
    expect(error?.error_id).toBeGreaterThan(FIRST);
  });

  it('are 404 where there is nothing, and 404 or 400 beyond 2^53', async () => {
    const path = (id: string) => `/${ORG_A}/kits/${add.commandId}/runs/${id}`;
    expect((await send('GET', path(String(FIRST - 5)), { as })).status).toBe(404);
    expect((await send('GET', path('9007199254740993'), { as })).status).toBe(404);
    const over = await startRun(add, 2 ** 53, { a: 1, b: 1 });
    expect(over.status).toBe(400);
  });

  it('end where they would stop being exact: the sequence gives out no other', async () => {
    await asOwner(`select setval('run_run_id_seq', ${Number.MAX_SAFE_INTEGER - 1})`);
    expect(await createRun(add)).toBe(Number.MAX_SAFE_INTEGER);
    await expect(sql.query(`select nextval('run_run_id_seq')`)).rejects.toThrow('reached maximum value');
    await expect(sql.query('select 9007199254740993::int8 as id, $1::text as x', ['x'])).rejects.toThrow(
      "9007199254740993 of the database isn't exact",
    );
  });
});
