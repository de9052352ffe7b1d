import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { callRoll } from '@/server/base/events/worker-alive';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { beginHere } from '@/server/runs/execute/line-up';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';
import { withApp } from '../../support/app/app';
import { numberIn, send, sendRaw } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { commitOfAccount, keysOf, tablesWithSecrets } from '../../support/doubles/aws/connected-account';
import { ActionsDouble } from '../../support/doubles/github/actions';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, readRun, runSync, startRun } from '../../support/things/runs';
import { runs, titleOf } from './running';
import { type OwnGithub, startGithub, TOKEN } from './support';

const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
withApp({ SCRIPT_RUNNERS: 'python,r', DATA_DIR: folder });

const as = people.orgAdmin;
const REPORT = `
"""The report of a month."""
import argparse, json, os
p = argparse.ArgumentParser(description=__doc__)
when = p.add_argument_group("When")
when.add_argument("--month", required=True, help="such as 2026-01")
when.add_argument("--days", type=int, default=30)
which = p.add_mutually_exclusive_group()
which.add_argument("--region", choices=["EU", "US"])
which.add_argument("--everywhere", action="store_true")
a = p.parse_args()
print(json.dumps([{"month": a.month, "region": a.region, "key": len(os.environ["REPORT_KEY"])}]))
`;

let own: OwnGithub;
let actions: ActionsDouble;
let credsId: number;
let command: MadeCommand;

const send_ = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: JsonValue) =>
  send(method, `/${ORG_A}${path}`, body === undefined ? { as } : { as, body });

beforeAll(async () => {
  await createOrganizations();
  own = await startGithub({
    'reports/monthly.py': REPORT,
    'lib/dates.py': 'def a():\n    pass\ndef b():\n    pass\n',
  });
  actions = new ActionsDouble(own.repository);
  for (const [id, handler] of actions.handlers()) own.double.handlers.set(id, handler);
});

afterAll(async () => {
  expect(own.double.complaints).toEqual([]);
  await own.double.stop();
  rmSync(folder, { recursive: true, force: true });
});

const github = (changes: { [key: string]: JsonValue } = {}) => ({
  ...own.part,
  runsOn: 'worker',
  dotenv: { REPORT_KEY: 'canary-1', OLD: 'canary-2' },
  ...changes,
});

test('a repository is connected only with a token that can read it, and says what is missing', async () => {
  const connect = (part: JsonValue) =>
    send_('POST', '/creds', { credType: 'github', name: 'Reports', github: part });
  const missing = await connect({ token: '', owner: '', repo: '' });
  expect(missing.status).toBe(400);
  const wrong = await connect(github({ token: 'wrong' }));
  expect(wrong).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('does not accept the token') } },
  });
  const connected = await connect(github());
  expect(connected.status).toBe(201);
  credsId = numberIn(connected, 'creds_id');
});

test('S19 its secrets are sealed and never sent back; their names are shown, and each is replaced or removed', async () => {
  const path = `/github-creds/${credsId}`;
  expect((await send_('GET', '/github-creds')).body).toMatchObject([
    {
      github_creds_id: credsId,
      owner: 'acme',
      repo: 'reports',
      token: { is_set: true },
      dotenv: { is_set: true, names: ['OLD', 'REPORT_KEY'] },
      renviron: { is_set: false, names: [] },
    },
  ]);
  expect(await tablesWithSecrets()).toEqual([]);
  const changed = await send_('PATCH', path, { dotenv: { OLD: null, NEW: 'canary-3' } });
  expect(changed.body).toMatchObject({ dotenv: { names: ['NEW', 'REPORT_KEY'] } });
  const replaced = await send_('PATCH', path, { dotenv: '# mine\nREPORT_KEY="canary"\n', renviron: 'A=1' });
  expect(replaced.body).toMatchObject({ dotenv: { names: ['REPORT_KEY'] }, renviron: { names: ['A'] } });
  expect(await send_('PATCH', path, { dotenv: 'no pair' })).toMatchObject({
    status: 400,
    body: { error: { message: 'Line 1 is not NAME=value' } },
  });
  expect(await send_('PATCH', path, { token: 'wrong' })).toMatchObject({ status: 422 });
  expect((await send_('PATCH', path, { token: TOKEN })).status).toBe(200);
  expect(JSON.stringify((await send_('GET', `/creds/${credsId}`)).body)).not.toContain('canary');
});

test('S35 variables are not given to the scripts of another repository', async () => {
  const elsewhere = await send_('PATCH', `/creds/${credsId}?force=true`, {
    github: { owner: 'other', token: TOKEN },
  });
  expect(elsewhere.body).toMatchObject({ github: { dotenv: { is_set: false, names: [] } } });
  const back = { owner: 'acme', token: TOKEN, dotenv: { REPORT_KEY: 'canary' } };
  expect((await send_('PATCH', `/creds/${credsId}`, { github: back })).status).toBe(200);
});

test('its scripts are listed with their inputs, and with the reason where there is nothing to run', async () => {
  const { body } = await send_('POST', '/find-additions', { credsId });
  const found = (
    body as { added: { cloud_name: string; signature: string; unavailable_reason: string | null }[] }
  ).added;
  expect(found).toMatchObject([
    { cloud_name: 'lib/dates.py', unavailable_reason: expect.stringContaining('nothing to run') },
    {
      cloud_name: 'reports/monthly.py',
      signature: expect.stringContaining('month str'),
      unavailable_reason: null,
    },
  ]);
  expect(found[1]?.signature).not.toContain('REPORT_KEY');
  command = await commitOfAccount(credsId, `github::${credsId}::reports/monthly.py`);
  expect(await keysOf(command)).toEqual([
    "region: Literal['EU', 'US']",
    'everywhere: bool',
    'month: str',
    'days: int',
  ]);
  const detail = await send_('GET', `/deep-kits-6/${command.commandId}`);
  const { anchor_ol } = detail.body as {
    anchor_ol: { kit_run_schema: object[]; param_source: string; type_system: string };
  };
  expect(anchor_ol).toMatchObject({ param_source: 'python_static_analysis', type_system: 'python' });
  expect(anchor_ol.kit_run_schema).toMatchObject([
    { group_header: null, conditions: { shown: [{ key: 'everywhere', test: 'is_not', values: [true] }] } },
    { conditions: { shown: [{ key: 'region', test: 'is_empty', values: [] }] } },
    { group_header: 'When', note: 'such as 2026-01' },
    { group_header: null },
  ]);
});

test('S59 a run whose worker dies before a script begins goes back in line, and ends as lost after that', async () => {
  const runId = await createRun(command, as);
  expect((await startRun(command, runId, { month: '2026-01' }, as)).status).toBe(202);
  expect(await claimRuns('dead', 1)).toMatchObject([{ runId, goesElsewhere: false }]);
  expect(await recoverLostRuns(await callRoll(0))).toMatchObject({ lost: 0, backInLine: 1 });
  const [again] = await claimRuns('alive', 1);
  if (again?.runId !== runId) throw new Error('The run was not claimed again');
  expect(await beginHere(again, 'dead')).toBe(false);
  expect(await beginHere(again, 'alive')).toBe(true);
  expect(await recoverLostRuns(await callRoll(0))).toMatchObject({ lost: 1, backInLine: 0 });
});

describe.runIf(runs('python'))(titleOf('python', 'a run'), () => {
  withWorker();

  test('S10 S11 S12 tells nobody what a hidden input is given, and nothing to those without access', async () => {
    const { commandId, templateId } = command;
    const { inputId } = await prisma().commandInput.findFirstOrThrow({
      where: { commandId, templateInput: { key: 'days' } },
    });
    const days = { hidden: true, defaultValue: 4711, useDefaultValue: true };
    await prisma().commandInput.update({ where: { inputId }, data: days });
    const ended = await runSync(command, { month: '2026-01' }, as);
    expect(ended).toMatchObject({ status: 200, body: { status: 'success' } });
    const runId = numberIn(ended, 'run_id');
    const paths = [
      `/kits/${commandId}/runs/${runId}`,
      `/kits/${commandId}/code`,
      `/kits/${commandId}/runs/${runId}/log`,
    ];
    for (const path of paths) {
      const answer = await sendRaw('GET', `/${ORG_A}${path}`, { as });
      expect([path, (await answer.text()).includes('4711')]).toEqual([path, false]);
      expect((await send('GET', `/${ORG_A}${path}`)).status).toBe(401);
      expect((await send('GET', `/${ORG_A}${path}`, { as: people.nobody })).status).toBe(404);
    }
    const body = { olId: templateId, kitId: commandId, params: { month: '2026-01' } };
    expect((await send('POST', `/${ORG_A}/run-sync`, { body })).status).toBe(401);
    const combined = await send('POST', `/${ORG_A}/combine-and-download-runs`, {
      as: people.runner,
      body: { runIds: [runId] },
    });
    expect(combined.status).toBe(404);
    await prisma().commandInput.update({
      where: { inputId },
      data: { hidden: false, defaultValue: 30, useDefaultValue: false },
    });
  });

  test('happens on the worker, or in GitHub Actions, as the connection says when it begins', async () => {
    const here = await runSync(command, { month: '2026-01', region: 'EU' }, as);
    expect(here).toMatchObject({ status: 200, body: { status: 'success', payload: expect.anything() } });
    expect(JSON.stringify(here.body)).toContain('2026-01');
    expect((await send_('PATCH', `/creds/${credsId}`, { github: { runsOn: 'actions' } })).status).toBe(200);
    const there = await runSync(command, { month: '2026-02' }, as);
    expect(there).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(actions.runs).toHaveLength(1);
    expect(JSON.stringify(there.body)).not.toContain('canary');
  });

  test('of many rows in GitHub Actions starts once, and one row can be canceled without the others', async () => {
    const before = actions.runs.length;
    actions.startsAtOnce = false;
    const runramsList = ['2026-01', '2026-02', '2026-03'].map((month) => ({ month }));
    const { commandId: kitId, templateId: olId } = command;
    const parentRunId = numberIn(
      await send_('POST', '/run-bulk-async-i', { olId, kitId, runramsList }),
      'run_id',
    );
    expect((await send_('POST', '/run-bulk-async-ii', { parentRunId, kitId })).status).toBe(202);
    await expect.poll(() => actions.runs.length).toBe(before + 1);
    const rows = await send_('GET', `/kits/${kitId}/runs/${parentRunId}/bulk/rows`);
    const [first = 0, ...others] = (rows.body as { run_id: number }[]).map(({ run_id }) => run_id);
    const isElsewhere = async () =>
      (await prisma().openRun.count({ where: { parentRunId, state: 'elsewhere' } })) === 3;
    await expect.poll(isElsewhere).toBe(true);
    expect((await send_('POST', `/kits/${kitId}/runs/${first}/cancel`, {})).status).toBe(202);
    expect(await readRun(command, first, as)).toMatchObject({ body: { status: 'failed' } });
    const log = await sendRaw('GET', `/${ORG_A}/kits/${kitId}/runs/${first}/log`, { as });
    expect(await log.text()).toContain('GitHub was not asked to stop');
    const run = actions.runs.at(-1);
    expect(run).toMatchObject({ status: 'queued' });
    actions.startsAtOnce = true;
    if (run !== undefined) actions.begin(run);
    for (const runId of others)
      expect(await readRun(command, runId, as)).toMatchObject({ body: { status: 'success' } });
    expect(actions.runs).toHaveLength(before + 1);
  });
});

test('a changed script is a change, and a moved one is recognized', async () => {
  own.repository.commit('Change', {
    'reports/monthly.py': REPORT.replace('"--month", required=True', '"--month", default="2026-01"'),
  });
  const changed = await send_('GET', `/creds/${credsId}/diff`);
  expect(changed.body).toMatchObject({
    modified: [
      {
        cloud_name: 'reports/monthly.py',
        changes: expect.arrayContaining([expect.objectContaining({ key: 'month' })]),
      },
    ],
  });
  own.repository.commit('Move back', { 'reports/monthly.py': null, 'jobs/monthly.py': REPORT });
  const moved = await send_('GET', `/creds/${credsId}/diff`);
  expect(moved.body).toMatchObject({
    modified: [
      { cloud_name: 'jobs/monthly.py', previous_cloud_id: `github::${credsId}::reports/monthly.py` },
    ],
    deleted: [],
  });
});
