import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { withApproval } from '../support/things/approvals';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, type runSync, startRun } from '../support/things/runs';

withApp();
const source = withSource(
  'create function orders(lim integer, word text) returns table (id integer, secret text) language sql as $$ select lim, word $$',
  createOrganizations,
);

const { engineer, orgAdmin, member, groupRunner } = people;
const runner: string = people.runner;

let orders: MadeCommand;
let copy: MadeCommand;

const path = (more = '') => `/${ORG_A}/kits/${copy.commandId}${more}`;
const detail = (as: string, { commandId } = copy) =>
  send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as });
const patchOriginal = (body: object) =>
  withApproval(() => send('PATCH', `/${ORG_A}/kits/${orders.commandId}`, { as: orgAdmin, body }), orders);
const inputOf = async (key: string) => {
  const found = await prisma().commandInput.findFirstOrThrow({
    where: { commandId: orders.commandId, templateInput: { key } },
  });
  return `/${ORG_A}/kits/${orders.commandId}/li-inputs/${found.inputId}`;
};
const grantOf = (userId: string, commandId = orders.commandId) => ({
  orgId_commandId_userId: { orgId: ORG_A, commandId, userId },
});

beforeAll(async () => {
  await createGrantedCommands();
  orders = await commit(source, 'public.orders(integer, text)');
  const made = await send('POST', `/${ORG_A}/kits/${orders.commandId}/duplicate`, {
    as: runner,
    body: { name: 'My orders' },
  });
  copy = { ...orders, commandId: numberIn(made, 'kit_id') };
});

/** Starts a run, and executes the line while the request waits for it. */
async function run(values: Parameters<typeof runSync>[1], as = runner) {
  const runId = await createRun(copy, as);
  const started = await startRun(copy, runId, values, as);
  if (started.status !== 202) return started;
  await executeWaiting();
  return send('GET', path(`/runs/${runId}`), { as });
}

describe('a copycat', () => {
  it('is what a runner’s copy becomes, of a copy too, with its own name', async () => {
    const { body } = await detail(runner);
    expect(body).toMatchObject({
      name: 'My orders',
      og_kit_id: orders.commandId,
      is_copycat_kit: true,
      visibility: 'org',
      anchor_ol: { ol_id: orders.templateId, kit_run_schema: [{ key: 'lim' }, { key: 'word' }] },
    });
    const again = await send('POST', path('/duplicate'), { as: runner, body: { name: 'Again' } });
    expect((await detail(runner, { ...orders, commandId: numberIn(again, 'kit_id') })).body).toMatchObject({
      og_kit_id: orders.commandId,
      is_copycat_kit: true,
    });
  });

  it('S14 follows the original in its form and its runs, and hides its hidden inputs', async () => {
    await send('PATCH', await inputOf('word'), {
      as: orgAdmin,
      body: { hidden: true, defaultValue: 'sealed', useDefaultValue: true, displayValue: 'Word' },
    });
    await patchOriginal({ description: 'Now said', maskedOutputs: [{ kind: 'column', path: 'secret' }] });
    const keys = async (as: string) => {
      const { body } = await detail(as);
      const { description, anchor_ol } = body as {
        description: string;
        anchor_ol: { kit_run_schema: { key: string }[] };
      };
      return [description, ...anchor_ol.kit_run_schema.map(({ key }) => key)];
    };
    expect(await keys(runner)).toEqual(['Now said', 'lim']);
    expect(await keys(orgAdmin)).toEqual(['Now said', 'lim', 'word']);
    expect(await run({ lim: 3, word: 'own' })).toMatchObject({ status: 400 });
    expect(await run({ lim: 3 })).toMatchObject({
      body: { status: 'success', payload: { rows: [[3, '••••••']] } },
    });
    const learned = await prisma().outputColumn.findMany({
      where: { commandId: { in: [copy.commandId, orders.commandId] } },
    });
    expect(new Set(learned.map(({ commandId }) => commandId))).toEqual(new Set([orders.commandId]));
  });

  it('needs the approval, and shares the limit, that the original has', async () => {
    await patchOriginal({ needsApproval: true });
    const asked = await createRun(copy, runner);
    const { body } = await startRun(copy, asked, { lim: 4 }, runner);
    const { approval } = body as { approval: { approval_id: number } };
    expect(await executeWaiting()).toEqual([]);
    const answered = await send('POST', path(`/approvals/${approval.approval_id}`), {
      as: orgAdmin,
      body: { isGranted: true },
    });
    expect(answered.body).toMatchObject({ state: 'granted' });
    expect(await executeWaiting()).toEqual([asked]);
    expect((await send('GET', path(`/runs/${asked}`), { as: runner })).body).toMatchObject({
      status: 'success',
    });

    await patchOriginal({ needsApproval: false, concurrencyLimit: 1 });
    for (const command of [orders, copy]) {
      await startRun(command, await createRun(command, runner), { lim: 5 }, runner);
    }
    expect(await executeWaiting()).toHaveLength(1);
    expect(await executeWaiting()).toHaveLength(1);
    await patchOriginal({ concurrencyLimit: null });
  });

  it('is named, moved and deleted by its owner; nobody configures, hides or publishes it', async () => {
    const change = (body: object, as = runner) => send('PATCH', path(), { as, body });
    expect(await change({ name: 'Mine' })).toMatchObject({ status: 200, body: { name: 'Mine' } });
    for (const body of [
      { description: 'x' },
      { isHidden: true },
      { visibility: 'public' },
      { runButtonText: 'Go' },
    ]) {
      expect((await change(body)).status, JSON.stringify(body)).toBe(403);
      expect((await change(body, orgAdmin)).status, JSON.stringify(body)).toBe(403);
    }
    expect((await change({ name: 'Theirs' }, engineer)).status).toBe(404);
    expect((await send('GET', path('/revisions'), { as: orgAdmin })).status).toBe(403);
    await expect(
      prisma().command.update({ where: { commandId: copy.commandId }, data: { visibility: 'public' } }),
    ).rejects.toThrow();
    // A copy takes nothing from the engineers of the original.
    expect(
      (
        await send('PATCH', `/${ORG_A}/command-templates/${orders.templateId}`, {
          as: engineer,
          body: { runButtonText: 'Go' },
        })
      ).status,
    ).toBe(204);
    expect((await detail(runner)).body).toMatchObject({ name: 'Mine', anchor_ol: { run_button_text: 'Go' } });
  });

  it('S17 is shared as runner, with people who have the original', async () => {
    const share = async (userId: string, role = 'runner') => {
      const { body } = await send('POST', path('/share'), {
        as: runner,
        body: { recipients: [{ userId, newKitDirRole: role }], groups: [], skipTheSending: true },
      });
      return (body as { error: string | null }[])[0]?.error ?? null;
    };
    expect(await share(member)).toContain('does not have the command that this one was copied from');
    expect(await share(engineer, 'admin')).toContain('nobody configures it');
    expect(await share(engineer)).toBeNull();
    expect((await detail(engineer)).body).toMatchObject({ role: 'admin', is_copycat_kit: true });
    expect((await send('PATCH', path(), { as: engineer, body: { name: 'Theirs' } })).status).toBe(403);
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: copy.commandId, userId: groupRunner, role: 'admin' },
    });
    expect((await detail(groupRunner)).status).toBe(404);
  });

  it('S15 ends with the original, in words, when it starts and when its turn comes', async () => {
    const waiting = await createRun(copy, runner);
    await startRun(copy, waiting, { lim: 1 }, runner);
    const grant = await prisma().commandUserGrant.delete({ where: grantOf(runner) });
    await executeWaiting();
    expect(await prisma().run.findUniqueOrThrow({ where: { runId: waiting } })).toMatchObject({
      status: 'failed',
      endReason: 'refused',
      hasResult: false,
    });
    expect(await detail(runner)).toMatchObject({
      status: 404,
      body: {
        error: {
          message: expect.stringContaining('you no longer have access to the command it was copied from'),
        },
      },
    });
    expect((await send('GET', path(`/runs/${waiting}`), { as: runner })).status).toBe(404);
    expect((await detail(member)).body).toMatchObject({
      error: { message: expect.stringContaining("This doesn't exist") },
    });
    await prisma().commandUserGrant.create({ data: grant });
    expect(await run({ lim: 2 })).toMatchObject({ body: { status: 'success' } });

    await send('DELETE', `/${ORG_A}/kits/${orders.commandId}`, { as: orgAdmin });
    expect((await detail(runner)).body).toMatchObject({
      error: { message: expect.stringContaining('was deleted') },
    });
    const { body } = await send('GET', `/${ORG_A}/skinny-kits`, { as: orgAdmin });
    expect((body as { kit_id: number }[]).map(({ kit_id }) => kit_id)).not.toContain(copy.commandId);
    await send('POST', `/${ORG_A}/deleted-kits/${orders.commandId}/restore`, { as: orgAdmin });
    expect((await detail(runner)).status).toBe(200);
  });
});
