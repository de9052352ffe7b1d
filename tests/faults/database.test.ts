import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../support/app/http';
import { ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, runSync, startRun } from '../support/things/runs';
import { type OwnWorkspace, probe, startOwnWorkspace } from './own-workspace';

let workspace: OwnWorkspace;
beforeAll(async () => {
  workspace = await startOwnWorkspace();
});
afterAll(() => workspace?.stop());

const admin = people.orgAdmin;
const ready = { status: 200, body: { status: 'ready', database: true, migrations: true, worker: true } };
const notReady = { status: 503, body: { status: 'not ready', database: false } };

async function openPage(): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${workspace.pagesOrigin}/org-a/commands`);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Starts a run whose call the API has received and not answered. */
async function startHeldRun(): Promise<number> {
  const runId = await createRun(workspace.held, admin);
  expect(await startRun(workspace.held, runId, {}, admin)).toMatchObject({ status: 202 });
  await expect.poll(() => workspace.waiting()).toBe(1);
  return runId;
}

/** The database has refused to keep the end of a run, as its log says. */
async function expectRefusedEnd(why: string): Promise<void> {
  const refusal = new RegExp(`${why}.*(?:\\n.*)*?STATEMENT:\\s+with settled as`);
  await expect.poll(() => workspace.databaseLog()).toMatch(refusal);
}

/** The held run has ended well, and everything works as before, by itself. */
async function expectNothingLost(runId: number): Promise<void> {
  await expect.poll(probe).toMatchObject(ready);
  await expect
    .poll(async () => (await readRun(workspace.held, runId, admin)).body)
    .toMatchObject({ status: 'success', payload: { was: 'held' } });
  expect(await runSync(workspace.quick, {}, admin)).toMatchObject({
    status: 200,
    body: { status: 'success', payload: { is: 'here' } },
  });
  expect(await workspace.query(`select run_id from run where status <> 'success'`)).toEqual([]);
  expect(await workspace.query('select run_id from open_run')).toEqual([]);
}

describe('S60 a database', () => {
  it('that is away is said to be away, and what was in progress ends well when it is back', async () => {
    const runId = await startHeldRun();
    await workspace.stopDatabase();

    await expect.poll(probe).toMatchObject(notReady);
    const { body } = await probe();
    expect(body).toMatchObject({ migrations: null, worker: null });
    expect(body).not.toHaveProperty('results_folder');
    const refused = await runSync(workspace.quick, {}, admin);
    expect(refused).toMatchObject({
      status: 503,
      body: { error: { message: 'Pushboard cannot reach its database. Try again in a moment.' } },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const page = await openPage();
    expect(page.status).toBe(503);
    expect(page.text).toContain('Pushboard cannot reach its database.');
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);

    workspace.answerAll();
    await workspace.startDatabase();
    await expectNothingLost(runId);
    // That the database is away is repeated for a second.
    await expect.poll(async () => (await openPage()).status).toBe(200);
  });

  it('that is read-only can be read, refuses changes in words, and loses nothing', async () => {
    const runId = await startHeldRun();
    await workspace.query('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');

    await expect.poll(probe).toMatchObject(notReady);
    expect(await runSync(workspace.quick, {}, admin)).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('is read-only right now') } },
    });
    // Everything can be looked at.
    expect((await send('GET', `/${ORG_A}/skinny-kits`, { as: admin })).status).toBe(200);
    const path = `/${ORG_A}/kits/${workspace.held.commandId}/runs/${runId}`;
    expect(await send('GET', path, { as: admin })).toMatchObject({ body: { status: 'running' } });
    expect((await openPage()).status).toBe(200);

    workspace.answerAll();
    await expectRefusedEnd('cannot execute UPDATE in a read-only transaction');
    await workspace.query(
      'set default_transaction_read_only = off',
      'alter system reset default_transaction_read_only',
      'select pg_reload_conf()',
    );
    await expectNothingLost(runId);
  });

  it('whose disk is full refuses changes in words, and keeps the end of a run for when there is room', async () => {
    const runId = await startHeldRun();
    // What Postgres raises when it cannot extend a file.
    await workspace.query(
      `create function full_disk() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
       end $$`,
      'create trigger full_disk before insert or update on run for each row execute function full_disk()',
    );
    expect(await runSync(workspace.quick, {}, admin)).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('is read-only right now') } },
    });
    workspace.answerAll();
    await expectRefusedEnd('could not extend file');
    await workspace.query('drop trigger full_disk on run');
    await expectNothingLost(runId);
  });
});
