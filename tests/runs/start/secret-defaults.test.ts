import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runInThree, runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function sign_in(who text, password text) returns text language sql
     as $$ select who || ' ' || md5(password) $$`,
  createOrganizations,
);
withWorker();

const CANARY = 'canary-of-a-default-65';
const SECOND = 'canary-of-another-default-65';
const md5 = async (text: string) => (await sql.query('select md5($1)', [text]))[0];

let command: MadeCommand;
let inputId: number;

beforeAll(async () => {
  command = await commit(source, 'public.sign_in(text, text)');
  const { templateId, commandId } = command;
  // A database has no type for passwords; other sources have.
  await sql.query(
    `update template_input set type = jsonb_set(type, '{inputType}', '"password"') where template_id = $1 and key = 'password'`,
    [templateId],
  );
  const input = await prisma().commandInput.findFirstOrThrow({
    where: { commandId, templateInput: { key: 'password' } },
  });
  inputId = input.inputId;
});

const configure = (body: object, as = people.orgAdmin) =>
  send('PATCH', `/${ORG_A}/kits/${command.commandId}/li-inputs/${inputId}`, { as, body });

interface WireInput {
  key: string;
  default_value: unknown;
}

async function inputsFor(as: string): Promise<WireInput[]> {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, { as });
  return (body as { anchor_ol: { kit_run_schema: WireInput[] } }).anchor_ol.kit_run_schema;
}

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await sql.query(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    (tables as { name: string }[]).map(({ name }) => sql.query(`select t.*::text as row from ${name} t`)),
  );
  return JSON.stringify(rows);
}

describe('S65 the default of a password input', () => {
  it('is sealed: in no row, response, revision, or audit row, and the run still gets it', async () => {
    const changed = await configure({ defaultValue: CANARY });
    expect(changed.status).toBe(200);
    expect(JSON.stringify(changed.body)).not.toContain(CANARY);
    for (const as of [people.orgAdmin, people.runner]) {
      const password = (await inputsFor(as)).find(({ key }) => key === 'password');
      expect(password?.default_value).toEqual({ is_set: true });
    }
    const run = await runInThree(command, { who: 'ann' });
    expect(run.body).toMatchObject({ status: 'success', runrams: { who: 'ann' } });
    expect((run.body as { payload: string }).payload).toBe(
      `ann ${Object.values((await md5(CANARY)) ?? {})[0]}`,
    );
    const revisions = await send('GET', `/${ORG_A}/kits/${command.commandId}/revisions`, {
      as: people.orgAdmin,
    });
    const audit = await send('GET', `/${ORG_A}/audit`, { as: people.orgAdmin });
    expect(JSON.stringify([revisions.body, audit.body])).not.toContain(CANARY);
    const rows = await wholeDatabase();
    for (const form of [
      CANARY,
      Buffer.from(CANARY).toString('hex'),
      Buffer.from(CANARY).toString('base64'),
    ]) {
      expect(rows).not.toContain(form);
    }
  });

  it("is overridden by the person's value", async () => {
    const { body } = await runSync(command, { who: 'ann', password: 'own' });
    expect(body).toMatchObject({ payload: `ann ${Object.values((await md5('own')) ?? {})[0]}` });
  });

  it('stays when its mark is sent back, is replaced by another one, and is removed by null', async () => {
    const expected = async (text: string) => `ann ${Object.values((await md5(text)) ?? {})[0]}`;
    const payload = async () =>
      ((await runSync(command, { who: 'ann' })).body as { payload: unknown }).payload;
    expect((await configure({ defaultValue: { is_set: true }, note: 'Kept' })).status).toBe(200);
    expect(await payload()).toBe(await expected(CANARY));
    const { version } = await prisma().command.findUniqueOrThrow({ where: { commandId: command.commandId } });
    expect((await configure({ defaultValue: SECOND })).body).toMatchObject({ version: version + 1 });
    expect(await payload()).toBe(await expected(SECOND));
    expect((await configure({ defaultValue: null })).status).toBe(200);
    expect((await runSync(command, { who: 'ann' })).status).toBe(400);
    const row = await prisma().commandInput.findUniqueOrThrow({ where: { inputId } });
    expect(row).toMatchObject({ defaultValue: null, sealedDefault: null });
  });

  it('is kept by a restore, which only knows that there was one', async () => {
    await configure({ defaultValue: CANARY, note: 'Before' });
    const { version } = await prisma().command.findUniqueOrThrow({ where: { commandId: command.commandId } });
    await configure({ defaultValue: SECOND, note: 'After' });
    const restored = await send('POST', `/${ORG_A}/kits/${command.commandId}/revisions/${version}/restore`, {
      as: people.orgAdmin,
      body: {},
    });
    expect(restored.status).toBe(200);
    const { body } = await runSync(command, { who: 'ann' });
    expect(body).toMatchObject({ payload: `ann ${Object.values((await md5(SECOND)) ?? {})[0]}` });
  });

  it('S19 can neither be chosen nor guessed by runners if it is locked', async () => {
    await configure({ defaultValue: CANARY, lockDefaultValue: true });
    expect((await runSync(command, { who: 'ann' })).status).toBe(200);
    const [right, wrong] = [
      await runSync(command, { who: 'ann', password: CANARY }),
      await runSync(command, { who: 'ann', password: 'wrong' }),
    ];
    expect(right.status).toBe(400);
    expect(right.body).toMatchObject({
      error: { message: (wrong.body as { error: { message: string } }).error.message },
    });
    await configure({ lockDefaultValue: false });
  });

  it('S10 S19 is visible only to engineers if it is hidden, and the server fills it in', async () => {
    await configure({ defaultValue: CANARY, hidden: true });
    expect((await inputsFor(people.orgAdmin)).map(({ key }) => key)).toEqual(['who', 'password']);
    expect((await inputsFor(people.runner)).map(({ key }) => key)).toEqual(['who']);
    const { body } = await runSync(command, { who: 'ann' });
    expect(body).toMatchObject({ payload: `ann ${Object.values((await md5(CANARY)) ?? {})[0]}` });
  });
});
