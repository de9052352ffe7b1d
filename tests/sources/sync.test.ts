import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { closeConnectors } from '@/server/connectors/registry';
import { withApp } from '../support/app/app';
import { type Answered, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import {
  createCommand,
  createCredential,
  createOrganizations,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { syncOf, type WireDiff } from '../support/things/sync';

withApp();
const source = withSource('create schema shop', createOrganizations);
const { look, commitRows, cloudId } = syncOf(source);

const as = people.orgAdmin;
const message = ({ body }: Answered) => (body as { error: { message: string } }).error.message;
const post = (path: string, body: unknown, who: string = as) =>
  send('POST', `/${ORG_A}/${path}`, { as: who, body });

beforeEach(async () => {
  await source.query('drop schema if exists shop cascade; create schema shop');
  for (const table of [
    'command_user_grant',
    'command_input',
    'command',
    'template_input',
    'template',
    'sync_ignore',
  ]) {
    await sql.query(`delete from ${table}`);
  }
});

afterAll(closeConnectors);

const made = (name: string, args = '') =>
  source.query(
    `create function shop.${name}(${args}) returns integer language sql as 'select ${name.length}'`,
  );

describe('bulk-diff', () => {
  it('covers each connection; one that does not respond is an error row next to the others', async () => {
    await made('f');
    const nowhere = await createCredential(ORG_A);
    const { status, body } = await post('bulk-diff', [
      { credsId: source.credentialId(), staticCommandSourceId: null },
      { credsId: nowhere },
      { credsId: source.credentialId() },
    ]);
    expect(status).toBe(200);
    const diff = body as WireDiff;
    expect(diff.added.map(({ friendly_name }) => friendly_name)).toEqual(['f']);
    expect(diff.error).toMatchObject([
      { friendly_name: 'Nowhere', unavailable_reason: expect.stringMatching(/db\.invalid/) },
    ]);
  });

  it('of an empty uploaded description is empty', async () => {
    await made('f');
    const { body } = await post('bulk-diff', [{ credsId: source.credentialId(), staticCommandSourceId: 99 }]);
    expect((body as WireDiff).added).toEqual([]);
  });

  it.each([
    ['nothing', []],
    ['no list', { credsId: 1 }],
    ['an invalid credential', [{ credsId: 'x' }]],
    ['an unknown key', [{ credsId: 1, force: true }]],
  ])('%s is a 400', async (_, body) => {
    expect((await post('bulk-diff', body)).status).toBe(400);
  });
});

describe('GET creds/{id}/diff', () => {
  it("is 422 with the source's error if it cannot be read", async () => {
    const nowhere = await createCredential(ORG_A);
    const answered = await send('GET', `/${ORG_A}/creds/${nowhere}/diff`, { as });
    expect(answered.status).toBe(422);
    expect(message(answered)).toMatch(/db\.invalid/);
  });

  it('does not name a private command', async () => {
    await made('f');
    const { commandId } = await commit(source, 'shop.f()');
    await prisma().command.update({
      where: { commandId },
      data: { visibility: 'justme', createdByUserId: people.creator },
    });
    const { already_added } = await look();
    expect(already_added).toMatchObject([{ kit_id: null, cmd_instances: [] }]);
  });

  it('the audit log of a deletion does not name a private command, either', async () => {
    await made('f');
    const { commandId, templateId } = await commit(source, 'shop.f()');
    await prisma().command.update({
      where: { commandId },
      data: { visibility: 'justme', createdByUserId: people.creator, name: 'canary-own-name' },
    });
    await source.query('drop function shop.f');
    expect(await commitRows((await look()).deleted, 'deletion')).toMatchObject([
      { error: null, command_instances: [] },
    ]);
    const events = await prisma().auditEvent.findMany({
      where: { subjectType: 'template', subjectId: String(templateId) },
    });
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events.map(({ before, after }) => [before, after]))).not.toContain('canary');
  });

  it('says how many people ran what changed or is gone, this month', async () => {
    await made('f');
    const { commandId, templateId } = await commit(source, 'shop.f()');
    const queuedAt = new Date();
    const run = { orgId: ORG_A, commandId, templateId, status: 'success', queuedAt, params: '{}' } as const;
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await prisma().run.createMany({
      data: [
        { ...run, startedByUserId: people.runner, createdAt: ago(1) },
        { ...run, startedByUserId: people.runner, createdAt: ago(2) },
        { ...run, startedByUserId: people.creator, createdAt: ago(29) },
        { ...run, startedByUserId: people.engineer, createdAt: ago(31) },
      ],
    });
    await source.query('drop function shop.f');
    expect((await look()).deleted).toMatchObject([{ recent_runner_count: 2 }]);
    await prisma().run.deleteMany({});
  });

  it('S48 names and comments of a source are returned unchanged, and only as text', async () => {
    await source.query(`create function shop."<img src=x onerror=alert(1)>"() returns int language sql as 'select 1';
      comment on function shop."<img src=x onerror=alert(1)>" is '<script>alert(1)</script>'`);
    const { added } = await look();
    expect(added).toMatchObject([{ friendly_name: '<img src=x onerror=alert(1)>' }]);
    expect(await commitRows(added, 'addition')).toMatchObject([{ error: null }]);
  });
});

describe('the ignore list', () => {
  const ignore = (id: string, body: object = {}) => post('flankignore', { cloudId: id, ...body });

  it('hides a thing until it is taken off the list', async () => {
    await made('f');
    const put = await ignore(cloudId('shop.f()'), { orgId: ORG_A });
    expect(put.status).toBe(201);
    const { ignore_id } = put.body as { ignore_id: number };
    const found = await look();
    expect(found.added).toEqual([]);
    expect(found.ignored).toMatchObject([{ cloud_id: cloudId('shop.f()'), ignore_id }]);
    const additions = await post('find-additions', { credsId: source.credentialId() });
    expect((additions.body as WireDiff).added).toEqual([]);
    const list = await send('GET', `/${ORG_A}/flankignore`, { as });
    expect(list.body).toMatchObject([{ ignore_id, cloud_id: cloudId('shop.f()') }]);
    expect((await send('DELETE', `/${ORG_A}/flankignore/${ignore_id}`, { as })).status).toBe(204);
    expect((await look()).added).toHaveLength(1);
    expect((await send('DELETE', `/${ORG_A}/flankignore/${ignore_id}`, { as })).status).toBe(404);
    const events = await prisma().auditEvent.findMany({
      where: { subjectType: 'sync_ignore' },
      orderBy: { auditEventId: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual(['sync.ignore', 'sync.unignore']);
  });

  it('holds a thing once, and still lists existing commands', async () => {
    await made('f');
    await commit(source, 'shop.f()');
    const first = await ignore(cloudId('shop.f()'));
    expect((await ignore(cloudId('shop.f()'))).body).toEqual(first.body);
    await source.query(`comment on function shop.f is 'Changed'`);
    expect((await look()).modified).toHaveLength(1);
  });

  it("another organization's is not found, and another organization in the body is refused", async () => {
    const other = await prisma().syncIgnore.create({ data: { orgId: ORG_B, cloudId: 'x' } });
    expect((await send('DELETE', `/${ORG_A}/flankignore/${other.ignoreId}`, { as })).status).toBe(404);
    expect((await ignore('x', { orgId: ORG_B })).status).toBe(400);
    expect((await ignore('a\0b')).status).toBe(400);
    expect((await ignore('')).status).toBe(400);
  });
});

describe('syncs-2', () => {
  const sync = (olId: number, credsId = source.credentialId(), who: string = people.engineer) =>
    post('syncs-2', { olId, credsId }, who);

  it('an engineer syncs one command, renamed or with other inputs', async () => {
    await made('f', 'a integer');
    const { templateId, commandId } = await commit(source, 'shop.f(integer)');
    await source.query(`drop function shop.f;
      create function shop.f(a integer, b text) returns integer language sql as 'select 9'`);
    const done = await sync(templateId);
    expect(done.body).toEqual({ stage1: { error: null }, stage2: { error: null, kit_id: commandId } });
    const deep = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as: people.engineer });
    expect(JSON.stringify(deep.body)).toContain('shop.f(integer, text)');
    expect((await sync(templateId)).body).toEqual(done.body);
  });

  it('the first stage names what is wrong with the source', async () => {
    await made('f');
    const { templateId } = await commit(source, 'shop.f()');
    await source.query('drop function shop.f');
    expect((await sync(templateId)).body).toEqual({
      stage1: { error: expect.stringMatching(/no longer exists at the source/) },
      stage2: { error: null, kit_id: null },
    });
  });

  it('a thing that became another command is not mistaken for this one', async () => {
    await made('f', 'a integer');
    const { templateId } = await commit(source, 'shop.f(integer)');
    await source.query('alter function shop.f rename to g');
    await commit(source, 'shop.g(integer)');
    expect((await sync(templateId)).body).toMatchObject({
      stage1: { error: expect.stringMatching(/nothing there matches/) },
    });
  });

  it("S35 a credential that is not the command's, or another organization's, is not found", async () => {
    await made('f');
    const { templateId } = await commit(source, 'shop.f()');
    expect((await sync(templateId, await createCredential(ORG_A))).status).toBe(404);
    expect((await sync(templateId, await createCredential(ORG_B))).status).toBe(404);
    const ofB = await createCommand(ORG_B, people.orgAdminB, await createCredential(ORG_B), {
      friendlyName: 'x',
    });
    expect((await sync(ofB.templateId, source.credentialId(), as)).status).toBe(404);
  });

  it('requires an engineer of all the commands it would change', async () => {
    await made('f');
    const { templateId } = await commit(source, 'shop.f()');
    expect((await sync(templateId, source.credentialId(), people.runner)).status).toBe(403);
    expect((await sync(templateId, source.credentialId(), people.member)).status).toBe(404);
    expect((await send('POST', `/${ORG_A}/syncs-2`, { body: {} })).status).toBe(401);
  });
});

describe('syncs/cloud_id', () => {
  const sync = (signature: string) =>
    post('syncs/cloud_id', { cloudId: cloudId(signature), credsId: source.credentialId() });

  it('creates a command, updates it, and restores it, as needed', async () => {
    await made('f');
    const added = await sync('shop.f()');
    const { kit_id: kitId } = (added.body as { stage2: { kit_id: number } }).stage2;
    expect(kitId).toEqual(expect.any(Number));
    expect((await sync('shop.f()')).body).toEqual(added.body);
    await send('DELETE', `/${ORG_A}/kits/${kitId}`, { as });
    expect((await sync('shop.f()')).body).toEqual(added.body);
    expect((await sync('shop.nothing()')).body).toMatchObject({
      stage2: { error: expect.stringMatching(/no longer at the source/), kit_id: null },
    });
  });
});

describe('batch-commit', () => {
  it.each([
    ['no rows', []],
    ['an invalid commit type', { cloudId: 'x', credsId: 1, commitType: 'rename' }],
    ['an unknown key', { cloudId: 'x', credsId: 1, commitType: 'update', force: true }],
  ])('%s is a 400', async (_, body) => {
    expect((await post('batch-commit', body)).status).toBe(400);
  });

  it('S55 each change of a template is one audit row, in the same transaction', async () => {
    await made('f', 'a integer');
    const { templateId } = await commit(source, 'shop.f(integer)');
    await source.query(
      `drop function shop.f; create function shop.f(b text) returns int language sql as 'select 1'`,
    );
    await commitRows((await look()).modified, 'update');
    await source.query('drop function shop.f');
    await commitRows((await look()).deleted, 'deletion');
    await source.query(`create function shop.f(b text) returns int language sql as 'select 1'`);
    await commitRows((await look()).undeleted, 'undeletion');
    const events = await prisma().auditEvent.findMany({
      where: { subjectType: 'template', subjectId: String(templateId) },
      orderBy: { auditEventId: 'asc' },
    });
    expect(events.map(({ action, actorUserId }) => [action, actorUserId])).toEqual([
      ['template.sync', as],
      ['template.delete', as],
      ['template.undelete', as],
    ]);
  });

  it('keeps the state of a command before its first update, and after each', async () => {
    await made('f', 'a integer');
    const { commandId } = await commit(source, 'shop.f(integer)');
    await source.query('drop function shop.f');
    await made('f', 'b text');
    await commitRows((await look()).modified, 'update');
    await source.query('drop function shop.f');
    await made('f', 'c text');
    await commitRows((await look()).modified, 'update');
    const revisions = await prisma().commandRevision.findMany({
      where: { commandId },
      orderBy: { version: 'asc' },
    });
    expect(revisions.map(({ version, changeType, content }) => [version, changeType, content])).toMatchObject(
      [
        [1, null, { inputs: [{ key: 'a' }] }],
        [2, 'sync_update', { inputs: [{ key: 'b' }] }],
        [3, 'sync_update', { inputs: [{ key: 'c' }] }],
      ],
    );
  });

  it('updates each row, with a type that changed, in six statements and a transaction', async () => {
    const names = ['f', 'g', 'h'];
    for (const name of names) {
      await made(name, 'a integer');
      await commit(source, `shop.${name}(integer)`);
      await source.query(`drop function shop.${name}`);
      await made(name, 'a bigint');
    }
    const { modified } = await look();
    const [own] = await sql.query<{ name: string }>('select current_database() as name');
    const statementsFor = async (rows: typeof modified): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const outcome = await commitRows(rows, 'update');
      // A connection to the source may have been idle for too long, and a new one has statements of its own.
      const ofOurs = (client: unknown) => (client as pg.Client).database === own?.name;
      const count = query.mock.contexts.filter(ofOurs).length;
      query.mockRestore();
      expect(outcome.map(({ error }) => error)).toEqual(rows.map(() => null));
      return count;
    };
    expect((await statementsFor(modified.slice(1))) - (await statementsFor(modified.slice(0, 1)))).toBe(8);
  });

  it('two admins who sync the same at once cause one change, and no fault', async () => {
    await made('f', 'a integer');
    await commit(source, 'shop.f(integer)');
    await source.query(
      `drop function shop.f; create function shop.f(b text) returns int language sql as 'select 1'`,
    );
    const { modified } = await look();
    const [one, two] = await Promise.all([commitRows(modified, 'update'), commitRows(modified, 'update')]);
    const errors = [...one, ...two].map(({ error }) => error);
    expect(errors.filter((error) => error === null).length).toBeGreaterThanOrEqual(1);
    expect(
      errors.filter((error) => error !== null && !/Compare again|not a command yet/.test(error)),
    ).toEqual([]);
    expect(await prisma().auditEvent.count({ where: { action: 'template.sync' } })).toBeGreaterThan(0);
    expect((await look()).modified).toEqual([]);
  });
});
