import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { forTests, type PostgresServer, startPostgres } from '@/scripts/postgres/postgres-server';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { closeConnectors } from '@/server/connectors/registry';
import { withApp } from '../support/app/app';
import { type Answered, numberIn, send } from '../support/app/http';
import {
  createCommand,
  createCredential,
  createOrganizations,
  ORG_A,
  ORG_B,
} from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

const CANARY = 'canary-5c91-password';
const as = people.orgAdmin;

let server: PostgresServer;
let folder: string;
let reachable: Record<string, JsonValue>;
/** A target that an address could be changed to. It counts connections. */
let elsewhere: Server;
let elsewherePort = 0;
let visits = 0;

beforeAll(async () => {
  await createOrganizations();
  folder = await mkdtemp(join(tmpdir(), 'pushboard-source-'));
  await chmod(folder, 0o755);
  server = await startPostgres(join(folder, 'postgres'), forTests);
  const url = new URL(server.superuserUrl());
  reachable = {
    host: url.hostname,
    port: Number(url.port),
    databaseName: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
  elsewhere = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const address = elsewhere.address();
  elsewherePort = typeof address === 'object' && address !== null ? address.port : 0;
});

afterAll(async () => {
  await closeConnectors();
  elsewhere.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function saved(db: Record<string, JsonValue> = reachable, query = ''): Promise<number> {
  const body = { credType: 'db', name: 'Shop', db };
  return numberIn(await send('POST', `/${ORG_A}/creds${query}`, { as, body }), 'creds_id');
}

const patch = (credsId: number, body: object, query = '') =>
  send('PATCH', `/${ORG_A}/creds/${credsId}${query}`, { as, body });
const check = (credsId: number, body: object = {}) =>
  send('POST', `/${ORG_A}/creds/${credsId}/check`, { as, body });
const remove = (credsId: number, query = '') => send('DELETE', `/${ORG_A}/creds/${credsId}${query}`, { as });
const message = ({ body }: Answered) => (body as { error: { message: string } }).error.message;
const issues = ({ body }: Answered) => (body as { error: { issues: { path: string }[] } }).error.issues;

describe('PATCH creds/{id}', () => {
  it('changes the given fields, keeps the secret if it is left out, and still connects', async () => {
    const credsId = await saved();
    const changed = await patch(credsId, { name: 'Shop, reading', db: { username: reachable.username } });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      name: 'Shop, reading',
      settings: { host: reachable.host, password: { is_set: true } },
    });
    expect((await check(credsId)).body).toMatchObject({
      server_version: expect.stringMatching(/PostgreSQL/),
    });
  });

  it('a body without changes changes nothing, even an echo of the response', async () => {
    const credsId = await saved();
    const read = await send('GET', `/${ORG_A}/creds/${credsId}`, { as });
    const { settings } = read.body as { settings: Record<string, JsonValue> };
    const again = await patch(credsId, { db: settings });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(read.body);
  });

  it('shows only whether each secret is set', async () => {
    const settingsOf = async (credsId: number) => {
      const read = await send('GET', `/${ORG_A}/creds/${credsId}`, { as });
      const { settings } = read.body as { settings: Record<string, JsonValue> };
      return [settings.password, settings.tls];
    };
    expect(await settingsOf(await saved())).toEqual([{ is_set: true }, { is_set: false }]);
    const db = { ...reachable, password: '', tls: { mode: 'require' } };
    expect(await settingsOf(await saved(db, '?force=true'))).toEqual([{ is_set: false }, { is_set: true }]);
  });

  it('S52 a replaced secret is used from then on, and is in no response, row, or audit event', async () => {
    const credsId = await saved();
    const refused = await patch(credsId, { db: { password: CANARY } });
    expect(refused.status).toBe(422);
    expect(message(refused)).toMatch(/password/i);
    expect(message(refused)).not.toContain(CANARY);
    const forced = await patch(credsId, { db: { password: CANARY } }, '?force=true');
    expect(forced.status).toBe(200);
    expect((await check(credsId)).status).toBe(422);
    const dump = await sql.query<{ row: string }>(
      `select k::text as row from credential k union all select a::text from audit_event a`,
    );
    for (const form of [
      CANARY,
      Buffer.from(CANARY).toString('base64'),
      Buffer.from(CANARY).toString('hex'),
    ]) {
      expect(dump.some(({ row }) => row.includes(form))).toBe(false);
    }
    expect(JSON.stringify(forced.body)).not.toContain(CANARY);
  });

  it.each([
    ['an invalid host', { db: { host: '' } }, 'db.host'],
    ['an unknown key', { db: { color: 'red' } }, 'db'],
    ['the part of another type', { api: { apiBaseUrl: 'https://example.com' } }, 'api'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a key of ours', { isBuiltin: true }, 'body'],
    ['another organization', { orgId: ORG_B }, 'orgId'],
  ])('%s is a 400 that names it', async (_, body, path) => {
    const answered = await patch(await saved(), body);
    expect(answered.status).toBe(400);
    expect(issues(answered)).toMatchObject([{ path }]);
  });

  it('S58 a stale version is a 409 with the current connection', async () => {
    const credsId = await saved();
    await patch(credsId, { name: 'First', version: 1 });
    const late = await patch(credsId, { name: 'Second', version: 1 });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ error: { current: { name: 'First', version: 2 } } });
  });

  it('S55 each change is one audit row, with before and after', async () => {
    const credsId = await saved();
    await patch(credsId, { db: { password: 'x' } }, '?force=true');
    await patch(credsId, { name: 'Named' });
    const events = await prisma().auditEvent.findMany({
      where: { action: 'credential.update', subjectId: String(credsId) },
      orderBy: { auditEventId: 'asc' },
    });
    expect(events.map(({ before, after }) => [before, after])).toMatchObject([
      [{ name: 'Shop' }, { name: 'Shop', replaced_secrets: ['password'] }],
      [{ name: 'Shop' }, { name: 'Named', replaced_secrets: [] }],
    ]);
  });
});

describe('S35 a saved secret', () => {
  it('is never sent to a new address: it must be filled in again', async () => {
    const credsId = await saved({ ...reachable, tls: { mode: 'verify-full' } }, '?force=true');
    const before = await prisma().credential.findUniqueOrThrow({ where: { credentialId: credsId } });
    const tries: [string, () => Promise<Answered>][] = [
      ['port', () => patch(credsId, { db: { port: elsewherePort } })],
      ['port, forced', () => patch(credsId, { db: { port: elsewherePort } }, '?force=true')],
      ['host', () => patch(credsId, { db: { host: 'localhost' } })],
      ['check', () => check(credsId, { db: { port: elsewherePort } })],
      ['echo', () => patch(credsId, { db: { port: elsewherePort, password: { is_set: true } } })],
    ];
    for (const [name, attempt] of tries) {
      const answered = await attempt();
      expect([name, answered.status]).toEqual([name, 400]);
      expect(issues(answered).map(({ path }) => path)).toEqual(['db.password', 'db.tls']);
    }
    expect(visits).toBe(0);
    expect(await prisma().credential.findUniqueOrThrow({ where: { credentialId: credsId } })).toEqual(before);
  });

  it('that was never set is not required', async () => {
    const credsId = await saved({ ...reachable, password: '' }, '?force=true');
    expect((await patch(credsId, { db: { port: elsewherePort } }, '?force=true')).status).toBe(200);
  });

  it('given again with the new address, is sent there', async () => {
    const credsId = await saved();
    const db = { port: elsewherePort, password: 'another' };
    const answered = await check(credsId, { db });
    expect(answered.status).toBe(422);
    expect(visits).toBeGreaterThan(0);
  });

  it('of another organization is not found by any operation', async () => {
    const foreign = await createCredential(ORG_B);
    const targets = [
      await send('GET', `/${ORG_A}/creds/${foreign}`, { as }),
      await patch(foreign, { name: 'Mine' }),
      await check(foreign),
      await remove(foreign),
      await send('GET', `/${ORG_A}/creds/${foreign}/kits`, { as }),
      await send('GET', `/${ORG_A}/creds/${foreign}/diff`, { as }),
      await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId: foreign } }),
      await send('POST', `/${ORG_A}/bulk-diff`, { as, body: [{ credsId: foreign }] }),
      await send('POST', `/${ORG_A}/syncs/cloud_id`, { as, body: { cloudId: 'x', credsId: foreign } }),
    ];
    expect(targets.map(({ status }) => status)).toEqual(targets.map(() => 404));
    const left = await prisma().credential.findUniqueOrThrow({ where: { credentialId: foreign } });
    expect(left).toMatchObject({ name: 'Nowhere', deletedAt: null, version: 1 });
  });
});

describe('DELETE creds/{id}', () => {
  it('an unused connection is deleted with its secret', async () => {
    const credsId = await saved();
    expect((await remove(credsId)).status).toBe(204);
    const row = await prisma().credential.findUniqueOrThrow({ where: { credentialId: credsId } });
    expect(row.sealedSecrets).toBeNull();
    const gone = [
      await send('GET', `/${ORG_A}/creds/${credsId}`, { as }),
      await patch(credsId, { name: 'Back' }),
      await check(credsId),
      await remove(credsId),
      await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId } }),
    ];
    expect(gone.map(({ status }) => status)).toEqual(gone.map(() => 404));
    const list = await send('GET', `/${ORG_A}/creds`, { as });
    expect((list.body as { creds_id: number }[]).map(({ creds_id }) => creds_id)).not.toContain(credsId);
  });

  it('a connection that commands use stays, and they are named', async () => {
    const credsId = await saved();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      await createCommand(ORG_A, people.creator, credsId, { friendlyName: name });
    }
    const own = await createCommand(ORG_A, people.creator, credsId, { friendlyName: 'secret plan' });
    await prisma().command.update({ where: { commandId: own.commandId }, data: { visibility: 'justme' } });
    const answered = await remove(credsId);
    expect(answered.status).toBe(409);
    expect(message(answered)).toMatch(
      /^8 commands use this connection: "a", "b", "c", "d", "e" and 3 more\./,
    );
    const using = await send('GET', `/${ORG_A}/creds/${credsId}/kits`, { as });
    expect((using.body as { name: string }[]).map(({ name }) => name)).toEqual([...'abcdefg']);
    expect((await send('GET', `/${ORG_A}/creds/${credsId}`, { as })).body).toMatchObject({
      command_count: 8,
    });
  });

  it('with its commands: they are deleted, their runs stay, and a queued run says what happened', async () => {
    const credsId = await saved();
    const { commandId } = await createCommand(ORG_A, people.creator, credsId, { friendlyName: 'goes' });
    expect((await remove(credsId, '?withCommands=true')).status).toBe(204);
    expect((await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as })).status).toBe(404);
    const row = await prisma().command.findUniqueOrThrow({ where: { commandId } });
    expect(row.deletedAt).not.toBeNull();
    const events = await prisma().auditEvent.findMany({
      where: { action: 'credential.delete', subjectId: String(credsId) },
    });
    expect(events.map(({ before }) => before)).toEqual([{ name: 'Shop', kit_ids: [commandId] }]);
  });
});

describe("the product's own connection", () => {
  it('can be renamed, but not redirected or deleted', async () => {
    const credsId = await saved();
    await prisma().credential.update({ where: { credentialId: credsId }, data: { isBuiltin: true } });
    expect((await patch(credsId, { name: 'Samples' })).status).toBe(200);
    expect((await patch(credsId, { db: { host: '169.254.169.254', password: 'x' } })).status).toBe(422);
    expect((await check(credsId, { db: { host: '169.254.169.254', password: 'x' } })).status).toBe(422);
    expect((await remove(credsId)).status).toBe(422);
    expect((await check(credsId)).status).toBe(200);
  });
});

it('GET creds is filtered by the kind of connection', async () => {
  const listed = async (filter: string) =>
    (await send('GET', `/${ORG_A}/creds?filter=${filter}`, { as })).body as unknown[];
  expect((await listed('cred_type:db')).length).toBeGreaterThan(0);
  expect(await listed('cred_type:api')).toEqual([]);
  expect((await listed('syncs:True')).length).toBeGreaterThan(0);
});
