import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendForm } from '../../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();
beforeAll(() => createOrganizations());

const sample = (name: string) => readFileSync(`tests/samples/openapi/${name}`, 'utf8');

interface Row {
  filename: string;
  static_command_source_id: number | null;
  creds_id: number | null;
  base_url_missing: boolean;
  operations: number;
  skipped: { operation: string; reason: string }[];
  ignored_methods: string[];
  error: string | null;
}

async function upload(files: Record<string, string>, fields: Record<string, string> = {}): Promise<Row[]> {
  const { status, body } = await sendForm(`/${ORG_A}/openapi-upload`, files, { as: people.orgAdmin, fields });
  expect(status).toBe(200);
  return body as Row[];
}

const additionsOf = async (credsId: number | null) =>
  (await send('POST', `/${ORG_A}/find-additions`, { as: people.orgAdmin, body: { credsId } })).body as {
    added: { cloud_id: string; friendly_name: string; static_command_source_id: number }[];
  };

describe('POST openapi-upload', () => {
  it('keeps texts whole, whatever some programs treat as the end of a line', async () => {
    const summary = 'one\u2028two\u2029three\u0085four';
    const [row] = await upload({
      'lines.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Lines', version: '1' },
        paths: { '/x': { get: { description: summary, responses: {} } }, '/y': { get: { responses: {} } } },
      }),
    });
    expect(row).toMatchObject({ operations: 2, error: null });
    const [kept] = await sql.query(
      `select description from static_command where cloud_id = 'api::get::/x' and static_command_source_id = $1`,
      [row?.static_command_source_id],
    );
    expect(kept).toEqual({ description: summary });
  });

  it('reads a description, and lists its operations', async () => {
    const [row] = await upload({ 'petstore.yaml': sample('petstore-3.0.yaml') });
    expect(row).toMatchObject({
      filename: 'petstore.yaml',
      operations: 20,
      base_url_missing: false,
      error: null,
    });
    const { added } = await additionsOf(row?.creds_id ?? null);
    expect(added).toHaveLength(20);
    expect(added[0]).toMatchObject({
      cloud_id: 'api::post::/pet',
      static_command_source_id: row?.static_command_source_id,
    });
    const credential = await send('GET', `/${ORG_A}/creds/${row?.creds_id}`, { as: people.orgAdmin });
    expect(credential.body).toMatchObject({
      name: 'petstore.swagger.io Creds',
      cred_type: 'api',
      syncs: false,
      runs: true,
      stores: false,
    });
  });

  it('one bad file does not stop the others', async () => {
    const rows = await upload({
      'broken.json': '{"openapi": "3.0.0", ',
      'nasa.json': sample('nasa-apod-3.0.json'),
      'notes.txt': 'hello',
      'new.json': '{"openapi": "3.2.0", "info": {"title": "x"}, "paths": {}}',
    });
    expect(rows.map(({ error }) => error === null)).toEqual([false, true, false, false]);
    expect(rows[0]?.error).toMatch(/JSON/);
    expect(rows[2]?.error).toMatch(/\.json, \.yml, \.yaml, or \.zip/);
    expect(rows[3]?.error).toMatch(/3\.2\.0.*3\.1/);
    expect(rows[1]?.operations).toBe(1);
  });

  it('the same description again updates the same source', async () => {
    const first = JSON.parse(sample('link-example-3.0.json'));
    const [before] = await upload({ 'a.json': JSON.stringify(first) });
    const [path] = Object.keys(first.paths);
    const { [path ?? '']: _, ...paths } = first.paths;
    const [after] = await upload({ 'b.json': JSON.stringify({ ...first, paths }) });
    expect(after).toMatchObject({
      static_command_source_id: before?.static_command_source_id,
      creds_id: before?.creds_id,
    });
    expect((await additionsOf(after?.creds_id ?? null)).added).toHaveLength(after?.operations ?? -1);
    expect(after?.operations).toBeLessThan(before?.operations ?? 0);
  });

  it('a description of another title replaces the named source', async () => {
    const first = JSON.parse(sample('nasa-apod-3.0.json'));
    const [before] = await upload({
      'a.json': JSON.stringify({ ...first, info: { title: 'Old', version: '1' } }),
    });
    const [after] = await upload(
      { 'a.json': JSON.stringify({ ...first, info: { title: 'New', version: '1' } }) },
      { staticCommandSourceId: String(before?.static_command_source_id) },
    );
    expect(after?.static_command_source_id).toBe(before?.static_command_source_id);
  });

  it("S02 another organization's source cannot be replaced", async () => {
    const [ours] = await upload({ 'a.json': sample('canada-holidays-3.0.json') });
    const { body } = await sendForm(
      `/${ORG_B}/openapi-upload`,
      { 'a.json': sample('nasa-apod-3.0.json') },
      { as: people.orgAdminB, fields: { staticCommandSourceId: String(ours?.static_command_source_id) } },
    );
    expect(body).toMatchObject([
      { static_command_source_id: null, error: expect.stringMatching(/no longer exists/) },
    ]);
  });

  it('a description without a server needs a base URL, which can then be set', async () => {
    const [row] = await upload({ 'tictactoe.yaml': sample('tictactoe-3.1.yaml') });
    expect(row?.base_url_missing).toBe(true);
    const target = `/${ORG_A}/static-command-sources/${row?.static_command_source_id}`;
    const wrong = await send('PATCH', target, { as: people.orgAdmin, body: { openapiBaseUrl: 'ftp://x' } });
    expect(wrong.status).toBe(400);
    const answered = await send('PATCH', target, {
      as: people.orgAdmin,
      body: { openapiBaseUrl: 'https://games.example/v1' },
    });
    expect(answered.body).toMatchObject({
      openapi_base_url: 'https://games.example/v1',
      creds_id: row?.creds_id,
    });
    const credential = await send('GET', `/${ORG_A}/creds/${row?.creds_id}`, { as: people.orgAdmin });
    expect(credential.body).toMatchObject({ name: 'games.example Creds' });
    expect((await send('PATCH', target, { as: people.member, body: {} })).status).toBe(403);
  });

  it('an added operation is a command with its inputs', async () => {
    const [row] = await upload({ 'petstore.yaml': sample('petstore-3.0.yaml') });
    const committed = await send('POST', `/${ORG_A}/batch-commit`, {
      as: people.orgAdmin,
      body: {
        cloudId: 'api::get::/pet/{petId}',
        staticCommandSourceId: row?.static_command_source_id,
        credsId: row?.creds_id,
        commitType: 'addition',
      },
    });
    const { commits } = committed.body as {
      commits: { error: null; command_instances: { kit_id: number }[] }[];
    };
    const kitId = commits[0]?.command_instances[0]?.kit_id;
    const command = await send('GET', `/${ORG_A}/deep-kits-6/${kitId}`, { as: people.orgAdmin });
    expect(command.body).toMatchObject({
      anchor_ol: {
        kit_run_schema: [
          { key: 'path.petId', type_id: 'integer:int64', default_ambiguous_input: 'required' },
        ],
      },
    });
  });

  it('S55 leaves an audit row for each upload', async () => {
    const count = () => prisma().auditEvent.count({ where: { action: 'static_command_source.upload' } });
    const before = await count();
    await upload({ 'nasa.json': sample('nasa-apod-3.0.json') });
    expect(await count()).toBe(before + 1);
  });
});

describe('POST postman-upload', () => {
  const files = { 'wise.json': readFileSync('tests/samples/postman/wise-activity-v2.1.json', 'utf8') };

  it('reads a collection, and lists its requests; their base URL must be confirmed', async () => {
    const { body } = await sendForm(`/${ORG_A}/postman-upload`, files, { as: people.orgAdmin });
    expect(body).toMatchObject([{ operations: 3, base_url_missing: true, server: '{{host}}', error: null }]);
    const [row] = body as Row[];
    const { added } = await additionsOf(row?.creds_id ?? null);
    expect(added.map(({ friendly_name }) => friendly_name)).toContain('List Activities');
    expect(new Set(added.map(({ cloud_id }) => cloud_id)).size).toBe(3);
  });

  it('tells the formats apart', async () => {
    const { body } = await sendForm(
      `/${ORG_A}/postman-upload`,
      { 'a.json': sample('nasa-apod-3.0.json'), 'old.json': '{"id":"x","name":"Old","requests":[]}' },
      { as: people.orgAdmin },
    );
    expect(body).toMatchObject([
      { error: expect.stringMatching(/OpenAPI description/) },
      { error: expect.stringMatching(/version 1/) },
    ]);
    const [row] = await upload(files);
    expect(row?.error).toMatch(/Postman collection/);
  });

  it('seals the secrets that a collection holds', async () => {
    const canary = 'canary-5d1b-postman';
    const collection = {
      info: {
        name: 'Sealed',
        schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      },
      auth: { type: 'bearer', bearer: [{ key: 'token', value: canary }] },
      item: [{ name: 'a', request: 'https://api.example/a' }],
    };
    const answered = await sendForm(
      `/${ORG_A}/postman-upload`,
      { 'sealed.json': JSON.stringify(collection) },
      { as: people.orgAdmin },
    );
    expect(answered.body).toMatchObject([{ operations: 1, error: null }]);
    const rows = await sql.query<{ dump: string }>(
      `select k::text || coalesce(encode(sealed_secrets, 'escape'), '') as dump from credential k
       union all select o::text from static_command o union all select s::text from static_command_source s
       union all select a::text from audit_event a`,
    );
    expect(rows.some(({ dump }) => dump.includes(canary))).toBe(false);
  });
});

describe('S43 an upload', () => {
  const refused = async (files: Record<string, string>, fields: Record<string, string> = {}) => {
    const before = await prisma().staticCommandSource.count();
    const answered = await sendForm(`/${ORG_A}/openapi-upload`, files, { as: people.orgAdmin, fields });
    expect(await prisma().staticCommandSource.count()).toBe(before);
    return answered.status;
  };

  it('of a thousand parts is refused', async () => {
    const files = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`${index}.json`, '{}']));
    expect(await refused(files)).toBe(400);
  });

  it.each(['../../etc/passwd.json', 'a\\b.json', '..', 'x/y.json'])(
    'with a name like a path is refused: %s',
    async (name) => {
      expect(await refused({ [name]: sample('nasa-apod-3.0.json') })).toBe(400);
    },
  );

  it('without a file, or of another content type, is refused', async () => {
    expect(await refused({})).toBe(400);
    const json = await send('POST', `/${ORG_A}/openapi-upload`, { as: people.orgAdmin, body: { file: 'x' } });
    expect(json.status).toBe(415);
  });

  it('over the size limit is refused before it is read', async () => {
    const { status } = await send('POST', `/${ORG_A}/openapi-upload`, {
      as: people.orgAdmin,
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '60000000' },
    });
    expect(status).toBe(413);
  });

  it('of an unknown field is refused', async () => {
    expect(await refused({ 'nasa.json': sample('nasa-apod-3.0.json') }, { color: 'red' })).toBe(400);
  });

  it('of an invalid description leaves neither source nor credential', async () => {
    const before = await prisma().credential.count();
    expect(await refused({ 'a.json': '[]' })).toBe(200);
    expect(await prisma().credential.count()).toBe(before);
  });
});

it('is for org admins', async () => {
  const files = { 'nasa.json': sample('nasa-apod-3.0.json') };
  expect((await sendForm(`/${ORG_A}/openapi-upload`, files, {})).status).toBe(401);
  expect((await sendForm(`/${ORG_A}/openapi-upload`, files, { as: people.engineer })).status).toBe(403);
  expect((await sendForm(`/${ORG_A}/openapi-upload`, files, { as: people.orgAdminB })).status).toBe(404);
});
