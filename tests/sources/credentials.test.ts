import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { forTests, type PostgresServer, startPostgres } from '@/scripts/postgres/postgres-server';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { type Answered, numberIn, send } from '../support/app/http';
import { createCommand, createEndedRun, createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

withApp();

// A separate server: the one that all tests share is the application's, which no command may connect to.
let server: PostgresServer;
let folder: string;
let reachable: Record<string, JsonValue>;

beforeAll(async () => {
  await createOrganizations();
  folder = await mkdtemp(join(tmpdir(), 'pushboard-source-'));
  await chmod(folder, 0o755);
  server = await startPostgres(join(folder, 'postgres'), forTests);
  const url = new URL(server.superuserUrl());
  reachable = {
    databaseSystem: 'postgres',
    host: url.hostname,
    port: Number(url.port),
    databaseName: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function save(db: Record<string, JsonValue>, query = ''): Promise<Answered> {
  const body = { orgId: ORG_A, credType: 'db', name: 'Shop', syncs: true, runs: true, stores: false, db };
  return send('POST', `/${ORG_A}/creds${query}`, { as: people.orgAdmin, body });
}

const message = ({ body }: Answered) => (body as { error: { message: string } }).error.message;

describe('saving a connection', () => {
  it('checks it first, then lists what it offers', async () => {
    const saved = await save(reachable);
    expect(saved.status).toBe(201);
    const credsId = numberIn(saved, 'creds_id');
    const found = await send('POST', `/${ORG_A}/find-additions`, { as: people.orgAdmin, body: { credsId } });
    expect(found.body).toMatchObject({ added: expect.any(Array), error: [] });
  });

  it.each([
    ['a wrong password', { password: 'wrong' }, /password/i, 'password'],
    ['an unknown database', { databaseName: 'nowhere' }, /nowhere/, 'databaseName'],
    ['a port where nobody listens', { port: 1 }, /127\.0\.0\.1:1/, 'host'],
    ['a host that there is not', { host: 'db.invalid' }, /db\.invalid/, 'host'],
  ])('%s is a 422 that names the cause and the setting', async (_, wrong, words, setting) => {
    const before = await prisma().credential.count();
    const answered = await save({ ...reachable, ...wrong } as Record<string, JsonValue>);
    expect(answered.status).toBe(422);
    expect(message(answered)).toMatch(words);
    expect(answered.body).toMatchObject({ error: { issues: [{ path: `db.${setting}` }] } });
    expect(message(answered)).not.toContain(String(reachable.password));
    expect(await prisma().credential.count()).toBe(before);
  });

  it('force saves a connection that cannot be reached now', async () => {
    expect((await save({ ...reachable, host: 'db.invalid' }, '?force=true')).status).toBe(201);
  });

  it.each([
    ['a missing host', { host: '' }, 'db.host'],
    ['an invalid port', { port: 70000 }, 'db.port'],
    ['an unknown key', { color: 'red' }, 'db'],
  ])('%s is a 400 that names the field', async (_, wrong, path) => {
    const answered = await save({ ...reachable, ...wrong } as Record<string, JsonValue>);
    expect(answered.status).toBe(400);
    expect(answered.body).toMatchObject({ error: { issues: [{ path }] } });
  });

  it('an unknown system is refused with an explanation', async () => {
    const answered = await save({ ...reachable, databaseSystem: 'oracle' });
    expect(answered.status).toBe(422);
    expect(message(answered)).toContain('oracle');
  });

  it("S33 the application's own database is never reached, whatever the address", async () => {
    const own = new URL(process.env.DATABASE_URL ?? '');
    const answered = await save({ ...reachable, host: own.hostname, port: Number(own.port) });
    expect(answered.status).toBe(422);
  });
});

describe('S54 secrets at rest', () => {
  it('are sealed: no row of any table holds one, and neither does the audit log', async () => {
    const canary = 'canary-7f3a-password';
    const saved = await save({ ...reachable, host: 'db.invalid', password: canary }, '?force=true');
    const credsId = numberIn(saved, 'creds_id');
    const rows = await sql.query<{ dump: string }>(
      `select k::text || coalesce(encode(sealed_secrets, 'escape'), '') as dump from credential k
       union all select a::text from audit_event a`,
    );
    expect(rows.some(({ dump }) => dump.includes(canary))).toBe(false);
    const read = await send('GET', `/${ORG_A}/creds/${credsId}`, { as: people.orgAdmin });
    expect(JSON.stringify(read.body)).not.toContain(canary);
    expect(read.body).toMatchObject({ settings: { password: { is_set: true } } });
  });

  it('S55 leave one audit row for each saved connection', async () => {
    const saved = await prisma().credential.count();
    expect(await prisma().auditEvent.count({ where: { action: 'credential.create' } })).toBe(saved);
  });
});

describe('what the documents name', () => {
  const unreachable = () => ({ ...reachable, host: 'db.invalid' });

  it('is answered in their shape: the nested part under its type, in snake case', async () => {
    const credsId = numberIn(await save({ ...unreachable(), env: 'production' }, '?force=true'), 'creds_id');
    const db = {
      creds_id: credsId,
      org_id: ORG_A,
      name: 'Shop',
      host: 'db.invalid',
      database_name: reachable.databaseName,
      database_system: 'postgres',
      env: 'production',
      password: { is_set: true },
    };
    const read = await send('GET', `/${ORG_A}/creds/${credsId}`, { as: people.orgAdmin });
    expect(read.body).toMatchObject({ creds_id: credsId, cred_type: 'db', db });
    expect(read.body).not.toHaveProperty('api');
    const listed = await send('GET', `/${ORG_A}/db-creds?filter=creds_id:${credsId}`, {
      as: people.orgAdmin,
    });
    expect(listed.body).toMatchObject([db]);
  });

  it('may be null in a request, as if it were absent; in a change, null clears what may be empty', async () => {
    const body = {
      orgId: ORG_A,
      credType: 'db',
      name: 'Nulls',
      syncs: null,
      runs: null,
      stores: null,
      resourceId: null,
      az: null,
      api: null,
      aws: null,
      github: null,
      db: { ...unreachable(), databaseSystem: null, azKeyVaultRef: null, credsId: null, password: null },
    };
    const made = await send('POST', `/${ORG_A}/creds?force=true`, { as: people.orgAdmin, body });
    expect(made.status).toBe(201);
    const target = `/${ORG_A}/creds/${numberIn(made, 'creds_id')}` as const;
    const read = () => send('GET', target, { as: people.orgAdmin });
    expect((await read()).body).toMatchObject({ syncs: true, runs: true, stores: false, resource_id: null });
    const patch = (changed: object) =>
      send('PATCH', `${target}?force=true`, { as: people.orgAdmin, body: changed });
    await patch({ resourceId: 'r-1', db: { env: 'staging' } });
    expect((await read()).body).toMatchObject({ resource_id: 'r-1', db: { env: 'staging' } });
    const cleared = await patch({ name: null, syncs: null, resourceId: null, db: { env: null } });
    expect(cleared.status).toBe(200);
    expect((await read()).body).toMatchObject({ name: 'Nulls', syncs: true, resource_id: null });
    expect(((await read()).body as { db: object }).db).not.toHaveProperty('env');
  });
});

describe('the state of a connection', () => {
  it('says when it was last used, and what is wrong with it', async () => {
    const credentialId = numberIn(
      await save({ ...reachable, host: 'db.invalid' }, '?force=true'),
      'creds_id',
    );
    const read = async () =>
      (await send('GET', `/${ORG_A}/creds/${credentialId}`, { as: people.orgAdmin })).body;
    expect(await read()).toMatchObject({ last_used_at: null, problem: null, problem_detail: null });

    const made = await createCommand(ORG_A, people.creator, credentialId, { friendlyName: 'stated' });
    const runId = await createEndedRun(ORG_A, made, people.creator);
    expect(await read()).toMatchObject({ last_used_at: expect.any(String), problem: null });

    const fails = (code: string) => {
      const errors = [
        { message: 'Not let in.', code, detail: null, hint: null, where: null, severity: null },
      ];
      const data = { status: 'failed', endReason: 'error', errors } as const;
      return prisma().run.update({ where: { runId }, data });
    };
    await fails('28P01');
    expect(await read()).toMatchObject({ problem: 'unreachable', problem_detail: 'Not let in.' });
    // A mistake in what was asked says nothing about the connection.
    await fails('22012');
    expect(await read()).toMatchObject({ problem: null, problem_detail: null });

    await prisma().credential.update({
      where: { credentialId },
      data: { sealedSecrets: Buffer.from('sealed with a key that is gone') },
    });
    expect(await read()).toMatchObject({ problem: 'secrets_unreadable' });
  });
});

describe('GET connection-kinds', () => {
  const target = `/${ORG_A}/connection-kinds`;

  it('lists the fields of each kind, in the order of its form, and which are secret', async () => {
    const { status, body } = await send('GET', target, { as: people.orgAdmin });
    expect(status).toBe(200);
    const postgres = (body as { source_kind: string; schema: { properties: object } }[]).find(
      ({ source_kind }) => source_kind === 'postgres',
    );
    expect(postgres).toMatchObject({ label: 'Postgres', cred_type: 'db', secret_keys: ['password', 'tls'] });
    expect(Object.keys(postgres?.schema.properties ?? {})).toEqual(
      expect.arrayContaining(['host', 'port', 'databaseName', 'username', 'password', 'tls']),
    );
  });

  it('lists what can be done with each kind, and the names of its things', async () => {
    const { body } = await send('GET', target, { as: people.orgAdmin });
    expect(body).toMatchObject([
      {
        source_kind: 'rest',
        label: 'REST API',
        thing: { one: 'operation', many: 'operations' },
        adding_ways: [{ by: 'openapi' }, { by: 'postman' }, { by: 'request' }],
        type_system: 'openapi',
        capabilities: ['signIn', 'httpHeaders', 'statement'],
        input_edits: { openapi: { type: false, key: false, add_and_delete: true, sync: false } },
      },
      {
        source_kind: 'postgres',
        type_system: 'postgres',
        capabilities: ['discovery', 'transactions', 'sql', 'dryRun'],
      },
      {
        source_kind: 'mssql',
        label: 'SQL Server',
        cred_type: 'db',
        type_system: 'mssql',
        capabilities: ['discovery', 'transactions', 'sql'],
        input_edits: { mssql: { type: false, key: false, add_and_delete: false, sync: true } },
      },
      {
        source_kind: 'aws-role',
        cred_type: 'aws',
        adding_ways: [{ label: 'Step Function' }, { label: 'Lambda' }],
        capabilities: ['discovery'],
      },
      {
        source_kind: 'github',
        cred_type: 'github',
        adding_ways: [{ label: 'R script' }, { label: 'Python script' }],
        secret_keys: ['token', 'renviron', 'dotenv'],
        capabilities: ['discovery', 'code', 'pushes'],
      },
      { source_kind: 'azure-app', cred_type: 'az', adding_ways: [], capabilities: ['keyVault'] },
      { source_kind: 'azure-blob', cred_type: 'az', adding_ways: [], capabilities: ['stores'] },
    ]);
  });

  it('is for org admins', async () => {
    expect((await send('GET', target)).status).toBe(401);
    expect((await send('GET', target, { as: people.member })).status).toBe(403);
    expect((await send('GET', target, { as: people.orgAdminB })).status).toBe(404);
  });
});
