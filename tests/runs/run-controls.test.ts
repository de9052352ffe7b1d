import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { callRoll } from '@/server/base/events/worker-alive';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { callMcp, connectMcp, MODERN } from '../support/app/mcp';
import { serveSite } from '../support/app/site';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { answer, codeIn } from '../support/things/confirmations';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, readRun, startRun } from '../support/things/runs';
import { giveToken } from '../support/things/tokens';

const site = await serveSite();
withApp({ APP_URL: site.url, RUN_TIMEOUT_SECONDS: '60' });
const source = withSource(
  `create table tries (id serial);
   create function wait(seconds integer) returns integer language sql as $$ select pg_sleep(seconds); select 1 $$;
   create function fail() returns integer language plpgsql as $$ begin raise exception 'No luck'; end $$;
   create function wipe() returns integer language sql as $$ select 7 $$;
   create function slot() returns integer language sql as $$ select 1 $$;`,
  createOrganizations,
);

const made: Record<string, MadeCommand> = {};
beforeAll(async () => {
  made.wait = await commit(source, 'public.wait(integer)');
  for (const name of ['fail', 'wipe', 'slot']) made[name] = await commit(source, `public.${name}()`);
});

function command(name: string): MadeCommand {
  const found = made[name];
  if (found === undefined) throw new Error(`No command ${name}`);
  return found;
}

const configure = (name: string, body: object) =>
  send('PATCH', `/${ORG_A}/kits/${command(name).commandId}`, { as: people.orgAdmin, body });

async function begin(name: string, values: Record<string, JsonValue> = {}): Promise<number> {
  const runId = await createRun(command(name));
  expect((await startRun(command(name), runId, values)).status).toBe(202);
  return runId;
}
const runOf = async (name: string, runId: number) =>
  (await send('GET', `/${ORG_A}/kits/${command(name).commandId}/runs/${runId}`, { as: people.runner }))
    .body as Record<string, JsonValue>;

describe('a time limit', () => {
  it('stops a run at the source, and is never longer than the limit of the installation', async () => {
    const long = await configure('wait', { timeoutSeconds: 61 });
    expect(long).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'timeoutSeconds' }] } } });
    expect((await configure('wait', { timeoutSeconds: 1 })).status).toBe(200);
    const runId = await begin('wait', { seconds: 50 });
    await executeWaiting();
    const run = await runOf('wait', runId);
    expect(run).toMatchObject({ status: 'failed', end_reason: 'timed_out' });
    expect(JSON.stringify(run.errors)).toContain(
      'stopped after 1.0 s, the time limit that its engineers set.',
    );
  });
});

describe('further attempts', () => {
  const attemptsOf = (runId: number) =>
    prisma().run.findMany({ where: { parentRunId: runId }, orderBy: { runId: 'asc' } });
  /** As if the delay were over. */
  const letDelayPass = () =>
    sql.query(`update open_run set look_at = now() - interval '1 second' where look_at is not null`);

  it('are only for commands that are marked as safe', async () => {
    expect((await configure('fail', { retryCount: 2 })).status).toBe(422);
    expect((await configure('fail', { retryCount: 2, warningTag: 'safe' })).status).toBe(200);
    expect((await configure('fail', { warningTag: 'updates_data' })).status).toBe(422);
  });

  it('are runs of their own after the delay, and as many as configured', async () => {
    const runId = await begin('fail');
    expect(await executeWaiting()).toEqual([runId]);
    expect(await executeWaiting()).toEqual([]);
    const [first] = await attemptsOf(runId);
    expect(await runOf('fail', runId)).toMatchObject({
      next_attempt_run_id: first?.runId,
      trigger: 'api',
    });
    for (const _ of [1, 2, 3]) {
      await letDelayPass();
      await executeWaiting();
    }
    const attempts = await attemptsOf(runId);
    expect(attempts.map(({ trigger, endReason }) => [trigger, endReason])).toEqual([
      ['retry', 'error'],
      ['retry', 'error'],
    ]);
    expect(await runOf('fail', attempts[1]?.runId ?? 0)).toMatchObject({
      parent_run_id: runId,
      next_attempt_run_id: null,
    });
  });

  it('follow a lost worker, and not a person who cancels', async () => {
    const [lost, canceled] = [await begin('fail'), await begin('fail')];
    await send('POST', `/${ORG_A}/kits/${command('fail').commandId}/runs/${canceled}/cancel`, {
      as: people.runner,
    });
    await claimRuns('dead-worker', 20);
    await recoverLostRuns(await callRoll(-1_000_000_000));
    await expect.poll(async () => (await runOf('fail', lost)).end_reason).toBe('worker_lost');
    expect(await attemptsOf(lost)).toHaveLength(1);
    expect(await attemptsOf(canceled)).toEqual([]);
    await prisma().openRun.deleteMany();
  });
});

describe('a limit of runs at once', () => {
  it('holds for a command, and for all commands of a connection, and others wait for a free place', async () => {
    await configure('slot', { concurrencyLimit: 1 });
    const runs = [await begin('slot'), await begin('slot'), await begin('slot')];
    expect(await claimRuns('one', 20)).toHaveLength(1);
    expect(await claimRuns('two', 20)).toHaveLength(0);
    await prisma().openRun.deleteMany({ where: { state: 'executing' } });
    expect(await claimRuns('two', 20)).toHaveLength(1);
    await prisma().openRun.deleteMany();

    await configure('slot', { concurrencyLimit: null });
    const credential = `/${ORG_A}/creds/${source.credentialId()}`;
    const limited = await send('PATCH', credential, { as: people.orgAdmin, body: { concurrencyLimit: 2 } });
    expect(limited).toMatchObject({ status: 200, body: { concurrency_limit: 2 } });
    await configure('wipe', { confirmationWord: null });
    await Promise.all([begin('slot'), begin('slot'), begin('wipe')]);
    expect(await claimRuns('one', 20)).toHaveLength(2);
    await prisma().openRun.deleteMany();
    await send('PATCH', credential, { as: people.orgAdmin, body: { concurrencyLimit: null } });
    expect(runs).toHaveLength(3);
  });
});

describe('a confirmation word', () => {
  const body = (confirmation?: string) => ({
    olId: command('wipe').templateId,
    kitId: command('wipe').commandId,
    params: {},
    ...(confirmation === undefined ? {} : { confirmation }),
  });

  it('is required of every caller', async () => {
    await configure('wipe', { confirmationWord: 'wipe it' });
    const runId = await createRun(command('wipe'));
    expect((await startRun(command('wipe'), runId, {})).status).toBe(400);
    const sync = await send('POST', `/${ORG_A}/run-sync`, { as: people.runner, body: body('wipe') });
    expect(sync).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'confirmation' }] } } });
    const started = send('POST', `/${ORG_A}/run-sync`, { as: people.runner, body: body(' wipe it ') });
    await expect.poll(() => executeWaiting()).toHaveLength(1);
    expect(await started).toMatchObject({ status: 200, body: { payload: 7 } });
  });

  it('is asked of the person behind a program, whatever its token allows', async () => {
    const { token } = await giveToken(people.runner, { allowsUnasked: true });
    const name = `wipe_${command('wipe').commandId}`;
    const client = await connectMcp(site.url, token, MODERN);
    const code = codeIn(await callMcp(client, 'run_command', { command: name }));
    const wrong = await answer(people.runner, code, { isConfirmed: true, confirmation: 'yes' });
    expect(wrong).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'confirmation' }] } } });
    const typed = await answer(people.runner, code, { isConfirmed: true, confirmation: 'wipe it' });
    expect(typed.status).toBe(200);
    const agreed = callMcp(client, 'confirm_run', { command: name, code });
    await expect.poll(() => executeWaiting()).toHaveLength(1);
    expect((await agreed).text).toContain('succeeded');
    await client.close();
  });

  it('is refused to a command that runs by itself', async () => {
    const template = `/${ORG_A}/command-templates/${command('wipe').templateId}`;
    const startup = await send('PATCH', template, { as: people.orgAdmin, body: { runOnStartup: true } });
    expect(startup.status).toBe(422);
  });
});

it('a run of the command without any of these is as before', async () => {
  const runId = await begin('slot');
  await executeWaiting();
  expect((await readRun(command('slot'), runId)).body).toMatchObject({ status: 'success', approval: null });
  expect(numberIn(await readRun(command('slot'), runId), 'run_id')).toBe(runId);
});
