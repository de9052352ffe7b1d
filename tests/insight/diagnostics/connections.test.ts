import { describe, expect, inject, it } from 'vitest';
import { connectionChecks } from '@/lib/contract/diagnostics/connections';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { saveCredential } from '@/server/sources/connections/save-credential';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { withSource } from '../../support/app/source';
import { startRawDouble } from '../../support/doubles/raw-http-double';
import { createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

const source = withSource(
  `create role diagnosed_reader login password 'reader-password';
   create function open_one() returns int language sql as 'select 1';
   create function open_two() returns int language sql as 'select 2';
   create function closed() returns int language sql as 'select 3';
   revoke execute on function closed() from public;`,
  createOrganizations,
);

const list = (as?: string, orgId = ORG_A) =>
  send('GET', `/diagnostics/org/${orgId}/db`, as === undefined ? {} : { as });
interface Asked {
  as?: string;
  orgId?: string;
  environment?: string;
}

const check = (
  id: number,
  name: string,
  { as = people.orgAdmin, orgId = ORG_A, environment = 'default' }: Asked = {},
) => send('GET', `/diagnostics/org/${orgId}/db/${id}/${environment}/${name}`, { as });

/** Saves a connection of A that nobody has tried. */
const save = (connection: Record<string, string | number>, isBuiltin = false) =>
  saveCredential(
    {
      orgId: ORG_A,
      sourceKind: 'postgres',
      name: 'Saved',
      forSync: true,
      forRuns: true,
      forResults: false,
      resourceId: null,
      connection: { databaseName: 'x', username: 'x', password: 'saved-password', ...connection },
      isBuiltin,
      createdByUserId: null,
    },
    { actorUserId: null, requestId: null, address: null },
  );

describe('the connections of an organization', () => {
  it('are listed with their environments, for its admins', async () => {
    const live = await save({ host: 'db.invalid', env: 'production' });
    const { status, body } = await list(people.orgAdmin);
    expect(status).toBe(200);
    expect(body).toEqual([
      { db_creds_id: source.credentialId(), name: 'Source', env: 'default' },
      { db_creds_id: live, name: 'Saved', env: 'production' },
    ]);
    await prisma().credential.update({ where: { credentialId: live }, data: { deletedAt: new Date() } });
    expect((await list(people.orgAdmin)).body).toHaveLength(1);
  });

  it('S02 are only theirs to list or check', async () => {
    const id = source.credentialId();
    const statuses = async (as?: string) => [
      (await list(as)).status,
      (await send('GET', `/diagnostics/org/${ORG_A}/db/${id}/default/host`, as === undefined ? {} : { as }))
        .status,
    ];
    expect(await statuses()).toEqual([401, 401]);
    expect(await statuses(people.member)).toEqual([403, 403]);
    expect(await statuses(people.engineer)).toEqual([403, 403]);
    expect(await statuses(people.outsider)).toEqual([404, 404]);
    expect(await statuses(people.orgAdminB)).toEqual([404, 404]);
    expect((await check(id, 'host', { as: people.orgAdminB, orgId: ORG_B })).status).toBe(404);
    expect((await check(id, 'host', { environment: 'staging' })).status).toBe(404);
    expect((await check(id, 'scan')).status).toBe(404);
  });
});

describe('the checks of a connection', () => {
  it('all succeed where the database is open, and count what can be seen and executed', async () => {
    const { hostname, port } = new URL(inject('adminDatabaseUrl'));
    const found = await Promise.all(connectionChecks.map((name) => check(source.credentialId(), name)));
    expect(found.map(({ body }) => (body as { state: string }).state)).toEqual(
      connectionChecks.map(() => 'success'),
    );
    const data = found.map(({ body }) => (body as { data: string }).data);
    expect(data).toEqual([
      `${hostname}:${port}`,
      'valid',
      port,
      expect.stringMatching(/^PostgreSQL /),
      '3',
      '3',
    ]);
  });

  it('count what a role may execute, and what it only sees', async () => {
    await source.query('select 1');
    const { hostname, port } = new URL(inject('adminDatabaseUrl'));
    const own = await prisma().credential.findUniqueOrThrow({
      where: { credentialId: source.credentialId() },
    });
    const { databaseName } = own.settings as { databaseName: string };
    await source.query(`grant connect on database "${databaseName}" to diagnosed_reader`);
    const id = await save(
      {
        host: hostname,
        port: Number(port),
        databaseName,
        username: 'diagnosed_reader',
        password: 'reader-password',
      },
      true,
    );
    expect((await check(id, 'metadata')).body).toMatchObject({ state: 'success', data: '3' });
    expect((await check(id, 'execute')).body).toMatchObject({ state: 'success', data: '2' });
  });

  it('S21 say why they fail, without the password', async () => {
    const { hostname, port } = new URL(inject('adminDatabaseUrl'));
    const id = await save({ host: hostname, port: Number(port), username: 'diagnosed_reader' }, true);
    const { body } = await check(id, 'read');
    expect(body).toMatchObject({ state: 'failure', data: null, traceback: expect.stringContaining('28P01') });
    expect(JSON.stringify(body)).not.toMatch(/saved-password/);
  });

  it('fail where the port is closed', async () => {
    const double = await startRawDouble();
    const { port } = new URL(double.origin);
    await double.close();
    const id = await save({ host: '127.0.0.1', port: Number(port) });
    expect((await check(id, 'host')).body).toMatchObject({ state: 'success', data: `127.0.0.1:${port}` });
    expect((await check(id, 'port')).body).toMatchObject({
      state: 'failure',
      message: expect.stringContaining(`The port ${port} can't be opened.`),
      traceback: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('S28 nothing can be scanned', () => {
  it('what the guard keeps closed is not connected to: the own database, and metadata services', async () => {
    const own = new URL(env().databaseUrl);
    const asOwn = await save({ host: own.hostname, port: Number(own.port) });
    const asMetadata = await save({ host: '169.254.169.254', port: 80 });
    for (const name of ['host', 'port', 'read', 'metadata', 'execute']) {
      expect((await check(asOwn, name)).body).toMatchObject({
        state: 'failure',
        message: "This address belongs to Pushboard itself and can't be connected.",
      });
      expect((await check(asMetadata, name)).body).toMatchObject({
        state: 'failure',
        message: expect.stringContaining('may not be reached'),
      });
    }
  });

  it('no address is taken from a request', async () => {
    const target = `/diagnostics/org/${ORG_A}/db/${source.credentialId()}/default/port`;
    for (const query of ['?host=10.0.0.1', '?port=22', '?host=10.0.0.1&port=22']) {
      expect((await send('GET', `${target}${query}`, { as: people.orgAdmin })).status).toBe(400);
    }
  });
});
