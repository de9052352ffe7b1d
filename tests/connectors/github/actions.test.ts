import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { actionsRuns } from '@/server/connectors/github/actions/runs';
import { forgetVariables } from '@/server/connectors/github/actions/secrets';
import { WORKFLOW_PATH } from '@/server/connectors/github/actions/workflow-file';
import { describeAll } from '@/server/connectors/github/describe';
import { discover } from '@/server/connectors/github/discover';
import { readExecutable } from '@/server/connectors/github/executable';
import { ActionsDouble } from '../../support/doubles/github/actions';
import { recordingSink } from './running';
import { type OwnGithub, startGithub, TOKEN } from './support';

let own: OwnGithub;
let actions: ActionsDouble;

afterEach(async () => {
  vi.useRealTimers();
  forgetVariables();
  expect(own.double.complaints).toEqual([]);
  for (const run of actions.runs) run.stop.abort();
  await Promise.all(actions.runs.map(({ ended }) => ended));
  await own.double.stop();
});

/** What a shell or GitHub would make something of, if it got to them. */
const HOSTILE = `-x'; $(touch /tmp/own) $` + '{{ github.token }}';

const GREET = `
import argparse, json, os
p = argparse.ArgumentParser()
p.add_argument("name")
p.add_argument("--password")
a = p.parse_args()
print("working")
print(json.dumps([{"name": a.name, "length": len(a.password or ""), "stage": os.environ.get("STAGE")}]))
`;

async function prepare(files: Record<string, string>, settings: { [key: string]: JsonValue } = {}) {
  own = await startGithub(files, settings);
  actions = new ActionsDouble(own.repository);
  for (const [id, handler] of actions.handlers()) own.double.handlers.set(id, handler);
}

let number = 0;
const newName = () => `pushboard-${++number}-${Date.now().toString(36)}`;

async function callOf(name: string, values: Record<string, JsonValue>, secretKeys: string[] = []) {
  const found = await discover(own.connection, own.context);
  const cloudId = found.find(({ friendlyName }) => friendlyName === name)?.cloudId ?? '';
  const executable =
    (await describeAll(own.connection, own.context, [cloudId])).get(cloudId)?.executable ?? null;
  return { executable, values, own: null, sealed: null, secretKeys, signal: new AbortController().signal };
}

const follow = (handle: JsonValue, sink = recordingSink()) =>
  actionsRuns
    .follow(own.connection, own.context, handle, sink.sink, new AbortController().signal)
    .then((look) => ({ look, ...sink.written }));

async function run(name: string, values: Record<string, JsonValue>, secretKeys: string[] = []) {
  const { handle } = await actionsRuns.start(
    own.connection,
    own.context,
    await callOf(name, values, secretKeys),
    newName(),
    null,
  );
  await actions.runs.at(-1)?.ended;
  return follow(handle);
}

const COUNT = `
import json, os, sys
open(f"{sys.argv[1]}.txt", "w").close()
print("row", sys.argv[1])
if sys.argv[1] == "2":
    raise ValueError("no two")
print(json.dumps([{"n": int(sys.argv[1]), "left": len([each for each in os.listdir() if each.endswith(".txt")])}]))
`;

/** Prepares the script, and returns what starts it with a number. */
async function prepareRows() {
  await prepare({ 'count.py': COUNT });
  const { executable, ...call } = await callOf('count', {});
  const [key = ''] = readExecutable(executable).inputs.map((input) => input.key);
  return (n: number | string, group: string | null, name = newName(), isSecret = false) =>
    actionsRuns.start(
      own.connection,
      own.context,
      { ...call, executable, values: { [key]: String(n) }, secretKeys: isSecret ? [key] : [] },
      name,
      group,
    );
}

describe('rows of a bulk run in GitHub Actions', () => {
  test('that start together share a run of the workflow, and each has its own result, log, and end', async () => {
    const start = await prepareRows();
    const started = await Promise.all([1, 2, 3].map((n) => start(n, '7')));
    expect(actions.runs).toHaveLength(1);
    expect(new Set(started.map(({ sharedAs }) => sharedAs))).toEqual(new Set([actions.runs[0]?.name]));
    await actions.runs[0]?.ended;
    const ends = await Promise.all(started.map(({ handle }) => follow(handle)));
    expect(ends.map(({ tables }) => tables[0]?.rows ?? null)).toEqual([[[1, 1]], null, [[3, 1]]]);
    expect(ends.map(({ log }) => log[0]?.message)).toEqual(['row 1', 'row 2', 'row 3']);
    expect(ends.map(({ look }) => look.ended && look.errors.map(({ message }) => message))).toEqual([
      [],
      ['ValueError: no two'],
      [],
    ]);
    expect(own.double.count('actions/download-artifact')).toBe(1);
  });

  test('are found again by their own names, and only those that GitHub does not have are started', async () => {
    const start = await prepareRows();
    const names = [newName(), newName(), newName()];
    const before = await Promise.all(names.slice(0, 2).map((name) => start(1, '7', name)));
    const after = await Promise.all(names.map((name) => start(1, '7', name)));
    expect(actions.runs.map(({ name }) => name)).toEqual([`${names[0]} ${names[1]}`, names[2]]);
    expect(after[1]?.sharedAs).toBe(before[1]?.sharedAs);
    expect(after[2]?.sharedAs).toBeNull();
    await Promise.all(actions.runs.map(({ ended }) => ended));
    for (const { handle } of after) expect((await follow(handle)).look).toEqual({ ended: true, errors: [] });
  });

  test('have runs of their own with secrets, in other groups, and when they are too large or too many', async () => {
    const start = await prepareRows();
    await Promise.all([1, 2].map((n) => start(n, '7', newName(), true)));
    expect(actions.runs).toHaveLength(2);
    await Promise.all(['7', '8', null].map((group) => start(1, group)));
    expect(actions.runs).toHaveLength(5);
    await Promise.all([1, 3].map((n) => start(String(n).repeat(40_000), '7')));
    expect(actions.runs).toHaveLength(7);
    await Promise.all(Array.from({ length: 13 }, (_, n) => start(n, '7')));
    expect(actions.runs).toHaveLength(9);
  });
});

describe('a script in GitHub Actions', () => {
  test('gets its values, and what it printed is the result', async () => {
    await prepare({ 'jobs/greet.py': GREET }, { dotenv: { STAGE: 'live' } });
    const { look, tables, log } = await run('greet', { name: HOSTILE, password: 'hunter22' }, ['password']);
    expect(look).toEqual({ ended: true, errors: [] });
    expect(tables).toEqual([
      {
        columns: ['name', 'length', 'stage'],
        rows: [[HOSTILE, 8, 'live']],
      },
    ]);
    expect(log.map(({ message }) => message)).toContain('working');
    expect(own.repository.find('HEAD')?.files.has(WORKFLOW_PATH)).toBe(true);
  });

  test('S45 has no secret where people can see it, and its own secret is gone when it has ended', async () => {
    await prepare({ 'greet.py': GREET }, { dotenv: { STAGE: 'live-secret' } });
    await run('greet', { name: 'a', password: 'hunter22' }, ['password']);
    const shown = JSON.stringify([
      actions.runs.map(({ inputs, name, end }) => [inputs, name, end?.log]),
      own.double.received,
    ]);
    expect(shown).not.toContain('hunter22');
    expect(shown).not.toContain('live-secret');
    expect([...actions.secrets.keys()]).toEqual([`PUSHBOARD_VARIABLES_TEST_${own.context.credsId}`]);
  });

  test('has the variables of its connection again after they were deleted in the repository', async () => {
    await prepare({ 'greet.py': GREET }, { dotenv: { STAGE: 'live' } });
    const stages = async () => (await run('greet', { name: 'a' })).tables[0]?.rows.map((row) => row[2]);
    expect(await stages()).toEqual(['live']);
    actions.secrets.clear();
    vi.useFakeTimers({ now: Date.now() + 5 * 60_000, toFake: ['Date'] });
    expect(await stages()).toEqual(['live']);
  });

  test('has its own variables where another Pushboard has a connection with the same id to the repository', async () => {
    await prepare({ 'greet.py': GREET }, { dotenv: { STAGE: 'live' } });
    await run('greet', { name: 'a' });
    const { connection, context } = own;
    own.context = { ...context, installation: 'STAGING' };
    own.connection = { ...connection, dotenv: { STAGE: 'staging' } };
    await run('greet', { name: 'a' });
    expect([...actions.secrets]).toEqual([
      [`PUSHBOARD_VARIABLES_TEST_${context.credsId}`, '{"python":{"STAGE":"live"},"r":{}}'],
      [`PUSHBOARD_VARIABLES_STAGING_${context.credsId}`, '{"python":{"STAGE":"staging"},"r":{}}'],
    ]);
  });

  test('S65 has no password in the place of a text that looks like its mark', async () => {
    await prepare({ 'greet.py': GREET });
    const name = '\u0001secret:password\u0001';
    const { tables } = await run('greet', { name, password: 'hunter22' }, ['password']);
    expect(tables[0]?.rows).toEqual([[name, 8, null]]);
  });

  test('fails with the error of the script, and with the step where there is no script to ask', async () => {
    await prepare({
      'bad.py': 'raise ValueError("no data")\n',
      'other.py': 'print(1)\n',
      'requirements.txt': 'not a requirement at all',
    });
    const failed = await run('bad', {});
    expect(failed.look).toMatchObject({
      ended: true,
      errors: [
        { code: 'failure', message: expect.stringContaining('The step "Packages" failed in GitHub Actions') },
      ],
    });
    own.repository.commit('Drop', { 'requirements.txt': null });
    const error = await run('bad', {});
    expect(error.look).toMatchObject({
      errors: [{ message: 'ValueError: no data', where: 'bad.py, line 1', code: 'EXIT 1' }],
    });
  });

  test('is of its branch, though the workflow is on the default one', async () => {
    await prepare({ 'greet.py': GREET }, { branch: 'draft' });
    own.repository.commit('Draft', { 'greet.py': 'print("from the draft")\n' }, 'draft');
    const { look, whole } = await run('greet', {});
    expect(look).toEqual({ ended: true, errors: [] });
    expect(whole?.text).toBe('from the draft\n');
    expect(own.repository.find('draft')?.files.has(WORKFLOW_PATH)).toBe(false);
  });

  test('is found by its name, and started once, whatever happened to the answer', async () => {
    await prepare({ 'greet.py': GREET });
    const name = newName();
    const call = await callOf('greet', { name: 'a' });
    own.double.faultOf = () => null;
    actions.afterDispatch = async () => Promise.reject(new Error('lost'));
    const first = await actionsRuns.start(own.connection, own.context, call, name, null);
    expect(first.handle).toMatchObject({ runId: null });
    own.double.complaints.length = 0;
    actions.afterDispatch = null;
    const { handle } = await actionsRuns.start(own.connection, own.context, call, name, null);
    expect(actions.runs.length).toBe(1);
    await actions.runs[0]?.ended;
    expect((await follow(handle)).look).toEqual({ ended: true, errors: [] });
  });

  test('is found where GitHub does not say which run it started', async () => {
    await prepare({ 'greet.py': GREET });
    actions.tellsDetails = false;
    actions.isListed = false;
    const { handle } = await actionsRuns.start(
      own.connection,
      own.context,
      await callOf('greet', { name: 'a' }),
      newName(),
      null,
    );
    expect((await follow(handle)).look).toMatchObject({ ended: false });
    actions.isListed = true;
    await actions.runs[0]?.ended;
    expect((await follow(handle)).look).toEqual({ ended: true, errors: [] });
  });

  test('says what it waits for', async () => {
    await prepare({ 'greet.py': GREET });
    actions.isReviewed = true;
    const { handle } = await actionsRuns.start(
      own.connection,
      own.context,
      await callOf('greet', { name: 'a' }),
      newName(),
      null,
    );
    const waiting = await follow(handle);
    expect(waiting.log).toMatchObject([
      { message: 'Waits for a reviewer in GitHub, for the environment staging.' },
    ]);
    const [first] = actions.runs;
    if (first !== undefined) actions.begin(first);
    await first?.ended;
    const next = waiting.look.ended ? null : (waiting.look.handle ?? null);
    expect((await follow(next)).look).toEqual({ ended: true, errors: [] });
  });

  test('is stopped, and made to stop if it ignores that', async () => {
    await prepare({ 'endless.py': 'import time\nprint(1)\ntime.sleep(600)\n' });
    const signal = new AbortController().signal;
    const first = await actionsRuns.start(
      own.connection,
      own.context,
      await callOf('endless', {}),
      newName(),
      null,
    );
    await actionsRuns.cancel(own.connection, own.context, first.handle, signal);
    await actions.runs[0]?.ended;
    expect(actions.runs[0]?.conclusion).toBe('cancelled');
    await actionsRuns.cancel(own.connection, own.context, first.handle, signal);
    actions.isStubborn = true;
    const second = await actionsRuns.start(
      own.connection,
      own.context,
      await callOf('endless', {}),
      newName(),
      null,
    );
    await actionsRuns.cancel(own.connection, own.context, second.handle, signal);
    await actions.runs[1]?.ended;
    expect(actions.runs[1]?.conclusion).toBe('cancelled');
    expect(own.double.count('actions/force-cancel-workflow-run')).toBe(1);
  });

  test('is refused with what to do: a protected branch, a token without rights, values that are too large', async () => {
    await prepare({ 'greet.py': GREET });
    const call = await callOf('greet', { name: 'a', password: 'x' }, ['password']);
    own.repository.protectedBranches.add('main');
    await expect(actionsRuns.start(own.connection, own.context, call, newName(), null)).rejects.toThrow(
      "commit the file .github/workflows/pushboard.yml by hand: its text is in Pushboard's docs/sources/enterprise/pushboard.yml",
    );
    own.repository.protectedBranches.clear();
    own.double.tokens.set(TOKEN, {
      kind: 'fine-grained',
      permissions: { metadata: 'read', contents: 'write', actions: 'write', workflows: 'write' },
    });
    await expect(actionsRuns.start(own.connection, own.context, call, newName(), null)).rejects.toThrow(
      'Give it the permission Secrets',
    );
    own.repository.commit('Ask', { 'ask.py': 'key = input("Key: ")\nsure = input("Sure? ")\nprint(sure)\n' });
    const asked = await callOf('ask', { key: 'x\nyes', sure: 'no' }, ['key']);
    await expect(actionsRuns.start(own.connection, own.context, asked, newName(), null)).rejects.toThrow(
      `"key" can't contain a line break`,
    );
    const large = await callOf('greet', { name: 'x'.repeat(70_000) });
    await expect(actionsRuns.start(own.connection, own.context, large, newName(), null)).rejects.toThrow(
      'GitHub Actions accepts 65 kB at most',
    );
  });
});
