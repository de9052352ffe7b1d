import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { withWorker } from '../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
withWorker();

let api: HttpDouble;
let credsId = 0;
let command = { commandId: 0, templateId: 0 };

beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ who: request.headers.authorization ?? null }));
  });
  const body = {
    orgId: ORG_A,
    credType: 'api',
    name: 'Api',
    api: { apiBaseUrl: api.origin, authType: 'none' },
  };
  credsId = numberIn(await send('POST', `/${ORG_A}/creds`, { as: people.orgAdmin, body }), 'creds_id');
  const made = await send('POST', `/${ORG_A}/command-templates`, {
    as: people.orgAdmin,
    body: { credsId, name: 'Who', cloudId: `api::get::${api.origin}/frame-props`, inputs: [] },
  });
  command = { commandId: numberIn(made, 'kit_id'), templateId: numberIn(made, 'ol_id') };
  await prisma().commandUserGrant.create({
    data: { orgId: ORG_A, commandId: command.commandId, userId: people.engineer, role: 'admin' },
  });
});
afterAll(() => api.close());

const patch = (body: unknown, as: string = people.engineer) =>
  send('PATCH', `/${ORG_A}/creds-api/${credsId}`, { as, body });

describe('PATCH creds-api', () => {
  it('an engineer of every command of a connection sets how it signs in, and its runs do', async () => {
    const answered = await patch({ authType: 'bearer_token', bearerToken: 'canary-3e9c-token' });
    expect(answered.body).toMatchObject({
      auth_type: 'bearer_token',
      bearer_token: { is_set: true },
      password: { is_set: false },
    });
    expect(JSON.stringify(answered.body)).not.toContain('canary');
    const ran = await runSync(command, {}, people.orgAdmin);
    expect(ran.body).toMatchObject({ payload: { who: 'Bearer canary-3e9c-token' } });
  });

  it('a connection signs by AWS Signature, and shows no secret of it', async () => {
    const { body } = await patch({
      authType: 'aws_signature',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'canary-51cc-key',
      awsRegion: 'eu-west-1',
      awsService: 'execute-api',
    });
    expect(body).toMatchObject({
      auth_type: 'aws_signature',
      access_key_id: 'AKIDEXAMPLE',
      aws_region: 'eu-west-1',
      secret_access_key: { is_set: true },
      session_token: { is_set: false },
    });
    expect(JSON.stringify(body)).not.toContain('canary');
    const ran = await runSync(command, {}, people.orgAdmin);
    expect(JSON.stringify(ran.body)).toContain('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/');
    await patch({ authType: 'bearer_token', secretAccessKey: null });
  });

  it('fields that are left out stay, and fields that are set change nothing else', async () => {
    await patch({ authType: 'basic_auth', username: 'zoe', password: 'canary-77aa-word' });
    const { body } = await send('GET', `/${ORG_A}/creds-api/${credsId}`, { as: people.engineer });
    expect(body).toMatchObject({
      auth_type: 'basic_auth',
      username: 'zoe',
      password: { is_set: true },
      bearer_token: { is_set: true },
    });
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  it('parts that come from variables are those of the person who runs, and a missing one ends the run', async () => {
    const given = {
      usernameSource: 'user_email',
      passwordSource: 'user_id',
      username: 'not sent',
      password: 'p',
    };
    const { body } = await patch({ authType: 'basic_auth', ...given });
    expect(body).toMatchObject({
      username: '',
      username_source: 'user_email',
      password: { is_set: false },
      password_source: 'user_id',
    });
    for (const as of [people.orgAdmin, people.engineer]) {
      const { email } = await prisma().user.findUniqueOrThrow({ where: { userId: as } });
      const who = `Basic ${Buffer.from(`${email}:${as}`).toString('base64')}`;
      expect((await runSync(command, {}, as)).body).toMatchObject({ payload: { who } });
    }
    await patch({ authType: 'bearer_token', bearerTokenSource: 'api_token' });
    const lacking = await runSync(command, {}, people.orgAdmin);
    expect(lacking.body).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('variable “api_token”') }],
    });
    expect((await patch({ bearerToken: 'fixed', bearerTokenSource: null })).body).toMatchObject({
      bearer_token: { is_set: true },
      bearer_token_source: 'static',
    });
    await patch({ usernameSource: 'static', passwordSource: 'static', username: 'zoe', password: 'word' });
  });

  it('basic sign-in without a username is refused when it is saved', async () => {
    const nameless = { authType: 'basic_auth', username: '', usernameSource: 'static', password: 'word' };
    expect(await patch(nameless)).toMatchObject({
      status: 400,
      body: {
        error: {
          message: 'Fill in the username: this auth type needs one.',
          issues: [{ path: 'api.username' }],
        },
      },
    });
    expect((await patch({ ...nameless, authType: 'digest_auth' })).status).toBe(400);
    const made = { orgId: ORG_A, credType: 'api', name: 'Nameless' };
    const api = { apiBaseUrl: 'https://example.com', authType: 'basic_auth', password: 'word' };
    const creating = await send('POST', `/${ORG_A}/creds`, { as: people.orgAdmin, body: { ...made, api } });
    expect(creating).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'api.username' }] } } });
  });

  it('No auth clears what people signed in with, so that nothing of it comes back with another choice', async () => {
    await patch({ authType: 'basic_auth', username: 'zoe', password: 'canary-10ae-word' });
    await patch({ authType: 'bearer_token', bearerToken: 'canary-10ae-token', bearerTokenSource: null });
    expect((await patch({ authType: 'none' })).body).toMatchObject({
      auth_type: 'none',
      username: '',
      password: { is_set: false },
      bearer_token: { is_set: false },
    });
    expect((await patch({ authType: 'bearer_token' })).body).toMatchObject({
      bearer_token: { is_set: false },
    });
  });

  it('custom headers are an object or its text; anything else is refused', async () => {
    expect((await patch({ authType: 'custom_headers', customHeaders: '{"X-A": "1"}' })).body).toMatchObject({
      custom_headers: { is_set: true },
    });
    expect((await patch({ customHeaders: {} })).body).toMatchObject({ custom_headers: { is_set: false } });
    for (const customHeaders of ['nonsense', '{"X A": "1"}', { 'X-A': 'a\r\nX-B: b' }, { 'X-A': 1 }]) {
      expect((await patch({ customHeaders })).status).toBe(400);
    }
  });

  it('S37 a value cannot hold a line break', async () => {
    for (const body of [{ bearerToken: 'a\r\nX: y' }, { password: 'a\nb' }, { apiKey: 'a\0b' }]) {
      expect((await patch(body)).status).toBe(400);
    }
  });

  it('S35 another token URL asks for the client secret again', async () => {
    const first = {
      authType: 'oauth_client_credentials',
      tokenUrl: 'https://id.example/token',
      clientId: 'x',
      clientSecret: 'y',
      bearerToken: '',
      password: '',
    };
    expect((await patch(first)).status).toBe(200);
    const moved = await patch({ tokenUrl: 'https://evil.example/token' });
    expect(moved.status).toBe(400);
    expect(moved.body).toMatchObject({ error: { issues: [{ path: 'api.clientSecret' }] } });
  });

  it('is refused for an engineer of only some of its commands, and for a base URL', async () => {
    expect((await patch({ apiBaseUrl: 'https://evil.example' })).status).toBe(400);
    const other = await send('POST', `/${ORG_A}/command-templates`, {
      as: people.orgAdmin,
      body: { credsId, name: 'Other', cloudId: `api::get::${api.origin}/other`, inputs: [] },
    });
    expect(other.status).toBe(201);
    expect((await patch({ authType: 'none' })).status).toBe(403);
    expect((await patch({ authType: 'none' }, people.orgAdmin)).status).toBe(200);
  });

  it('S54 no table and no audit row holds a secret', async () => {
    const rows = await sql.query<{ dump: string }>(
      `select k::text || coalesce(encode(sealed_secrets, 'escape'), '') as dump from credential k
       union all select a::text from audit_event a union all select r.log_text from run r where r.log_text is not null`,
    );
    expect(rows.some(({ dump }) => /canary-(3e9c|77aa)/.test(dump))).toBe(false);
  });
});
