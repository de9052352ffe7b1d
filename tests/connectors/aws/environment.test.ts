import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { closeConnectors } from '@/server/connectors/registry';
import { saveCredential } from '@/server/sources/connections/save-credential';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { keepConnections } from '../../support/app/keep-connections';
import { databaseOf } from '../../support/doubles/tds/database';
import { startTdsDouble } from '../../support/doubles/tds/server';
import { loseKeys } from '../../support/things/lost-keys';
import { createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';

const TENANT = '11111111-2222-4333-8444-555555555555';
const CLIENT = '66666666-7777-4888-9999-000000000000';
const secrets = new Map<string, string>();
const received: string[] = [];

/** The token endpoint of Microsoft Entra ID, and a key vault, by their published interfaces. */
const azure = createServer(keepConnections, (request, response) => {
  void (async () => {
    const url = new URL(request.url ?? '/', 'http://azure');
    received.push(`${request.method} ${url.pathname}${url.search}`);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.pathname === `/${TENANT}/oauth2/v2.0/token`) {
      const form = new URLSearchParams(await text(request));
      const isRight = form.get('client_id') === CLIENT && form.get('client_secret') === 'app-secret-canary-5';
      return isRight
        ? json(200, { token_type: 'Bearer', expires_in: 3599, access_token: 'vault-token-canary-6' })
        : json(401, { error: 'invalid_client' });
    }
    const value = secrets.get(url.pathname);
    if (request.headers.authorization !== 'Bearer vault-token-canary-6') return json(401, {});
    return value === undefined
      ? json(404, { error: { code: 'SecretNotFound' } })
      : json(200, { value, id: `${url.pathname}/0` });
  })();
});
await new Promise<void>((resolve) => azure.listen(0, '127.0.0.1', resolve));
const vault = `http://127.0.0.1:${(azure.address() as AddressInfo).port}`;

withApp({
  ENVIRONMENT_ORG: ORG_A,
  ENVIRONMENT_DATABASES: 'billing,crm',
  ENVIRONMENT_DATABASE_BILLING:
    'postgres://runner:db-canary-%2F1@billing.db.invalid:6432/billing?env=production',
  ENVIRONMENT_DATABASE_CRM: 'postgresql://runner@crm.db.invalid/crm',
  AZURE_BLOB_URL: 'https://shop.blob.core.windows.net',
  AZURE_BLOB_CONTAINER: 'results',
  AZURE_BLOB_SAS: 'sv=1&sig=sas-canary-2',
  ENTRA_TENANT_ID: TENANT,
  ENTRA_CLIENT_ID: CLIENT,
  ENTRA_CLIENT_SECRET: 'app-secret-canary-5',
  KEY_VAULTS: `https://billing.vault.azure.net, ${vault}/`,
});

const as = people.orgAdmin;
const sync = (what: string, org: string = ORG_A, person: string = as) =>
  send('POST', `/${org}/sync/env/${what}` as `/${string}`, { as: person });
const listed = async () => {
  const { body } = await send('GET', `/${ORG_A}/creds?sort=name`, { as });
  return (body as { name: string; resource_id: string | null; settings: Record<string, unknown> }[]).filter(
    ({ resource_id }) => resource_id?.startsWith('environment:'),
  );
};

beforeAll(async () => {
  // The login of the cloud must have TLS in production, which the double doesn't.
  Object.assign(env(), { azureLogin: vault });
  await createOrganizations();
});
afterAll(() => {
  delete process.env.SAMPLE_DATABASE_URL;
  azure.closeAllConnections();
  azure.close();
});

describe('connections of the environment', () => {
  it('are taken over once, in the organization of the operator, and updated when they change', async () => {
    expect((await sync('db')).body).toEqual({ additions: 2, updates: 0, already_added: 0 });
    expect((await sync('db')).body).toEqual({ additions: 0, updates: 0, already_added: 2 });
    const [first] = env().environmentDatabases;
    Object.assign(first?.part ?? {}, { password: 'db-canary-7' });
    expect((await sync('db')).body).toEqual({ additions: 0, updates: 1, already_added: 1 });
    expect((await sync('blob')).body).toEqual({ additions: 1, updates: 0, already_added: 0 });
    expect((await sync('app_reg')).body).toEqual({ additions: 1, updates: 0, already_added: 0 });
    expect(await listed()).toMatchObject([
      { name: 'Azure App Registration', settings: { tenantId: TENANT, clientSecret: { is_set: true } } },
      { name: 'Storage', settings: { container: 'results', sas: { is_set: true } } },
      {
        name: 'billing',
        settings: { host: 'billing.db.invalid', port: 6432, env: 'production', password: { is_set: true } },
      },
      { name: 'crm', settings: { host: 'crm.db.invalid', port: 5432, password: { is_set: false } } },
    ]);
  });

  it('whose key is gone are sealed again', async () => {
    loseKeys();
    expect((await sync('db')).body).toEqual({ additions: 0, updates: 2, already_added: 0 });
    expect((await sync('db')).body).toEqual({ additions: 0, updates: 0, already_added: 2 });
  });

  it('pressing the button twice at once adds each once', async () => {
    await sql.query(`update credential set deleted_at = now() where resource_id like 'environment:db:%'`);
    await Promise.all([sync('db'), sync('db'), sync('db')]);
    expect((await listed()).filter(({ resource_id }) => resource_id?.includes(':db:'))).toHaveLength(2);
  });

  it('S35 are not for other organizations, nor for members', async () => {
    for (const what of ['db', 'blob', 'app_reg']) {
      const elsewhere = await sync(what, ORG_B, people.orgAdminB);
      expect(elsewhere.status).toBe(409);
      expect(JSON.stringify(elsewhere.body)).toContain('ENVIRONMENT_ORG');
      expect((await sync(what, ORG_A, people.member)).status).toBe(403);
    }
  });

  it('S55 leave an audit row for each, without secrets', async () => {
    const rows = await sql.query<{ text: string }>(
      `select a::text as text from audit_event a where action like 'credential.%'`,
    );
    expect(rows.length).toBe(9);
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});

describe('a password in a key vault', () => {
  const reference = `${vault}/secrets/db-password`;
  const database = (azKeyVaultRef: string) => {
    const { hostname, port, pathname, username } = new URL(inject('adminDatabaseUrl'));
    const part = {
      host: hostname,
      port: Number(port),
      databaseName: pathname.slice(1),
      username,
      azKeyVaultRef,
    };
    return { ...part, tls: { mode: 'disable' } };
  };
  const connect = (azKeyVaultRef: string, org: string = ORG_A, person: string = as) =>
    send('POST', `/${org}/creds`, {
      as: person,
      body: { credType: 'db', name: 'From a vault', db: { ...database(azKeyVaultRef), host: 'db.invalid' } },
    });

  it('S33 only a vault that the operator lists is asked', async () => {
    for (const wrong of [
      'https://evil.vault.azure.net/secrets/x',
      'https://billing.vault.azure.net.evil.example/secrets/x',
      'http://169.254.169.254/secrets/x',
      `${vault}/keys/x`,
      `${vault}/secrets/../keys`,
    ]) {
      const refused = await connect(wrong);
      expect([refused.status, wrong]).toEqual([400, wrong]);
      expect(refused.body).toMatchObject({ error: { issues: [{ path: 'db.azKeyVaultRef' }] } });
    }
    expect(received.filter((each) => each.includes('/secrets/'))).toEqual([]);
  });

  it('is read with the app registration of the organization, and used to connect', async () => {
    const { password } = new URL(inject('adminDatabaseUrl'));
    const missing = await connect(reference);
    expect([missing.status, JSON.stringify(missing.body)]).toEqual([
      422,
      expect.stringContaining('has no enabled secret'),
    ]);
    secrets.set('/secrets/db-password', decodeURIComponent(password));
    process.env.SAMPLE_DATABASE_URL = inject('adminDatabaseUrl');
    Object.assign(env(), { sampleDatabaseUrl: inject('adminDatabaseUrl') });
    const credentialId = await saveCredential(
      {
        orgId: ORG_A,
        sourceKind: 'postgres',
        name: 'From a vault',
        forSync: true,
        forRuns: true,
        forResults: false,
        resourceId: null,
        connection: { ...database(reference), password: 'not-this-one' },
        isBuiltin: true,
        createdByUserId: null,
      },
      { actorUserId: null, requestId: null, address: null },
    );
    const checked = await send('POST', `/${ORG_A}/creds/${credentialId}/check`, { as, body: {} });
    expect(checked.body).toMatchObject({ server_version: expect.stringContaining('PostgreSQL') });
    const diff = await send('GET', `/${ORG_A}/creds/${credentialId}/diff`, { as });
    expect(diff.body).toMatchObject({ error: [] });
    // It is kept for a few minutes.
    expect(received.filter((each) => each === 'GET /secrets/db-password?api-version=7.4')).toHaveLength(2);
    const read = await send('GET', `/${ORG_A}/creds/${credentialId}`, { as });
    expect(read.body).toMatchObject({ db: { az_key_vault_ref: reference } });
  });

  it('S35 needs to be named again when the connection leads elsewhere', async () => {
    const made = await send('POST', `/${ORG_A}/creds?force=true`, {
      as,
      body: { credType: 'db', name: 'Moved', db: { ...database(reference), host: 'db.invalid' } },
    });
    const target = `/${ORG_A}/creds/${numberIn(made, 'creds_id')}?force=true` as const;
    const moved = await send('PATCH', target, { as, body: { db: { host: 'evil.invalid' } } });
    expect([moved.status, moved.body]).toMatchObject([
      400,
      { error: { issues: expect.arrayContaining([expect.objectContaining({ path: 'db.azKeyVaultRef' })]) } },
    ]);
  });

  it('of SQL Server is read the same way, and the server gets it as the login’s password', async () => {
    secrets.set('/secrets/sql-password', 'sql-canary-of-the-vault');
    const double = await startTdsDouble({
      answer: databaseOf(() => []),
      refusal: ({ password }) =>
        password === 'sql-canary-of-the-vault' ? null : { number: 18456, message: 'Login failed.' },
    });
    const db = {
      databaseSystem: 'mssql',
      host: '127.0.0.1',
      port: double.port,
      databaseName: 'shop',
      username: 'pushboard',
      encryption: 'disable',
    };
    const connectTo = (secret: string) =>
      send('POST', `/${ORG_A}/creds`, {
        as,
        body: { credType: 'db', name: 'SQL', db: { ...db, azKeyVaultRef: `${vault}/secrets/${secret}` } },
      });
    expect((await connectTo('none')).status).toBe(422);
    const made = await connectTo('sql-password');
    expect([made.status, JSON.stringify(made.body)]).toEqual([201, expect.not.stringContaining('canary')]);
    expect(double.logins.at(-1)).toMatchObject({
      username: 'pushboard',
      password: 'sql-canary-of-the-vault',
    });
    const elsewhere = await send('PATCH', `/${ORG_A}/creds/${numberIn(made, 'creds_id')}?force=true`, {
      as,
      body: { db: { host: 'evil.invalid' } },
    });
    expect(elsewhere.status).toBe(400);
    await closeConnectors();
    await double.close();
  });

  it('is not read for an organization without an app registration', async () => {
    const refused = await connect(reference, ORG_B, people.orgAdminB);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('no Azure app registration'),
    ]);
  });
});

it('S52 no canary is in any table as it is', async () => {
  const tables = await sql.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const { name } of tables) {
    const rows = await sql.query<{ text: string }>(`select t::text as text from ${name} t`);
    expect(JSON.stringify(rows).includes('-canary-'), name).toBe(false);
  }
});
