import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send, sendForm } from '../support/app/http';
import { withWorker } from '../support/app/worker';
import { type RawDouble, startRawDouble } from '../support/doubles/raw-http-double';
import { loseKeys } from '../support/things/lost-keys';
import {
  createCommand,
  createCredential,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';
import type { Commits, WireDiff } from '../support/things/sync';

withApp();
withWorker();

const as = people.orgAdmin;
const secret = 'canary-of-a-header-7d1f';

let api: RawDouble;
let elsewhere: RawDouble;
let redirectsTo: string | null = null;
let credsId = 0;
let sourceId = 0;
let command: MadeCommand;

const description = (parameters: JsonValue[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Kept', version: '1' },
    paths: { '/things': { get: { operationId: 'things', parameters, responses: {} } } },
  });
const inHeader = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });

const upload = (parameters: JsonValue[]) =>
  sendForm(`/${ORG_A}/openapi-upload`, { 'kept.json': description(parameters) }, { as });

async function commit(group: 'added' | 'modified', commitType: string) {
  const asked = { as, body: [{ staticCommandSourceId: sourceId, credsId }] };
  const diff = (await send('POST', `/${ORG_A}/bulk-diff`, asked)).body as WireDiff;
  const body = diff[group].map(({ cloud_id }) => ({
    cloudId: cloud_id,
    credsId,
    staticCommandSourceId: sourceId,
    commitType,
  }));
  return ((await send('POST', `/${ORG_A}/batch-commit`, { as, body })).body as Commits).commits[0];
}

beforeAll(async () => {
  await createOrganizations();
  api = await startRawDouble(() =>
    redirectsTo === null
      ? 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'
      : `HTTP/1.1 302 Found\r\nlocation: ${redirectsTo}\r\nconnection: close\r\n\r\n`,
  );
  elsewhere = await startRawDouble();
  const [row] = (await upload([inHeader('X-Tenant')])).body as {
    creds_id: number;
    static_command_source_id: number;
  }[];
  credsId = row?.creds_id ?? 0;
  sourceId = row?.static_command_source_id ?? 0;
  await send('PATCH', `/${ORG_A}/static-command-sources/${sourceId}`, {
    as,
    body: { openapiBaseUrl: api.origin },
  });
  await send('PATCH', `/${ORG_A}/creds-api/${credsId}`, {
    as,
    body: { authType: 'bearer_token', bearerToken: 'of-the-connection' },
  });
  const commandId = (await commit('added', 'addition'))?.command_instances[0]?.kit_id ?? 0;
  const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
  command = { commandId, templateId };
});
afterAll(async () => {
  await api.close();
  await elsewhere.close();
});

const patch = (headers: JsonValue, more: Record<string, JsonValue> = {}) =>
  send('PATCH', `/${ORG_A}/command-templates/${command.templateId}`, { as, body: { headers, ...more } });
const read = async () =>
  (await send('GET', `/${ORG_A}/deep-kits-6/${command.commandId}`, { as })).body as {
    anchor_ol: { headers: Record<string, { is_set: true }>; version: number };
  };
const run = (params: Record<string, JsonValue> = {}) => runSync(command, params, as);

/** The headers of a run, as they left the socket. */
async function sent(params: Record<string, JsonValue> = {}): Promise<string[]> {
  await run(params);
  return api.received.at(-1)?.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? [];
}

describe('the HTTP headers of a command', () => {
  test('are sent with every call, byte for byte', async () => {
    expect((await patch({ 'X-Api-Version': '2026-06', 'X-Secret': secret, 'X-Größe': 'x' })).status).toBe(
      400,
    );
    expect((await patch({ 'X-Api-Version': '2026-06', 'X-Secret': `${secret} ü` })).status).toBe(204);
    const headers = await sent();
    expect(headers).toContain('X-Api-Version: 2026-06');
    expect(headers).toContain(`X-Secret: ${Buffer.from(`${secret} ü`).toString('latin1')}`);
    expect(headers).toContain('Authorization: Bearer of-the-connection');
  });

  test('override those of an input, the connection, and the product, each once', async () => {
    await patch({ 'x-tenant': 'ours', authorization: 'Bearer of-the-command', 'User-Agent': 'Shop/1' });
    const headers = await sent({ 'header.X-Tenant': 'theirs' });
    const of = (name: string) => headers.filter((line) => line.toLowerCase().startsWith(`${name}:`));
    expect(of('x-tenant')).toEqual(['x-tenant: ours']);
    expect(of('authorization')).toEqual(['authorization: Bearer of-the-command']);
    expect(of('user-agent')).toEqual(['User-Agent: Shop/1']);
  });

  test('S21 S54 are never sent back, and are stored sealed: only names can be read, by response, row, and log', async () => {
    await patch({ 'X-Secret': secret });
    expect((await read()).anchor_ol.headers).toEqual({ 'X-Secret': { is_set: true } });
    const row = await prisma().template.findUniqueOrThrow({ where: { templateId: command.templateId } });
    expect(row.headerNames).toEqual(['X-Secret']);
    expect(Buffer.from(row.sealedHeaders ?? []).includes(secret)).toBe(false);
    const events = await prisma().auditEvent.findMany({ where: { action: 'template.update' } });
    expect(events.at(-1)?.after).toMatchObject({ headers: ['X-Secret'], replaced_headers: ['X-Secret'] });
    await run();
    const runs = await prisma().run.findMany({});
    const told = inspect([events, runs], { depth: null, maxStringLength: null, maxArrayLength: null });
    expect(told).not.toContain(secret);
    const copied = await send('POST', `/${ORG_A}/command-templates/${command.templateId}/run-statement`, {
      as,
      body: { runrams: {} },
    });
    expect(copied.body).toMatchObject({ statement: expect.stringContaining("-H 'X-Secret: YOUR_VALUE'") });
  });

  test('that are echoed as set keep their values; those left out are removed', async () => {
    await patch({ 'X-Secret': secret, 'X-Old': '1' });
    await patch({ 'X-Secret': { is_set: true }, 'X-New': '2' });
    const headers = await sent();
    expect(headers).toContain(`X-Secret: ${secret}`);
    expect(headers).toContain('X-New: 2');
    expect(headers.join()).not.toContain('X-Old');
    await patch('{"X-Text": "as JSON text"}');
    expect(await sent()).toContain('X-Text: as JSON text');
    await patch(null);
    expect((await read()).anchor_ol.headers).toEqual({});
    expect((await sent()).join()).not.toContain('X-Text');
  });

  test('that can’t be opened anymore are all filled in again', async () => {
    await patch({ 'X-Secret': secret, 'X-Old': '1' });
    const putBack = loseKeys();
    const path = 'headers.X-Old';
    expect(await patch({ 'X-Secret': 'second', 'X-Old': { is_set: true } })).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path, message: expect.stringMatching(/Fill it in again/) }] } },
    });
    expect((await patch({ 'X-Secret': 'second', 'X-Old': '2' })).status).toBe(204);
    expect((await patch({ 'X-Secret': { is_set: true }, 'X-Old': '3' })).status).toBe(204);
    putBack();
    await patch(null);
  });

  test('survive a sync that changes the operation', async () => {
    await patch({ 'X-Secret': secret });
    await upload([inHeader('X-Tenant'), inHeader('X-Other')]);
    expect(await commit('modified', 'update')).toMatchObject({ error: null });
    expect(await sent({ 'header.X-Other': 'new' })).toEqual(
      expect.arrayContaining([`X-Secret: ${secret}`, 'X-Other: new']),
    );
  });

  test('S58 over a version that another person changed are a 409', async () => {
    const { version } = (await read()).anchor_ol;
    expect((await patch({ 'X-A': '1' }, { version })).status).toBe(204);
    expect((await patch({ 'X-A': '2' }, { version })).status).toBe(409);
    expect(await sent()).toContain('X-A: 1');
  });

  test.each<[string, JsonValue, string]>([
    ['a line break', { 'X-A': 'a\r\nX-B: b' }, 'headers.X-A'],
    ['an invalid name', { 'X A': '1' }, 'headers.X A'],
    ['what the client sets itself', { Host: 'evil.example' }, 'headers.Host'],
    ['a length of its own', { 'Content-Length': '0' }, 'headers.Content-Length'],
    ['the same name twice', { 'X-A': '1', 'x-a': '2' }, 'headers.x-a'],
    ['an invalid value', { 'X-A': 1 }, 'headers.X-A'],
    ['a value that was never given', { 'X-Never': { is_set: true } }, 'headers.X-Never'],
    ['no object', '[1]', 'headers'],
    ['no JSON', '{', 'headers'],
    ['too many', Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`X-${i}`, '1'])), 'headers'],
    ['too much', { 'X-A': 'x'.repeat(8_001) }, 'headers.X-A'],
  ])('S37 with %s are a 400 that names it', async (_, headers, path) => {
    const { status, body } = await patch(headers);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { issues: [{ path }] } } });
  });
});

describe('S34 S35 the headers of a command are sent only to the address they were set for', () => {
  test('a redirect to another origin loses them', async () => {
    await patch({ 'X-Secret': secret });
    redirectsTo = `${elsewhere.origin}/away`;
    await run();
    redirectsTo = null;
    expect(elsewhere.received.at(-1)).toContain('GET /away');
    expect(elsewhere.received.join()).not.toContain(secret);
  });

  test('another base URL requires them again, and nothing is sent before', async () => {
    await send('PATCH', `/${ORG_A}/creds-api/${credsId}`, {
      as,
      body: { authType: 'none', bearerToken: '' },
    });
    const body = { openapiBaseUrl: elsewhere.origin };
    expect((await send('PATCH', `/${ORG_A}/static-command-sources/${sourceId}`, { as, body })).status).toBe(
      200,
    );
    const before = elsewhere.received.length;
    const ran = await run();
    expect(ran.body).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringMatching(/were filled in for http.*HTTP headers/) }],
    });
    expect(elsewhere.received.length).toBe(before);
    expect(await patch({ 'X-Secret': { is_set: true } })).toMatchObject({
      status: 400,
      body: {
        error: { issues: [{ path: 'headers.X-Secret', message: expect.stringMatching(/Fill it in again/) }] },
      },
    });
    expect((await patch({ 'X-Secret': 'another' })).status).toBe(204);
    await run();
    expect(elsewhere.received.at(-1)).toContain('X-Secret: another');
  });
});

test("S06 a runner changes nothing, and a command of a database doesn't have any", async () => {
  const grant = { orgId: ORG_A, commandId: command.commandId, userId: people.runner };
  await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
  const target = `/${ORG_A}/command-templates/${command.templateId}`;
  expect((await send('PATCH', target, { as: people.runner, body: { headers: {} } })).status).toBe(403);
  const other = await createCommand(ORG_A, as, await createCredential(ORG_A), { friendlyName: 'routine' });
  const refused = await send('PATCH', `/${ORG_A}/command-templates/${other.templateId}`, {
    as,
    body: { headers: { 'X-A': '1' } },
  });
  expect(refused.status).toBe(422);
});
