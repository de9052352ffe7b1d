import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { transaction } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { renameInput } from '@/server/commands/renames/rename-input';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { readRun, runInThree, startRun } from '../support/things/runs';

withApp();
const source = withSource(
  `create function issue(amount integer, note text) returns table (credit_id integer) language sql as $$ select amount * 10 $$;
   create function take_back(credit integer, reason text) returns integer language plpgsql as $$ begin
     if reason = 'bad' then raise exception 'no'; end if; return credit; end $$;
   create function set_status(order_id integer, status text, password text default null)
     returns table (old_status text) language sql as $$ select 'open' $$`,
  createOrganizations,
);
withWorker();

const runner: string = people.runner;
const { engineer, orgAdmin, member } = people;

let issue: MadeCommand;
let takeBack: MadeCommand;

const partner = (more: object = {}) => ({
  kit_id: takeBack.commandId,
  minutes: 60,
  maps: [
    { input_key: 'credit', from: 'output', name: 'credit_id' },
    { input_key: 'reason', from: 'input', name: 'note' },
  ],
  ...more,
});
const setPartner = (undoPartner: object | null, as: string = engineer) =>
  send('PATCH', `/${ORG_A}/kits/${issue.commandId}`, { as, body: { undoPartner } });

beforeAll(async () => {
  await createGrantedCommands();
  issue = await commit(source, 'public.issue(integer, text)');
  takeBack = await commit(source, 'public.take_back(integer, text)');
});

async function issued(): Promise<number> {
  return numberIn(await runInThree(issue, { amount: 2, note: 'x' }), 'run_id');
}

const offerOf = async (runId: number, as = runner) =>
  ((await readRun(issue, runId, as)).body as { undo: { kit_id: number } | null }).undo;

const beginUndo = (runId: number) =>
  send('POST', `/${ORG_A}/run-async-i`, {
    as: runner,
    body: { olId: takeBack.templateId, kitId: takeBack.commandId, trigger: 'undo', parentRunId: runId },
  });

async function undo(runId: number, reason: string) {
  const begun = await beginUndo(runId);
  if (begun.status !== 201) return begun;
  const undoId = numberIn(begun, 'run_id');
  await startRun(takeBack, undoId, { credit: 20, reason });
  return readRun(takeBack, undoId);
}

const listedRuns = z.array(z.object({ run_id: z.number(), undone_by_run_id: z.number().nullable() }));

describe('an undo partner', () => {
  it('S18 is a command that the engineer may run, filled from inputs that are there', async () => {
    await prisma().commandUserGrant.deleteMany({
      where: { commandId: takeBack.commandId, userId: engineer },
    });
    expect(await setPartner(partner())).toMatchObject({ status: 400 });
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: takeBack.commandId, userId: engineer, role: 'runner' },
    });
    const map = (input_key: string, from: string, name: string) =>
      partner({ maps: [{ input_key, from, name }] });
    expect((await setPartner(map('other', 'input', 'note'))).status).toBe(400);
    expect((await setPartner(map('credit', 'input', 'other'))).status).toBe(400);
    expect(await setPartner(partner())).toMatchObject({ status: 200, body: { undo_partner: partner() } });
    const seen = await send('GET', `/${ORG_A}/deep-kits-6/${issue.commandId}`, { as: runner });
    expect(seen.body).toMatchObject({ undo_partner: null });
  });

  it('is offered until the run was undone, once, and again if the undoing failed', async () => {
    const runId = await issued();
    expect(await offerOf(runId)).toEqual({
      kit_id: takeBack.commandId,
      name: expect.any(String),
      maps: partner().maps,
    });
    expect((await undo(runId, 'bad')).body).toMatchObject({ status: 'failed' });
    expect(await offerOf(runId)).not.toBeNull();
    const both = await Promise.all([beginUndo(runId), beginUndo(runId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await offerOf(runId)).toBeNull();
    expect((await undo(runId, 'fine')).status).toBe(409);
  });

  it('names the run that took a run back, and none whose undoing failed', async () => {
    const runId = await issued();
    expect((await undo(runId, 'bad')).body).toMatchObject({ status: 'failed' });
    expect((await readRun(issue, runId)).body).toMatchObject({ undone_by_run_id: null });
    const undone = await undo(runId, 'fine');
    expect((await readRun(issue, runId)).body).toMatchObject({
      undone_by_run_id: numberIn(undone, 'run_id'),
    });
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?per_page=4`, { as: runner });
    const byRun = new Map(listedRuns.parse(body).map((run) => [run.run_id, run.undone_by_run_id]));
    expect(byRun.get(runId)).toBe(numberIn(undone, 'run_id'));
    expect([...byRun.values()].filter((id) => id !== null)).toHaveLength(1);
  });

  it('is not offered for a dry run, which has taken everything back itself', async () => {
    const tried = await send('POST', `/${ORG_A}/run-sync`, {
      as: runner,
      body: {
        olId: issue.templateId,
        kitId: issue.commandId,
        params: { amount: 2, note: 'x' },
        dryRun: true,
      },
    });
    expect(tried.body).toMatchObject({ status: 'success', undo: null });
    expect((await undo(numberIn(tried, 'run_id'), 'fine')).status).toBe(409);
  });

  it('S18 is offered to people who may run it, and to nobody once its time has passed or a command changed', async () => {
    const runId = await issued();
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: issue.commandId, userId: member, role: 'runner' },
    });
    expect(await offerOf(runId, member)).toBeNull();
    expect(await offerOf(runId)).not.toBeNull();
    const { endedAt } = await prisma().run.findUniqueOrThrow({ where: { runId } });
    await prisma().run.update({ where: { runId }, data: { endedAt: new Date(Date.now() - 3_601_000) } });
    expect(await offerOf(runId)).toBeNull();
    expect((await undo(runId, 'late')).status).toBe(409);
    await prisma().run.update({ where: { runId }, data: { endedAt } });
    expect(await offerOf(runId)).not.toBeNull();
    await send('PATCH', `/${ORG_A}/kits/${takeBack.commandId}`, {
      as: orgAdmin,
      body: { description: 'Changed' },
    });
    expect(await offerOf(runId)).toBeNull();
    const next = await issued();
    expect(await offerOf(next)).not.toBeNull();
    await setPartner(partner({ minutes: null }), orgAdmin);
    expect(await offerOf(next)).toBeNull();
  });

  it('is kept in revisions, and follows inputs that are renamed', async () => {
    const { body } = await send('GET', `/${ORG_A}/kits/${issue.commandId}/revisions`, { as: orgAdmin });
    expect((body as { differences: object[] }[])[0]?.differences).toMatchObject([
      { setting: 'undo_partner', before: partner(), after: partner({ minutes: null }) },
    ]);
    const first = (body as { revision: number | null }[]).findLast(
      ({ revision }) => revision !== null,
    )?.revision;
    const restored = await send('POST', `/${ORG_A}/kits/${issue.commandId}/revisions/${first}/restore`, {
      as: orgAdmin,
      body: {},
    });
    expect(restored.body).toMatchObject({ undo_partner: null });
    await setPartner(partner());
    await transaction(async (tx) => {
      await renameInput(tx, { templateId: issue.templateId, key: 'note', to: 'why' });
      await renameInput(tx, { templateId: takeBack.templateId, key: 'credit', to: 'credit_id' });
    });
    expect(await prisma().command.findUniqueOrThrow({ where: { commandId: issue.commandId } })).toMatchObject(
      {
        undoPartner: { maps: [{ input_key: 'credit_id' }, { name: 'why' }] },
      },
    );
  });
});

describe('an undo partner that is the command itself', () => {
  it('takes back what it did with what its result says, or a fixed value, and is that of a copy, too', async () => {
    const set = await commit(source, 'public.set_status(integer, text, text)');
    const itself = (maps: object[]) => ({ kit_id: set.commandId, minutes: null, maps });
    const order = { input_key: 'order_id', from: 'input', name: 'order_id' };
    const save = (undoPartner: object) =>
      send('PATCH', `/${ORG_A}/kits/${set.commandId}`, { as: orgAdmin, body: { undoPartner } });
    expect(await save(itself([{ input_key: 'password', from: 'value', value: 'x' }]))).toMatchObject({
      status: 400,
      body: { error: { message: "password holds a secret, which can't be a fixed value." } },
    });
    const fixed = itself([order, { input_key: 'status', from: 'value', value: 'closed' }]);
    expect(await save(fixed)).toMatchObject({ status: 200, body: { undo_partner: fixed } });
    const own = itself([order, { input_key: 'status', from: 'output', name: 'old_status' }]);
    expect(await save(own)).toMatchObject({ status: 200 });

    const runId = numberIn(await runInThree(set, { order_id: 1, status: 'paid' }, orgAdmin), 'run_id');
    expect((await readRun(set, runId, orgAdmin)).body).toMatchObject({ undo: { kit_id: set.commandId } });
    const undone = await send('POST', `/${ORG_A}/run-async-i`, {
      as: orgAdmin,
      body: { olId: set.templateId, kitId: set.commandId, trigger: 'undo', parentRunId: runId },
    });
    expect(undone.status).toBe(201);
    expect((await readRun(set, runId, orgAdmin)).body).toMatchObject({ undo: null });

    const copy = await send('POST', `/${ORG_A}/kits/${set.commandId}/duplicate`, {
      as: orgAdmin,
      body: { name: 'Copy' },
    });
    const commandId = numberIn(copy, 'kit_id');
    expect(await prisma().command.findUniqueOrThrow({ where: { commandId } })).toMatchObject({
      undoPartner: { ...own, kit_id: commandId },
    });
    const dependents = await send('GET', `/${ORG_A}/kits/${set.commandId}/dependents`, { as: orgAdmin });
    expect(JSON.stringify(dependents.body)).not.toContain('undo');
  });
});
