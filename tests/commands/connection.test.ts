import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { prisma } from '@/server/base/database/prisma';
import { asOwner, withApp } from '../support/app/app';
import { createEmptyDatabase, type TestDatabase } from '../support/app/database';
import { send } from '../support/app/http';
import { commit, connectSource, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
const source = withSource(
  `create function orders(lim integer) returns table (place text) language sql as $$ select 'one' $$;
   create function other() returns integer language sql as $$ select 1 $$`,
  createOrganizations,
);
withWorker();

const { engineer, orgAdmin, runner } = people;

let second: TestDatabase;
let secondId: number;
let orders: MadeCommand;

beforeAll(async () => {
  await createGrantedCommands();
  orders = await commit(source, 'public.orders(integer)');
  second = await createEmptyDatabase();
  await withClient(second.url, (client) =>
    client.query(
      `create function orders(lim bigint, day text default 'today') returns table (place text) language sql as $$ select 'two' $$;
       create function helper() returns integer language sql as $$ select 1 $$`,
    ),
  );
  secondId = await connectSource(second.url, 'Second');
});
afterAll(() => second.drop());

const path = (more = '') => `/${ORG_A}/kits/${orders.commandId}/creds${more}`;
const choices = async (as: string) =>
  ((await send('GET', path(), { as })).body as { name: string }[]).map(({ name }) => name);
const compare = (as: string = orgAdmin) => send('GET', path(`/${secondId}/diff`), { as });
const change = (revision: string, as: string = orgAdmin) =>
  send('PATCH', path(), { as, body: { credsId: secondId, revision } });

describe('the connection of a command', () => {
  it('S06 is chosen among all by org admins, and by engineers among those that their commands use', async () => {
    expect(await choices(orgAdmin)).toContain('Second');
    expect(await choices(engineer)).not.toContain('Second');
    expect((await compare(engineer)).status).toBe(404);
    expect((await change('x', engineer)).status).toBe(404);
    expect((await compare(runner)).status).toBe(403);
    const there = { orgId: ORG_A, credsId: secondId };
    const cloudId = `db::postgres::${secondId}::public.helper()`;
    await send('POST', `/${ORG_A}/batch-commit`, {
      as: orgAdmin,
      body: { cloudId, credsId: there.credsId, commitType: 'addition', name: 'Helper' },
    });
    const { commandId } = await prisma().command.findFirstOrThrow({ where: { template: { cloudId } } });
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId, userId: engineer, role: 'admin' },
    });
    expect(await choices(engineer)).toContain('Second');
    expect((await compare(engineer)).status).toBe(200);
  });

  it('is compared first, changed as one revision, and keeps its history and settings', async () => {
    const before = await runSync(orders, { lim: 1 }, orgAdmin);
    expect(before.body).toMatchObject({ payload: { rows: [['one']] } });
    await prisma().template.update({
      where: { templateId: orders.templateId },
      data: { headerNames: ['X-Key'] },
    });
    await send('PATCH', `/${ORG_A}/kits/${orders.commandId}`, { as: orgAdmin, body: { name: 'Our orders' } });
    const seen = await compare();
    expect(seen.body).toMatchObject({
      cloud_name: expect.stringContaining('orders'),
      lost_headers: ['X-Key'],
      changes: expect.arrayContaining([
        expect.objectContaining({ key: 'day', change: 'added' }),
        expect.objectContaining({ key: 'lim', change: 'type' }),
      ]),
    });
    const { revision } = seen.body as { revision: string };
    expect((await change('stale')).status).toBe(409);
    // S55: recorded, or not made at all.
    await asOwner(`alter table audit_event add constraint broken check (action like 'refusal%') not valid`);
    expect((await change(revision)).status).toBe(500);
    await asOwner('alter table audit_event drop constraint broken');
    expect(await change(revision)).toMatchObject({
      status: 200,
      body: {
        name: 'Our orders',
        anchor_ol: {
          run_creds_id: secondId,
          source_name: 'Second',
          headers: {},
          kit_run_schema: [{ key: 'lim' }, { key: 'day' }],
        },
      },
    });
    expect((await change(revision)).status).toBe(409);
    expect((await runSync(orders, { lim: 1 }, orgAdmin)).body).toMatchObject({
      payload: { rows: [['two']] },
    });
    const { body } = await send('GET', `/${ORG_A}/kits/${orders.commandId}/revisions`, { as: orgAdmin });
    expect((body as { differences: object[] }[])[0]?.differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ setting: 'creds', before: 'Source', after: 'Second' }),
        expect.objectContaining({ setting: 'headers', before: ['X-Key'], after: [] }),
        expect.objectContaining({ input_key: 'day', setting: 'input' }),
      ]),
    );
    expect(await prisma().run.count({ where: { commandId: orders.commandId } })).toBe(2);
    expect(await prisma().auditEvent.count({ where: { action: 'template.connect' } })).toBe(1);
  });

  it('changes under the documents’ address, too, and is in the database info', async () => {
    const info = async () =>
      (
        (await send('GET', `/${ORG_A}/deep-kits-6/${orders.commandId}`, { as: orgAdmin })).body as {
          db_info: object;
        }
      ).db_info;
    const routine = { db_schema: 'public', name: 'orders', routine_type: 'function' };
    expect(await info()).toEqual({ db_creds_id: secondId, ...routine });
    const path = `/${ORG_A}/command-templates-db/${orders.templateId}` as const;
    const body = { dbCredsId: source.credentialId() };
    expect((await send('PATCH', path, { as: runner, body })).status).toBe(403);
    expect((await send('PATCH', path, { as: orgAdmin, body })).status).toBe(204);
    expect(await info()).toEqual({ db_creds_id: source.credentialId(), ...routine });
  });

  it('is refused in words where the name is not there', async () => {
    const other = await commit(source, 'public.other()');
    const answer = await send('GET', `/${ORG_A}/kits/${other.commandId}/creds/${secondId}/diff`, {
      as: orgAdmin,
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('There is no') } },
    });
  });
});
