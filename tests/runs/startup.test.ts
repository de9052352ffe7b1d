import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
const source = withSource(
  `create function home(who text, kind text) returns table (region text, desk integer, user_id text) language sql
     as $$ select kind || ' of ' || who, 7, 'forged' $$;
   create function rows_of(count integer) returns table (n integer) language sql
     as 'select generate_series(1, count)';
   create function fails() returns table (n integer) language plpgsql as $$ begin raise exception 'no'; end $$;
   create function show(region text, desk integer) returns text language sql as $$ select region || '/' || desk $$;`,
  createOrganizations,
);
withWorker();

let home: MadeCommand;
let rowsOf: MadeCommand;
let fails: MadeCommand;
let show: MadeCommand;

const as = people.orgAdmin;

beforeAll(async () => {
  home = await commit(source, 'public.home(text, text)');
  rowsOf = await commit(source, 'public.rows_of(integer)');
  fails = await commit(source, 'public.fails()');
  show = await commit(source, 'public.show(text, integer)');
  await follow(home, 'who', 'user_name');
  await follow(show, 'region', 'region');
  await follow(show, 'desk', 'desk');
  await atStartup(home, { kind: 'Home' });
});

/** Makes an input follow a variable. */
async function follow({ commandId }: MadeCommand, key: string, variable: string): Promise<void> {
  const input = await prisma().commandInput.findFirstOrThrow({
    where: { commandId, templateInput: { key } },
  });
  const target = `/${ORG_A}/kits/${commandId}/li-inputs/${input.inputId}`;
  expect((await send('PATCH', target, { as, body: { variable } })).status).toBe(200);
}

const setStartup = ({ templateId }: MadeCommand, body: object, by: string = as) =>
  send('PATCH', `/${ORG_A}/command-templates/${templateId}`, { as: by, body });

async function atStartup(command: MadeCommand, values: JsonValue, runOnStartup = true): Promise<void> {
  const { status } = await setStartup(command, { runOnStartup, runOnStartupValues: values });
  expect(status).toBe(204);
}

const start = ({ commandId, templateId }: MadeCommand, params: object = {}, by: string = as) =>
  send('POST', `/${ORG_A}/run-sync`, {
    as: by,
    body: { olId: templateId, kitId: commandId, params, isStartup: true },
  });
const variables = async (by: string = as) =>
  ((await send('GET', `/${ORG_A}/variables`, { as: by })).body as { variables: Record<string, unknown> })
    .variables;
const signIn = (userId: string) =>
  send('POST', '/demo/sign-in', { body: { userId }, headers: { origin: 'http://localhost:3000' } });

describe('startup commands', () => {
  it('are found by their filter', async () => {
    const { body } = await send('GET', `/${ORG_A}/skinny-kits?filter=anchor_run_on_startup:True`, { as });
    expect(body).toMatchObject([
      {
        kit_id: home.commandId,
        anchor_ol: { ol_id: home.templateId, run_on_startup: true, run_on_startup_values: { kind: 'Home' } },
      },
    ]);
  });

  it('fill the variables that inputs follow, and a sign-in clears them', async () => {
    expect(await variables()).toEqual({ user_id: as, user_email: `${as}@example.com`, user_name: 'admin-a' });
    const before = await runSync(show, {}, as);
    expect(before.status).toBe(400);
    expect(before.body).toMatchObject({
      error: { issues: [{ path: 'params.region' }, { path: 'params.desk' }] },
    });

    expect((await start(home)).body).toMatchObject({ status: 'success', total_rows_returned: 1 });
    expect(await variables()).toMatchObject({ region: 'Home of admin-a', desk: 7 });
    expect((await runSync(show, {}, as)).body).toMatchObject({ payload: 'Home of admin-a/7' });

    await signIn(as);
    expect(await variables()).not.toHaveProperty('region');
    expect((await runSync(show, {}, as)).status).toBe(400);
  });

  it('S19 can’t change who a person is, and nobody can choose their values', async () => {
    await start(home);
    expect(await variables()).toMatchObject({ user_id: as });
    const chosen = await start(home, { kind: 'Chosen' });
    expect(chosen.status).toBe(400);
    expect((await start(home, { who: 'someone else' })).status).toBe(400);
    expect((await start(home, { kind: 'Home' })).status).toBe(200);
    expect((await runSync(show, { region: 'Elsewhere' }, as)).status).toBe(400);
    expect((await runSync(show, { region: 'Home of admin-a' }, as)).status).toBe(200);
  });

  it('S19 are chosen by engineers: no other command sets variables', async () => {
    const { status, body } = await start(rowsOf, { count: 1 });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { issues: [{ path: 'isStartup' }] } });
    expect(await variables()).not.toHaveProperty('n');
  });

  it('S19 are switched on by admins alone, since they fill in what others rely on', async () => {
    const { commandId } = rowsOf;
    const by = people.engineer;
    await prisma().commandUserGrant.updateMany({ where: { commandId, userId: by }, data: { role: 'admin' } });
    const kit = `/${ORG_A}/kits/${commandId}` as const;
    const isOn = async () =>
      (await prisma().template.findUniqueOrThrow({ where: { templateId: rowsOf.templateId } })).runOnStartup;
    expect(
      await setStartup(rowsOf, { runOnStartup: true, runOnStartupValues: { count: 1 } }, by),
    ).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('Only an admin of the organization') } },
    });
    expect((await send('PATCH', kit, { as: by, body: { runOnStartup: true } })).status).toBe(403);

    // One that runs at startup is its engineers' as before, and a revision doesn't switch it on again.
    await atStartup(rowsOf, { count: 2 });
    const { version } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
    expect((await setStartup(rowsOf, { runOnStartupValues: { count: 1 } }, by)).status).toBe(204);
    expect((await setStartup(rowsOf, { runOnStartup: true, runningMessage: 'Soon' }, by)).status).toBe(204);
    expect((await setStartup(rowsOf, { runOnStartup: false }, by)).status).toBe(204);
    const restore = (who: string) =>
      send('POST', `${kit}/revisions/${version}/restore`, { as: who, body: {} });
    expect((await restore(by)).status).toBe(200);
    expect(await isOn()).toBe(false);
    expect((await restore(as)).status).toBe(200);
    expect(await isOn()).toBe(true);
    await atStartup(rowsOf, null, false);
  });

  it('return one row, and any other number of rows sets nothing', async () => {
    for (const [count, kept] of [
      [0, false],
      [2, false],
      [1, true],
    ] as const) {
      await atStartup(rowsOf, { count });
      expect((await start(rowsOf)).body).toMatchObject({ status: 'success', total_rows_returned: count });
      expect(Object.hasOwn(await variables(), 'n')).toBe(kept);
    }
    await atStartup(rowsOf, null, false);
  });

  it('that fail say so, and set nothing', async () => {
    await atStartup(fails, null);
    expect((await start(fails)).body).toMatchObject({ status: 'failed', errors: [{ message: 'no' }] });
    await atStartup(fails, null, false);
  });

  it('count as startup runs in the history', async () => {
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=is_startup:true`, { as });
    expect(body).toContainEqual(expect.objectContaining({ kit_id: home.commandId, is_startup: true }));
  });

  it('are each person’s own, and disappear with the command', async () => {
    expect((await start(home, {}, people.runner)).status).toBe(200);
    expect(await variables(people.runner)).toMatchObject({ region: 'Home of runner' });
    expect(await variables(people.member)).not.toHaveProperty('region');
    expect((await start(home, {}, people.member)).status).toBe(404);
    await prisma().commandUserGrant.deleteMany({ where: { userId: people.runner } });
    expect(await variables(people.runner)).not.toHaveProperty('region');
    await atStartup(home, { kind: 'Home' }, false);
    expect(await variables()).not.toHaveProperty('region');
  });
});
