import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { type SampleApi, serveSampleApi } from '@/prisma/demo/sample-api/serve-api';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { keyForSandbox } from '@/server/sandbox/sample-api-key';
import { updateSampleConnections } from '@/server/sandbox/sample-credential';
import { withApp } from '../support/app/app';
import { numberIn, send, sendForm, sendRaw } from '../support/app/http';
import { withWorker } from '../support/app/worker';

const secret = 'the-secret-of-the-keys';
const as = 'demo-desk';

let api: SampleApi;
let folder: string;
let org = '';
let credsId = 0;

withApp();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushboard-sample-api-'));
  api = await serveSampleApi({ port: 0, folder, secret });
  process.env.SAMPLE_API_URL = api.origin.replace('http://', `http://:${secret}@`);
  await prisma().user.create({ data: { userId: as, name: 'Desk' } });
  const made = await send('POST', '/users/me/sandbox', { as });
  org = (made.body as { org_id: string }).org_id;
  const { body } = await send('GET', `/${org}/creds`, { as });
  credsId = (body as { creds_id: number }[])[0]?.creds_id ?? 0;
});
afterAll(async () => {
  delete process.env.SAMPLE_API_URL;
  await api.close();
  await rm(folder, { recursive: true });
});
withWorker();

interface Listed {
  kit_id: number;
  name: string;
  directory_name: string | null;
}

const commands = async () => (await send('GET', `/${org}/skinny-kits`, { as })).body as Listed[];

/** Runs a command of the desk by its name, and returns the outcome. */
async function run(name: string, params: Record<string, JsonValue> = {}) {
  const kitId = (await commands()).find((each) => each.name === name)?.kit_id ?? 0;
  const deep = await send('GET', `/${org}/deep-kits-6/${kitId}`, { as });
  const olId = (deep.body as { anchor_ol: { ol_id: number } }).anchor_ol.ol_id;
  const ran = await send('POST', `/${org}/run-sync`, { as, body: { olId, kitId, params } });
  return ran.body as {
    run_id: number;
    status: string;
    payload: JsonValue;
    payload_format: string;
    errors: { code: string }[] | null;
    logging_message: string;
  };
}

const call = (path: string, init: RequestInit = {}, key = keyForSandbox(secret, org)) =>
  fetch(`${api.origin}/v1${path}`, { ...init, headers: { 'x-api-key': key, ...init.headers } });

describe('a sandbox has a sample API', () => {
  test('with a command for every operation of its description, in a folder', async () => {
    const listed = await commands();
    expect(listed.map(({ name }) => name).sort()).toEqual([
      'Attach a file to a ticket',
      'Change a ticket',
      'Check the desk',
      'Comment on a ticket',
      'Delete a ticket',
      'Find tickets',
      'Measure response times',
      'Open a ticket',
      'Pay a customer back',
      'Show a ticket',
      'Show an attachment',
      'The week at the desk',
      'Tickets for a spreadsheet',
    ]);
    expect(new Set(listed.map((each) => each.directory_name))).toEqual(new Set(['Support desk']));
  });

  test('with named forms, and default values for required inputs', async () => {
    const { kit_id } = (await commands()).find(({ name }) => name === 'Show a ticket') ?? { kit_id: 0 };
    const { body } = await send('GET', `/${org}/deep-kits-6/${kit_id}`, { as });
    expect(body).toMatchObject({
      anchor_ol: {
        kit_run_schema: [
          {
            key: 'path.number',
            display_value: 'Ticket number',
            default_value: 1001,
            use_default_value: true,
          },
        ],
      },
    });
  });

  test('whose description matches its responses', async () => {
    const document = load(await readFile('prisma/demo/sample-api/openapi.yaml', 'utf8'));
    const paths = (document as { paths: Record<string, object> }).paths;
    for (const [path, item] of Object.entries(paths)) {
      for (const method of Object.keys(item).filter((key) => key !== 'parameters')) {
        const filled = path.replace(/\{\w+\}/, '1').concat(path.includes('times') ? '?seconds=0' : '');
        const answer = await call(filled, { method: method.toUpperCase() });
        // Refused or executed, but known.
        expect(await answer.text(), `${method} ${path}`).not.toContain('Nothing here');
        expect(answer.status, `${method} ${path}`).toBeLessThan(500);
      }
    }
  });

  test('lists pages of rows, and counts them all', async () => {
    const found = await run('Find tickets', { 'query.status': 'open', 'query.per_page': 5, 'query.page': 1 });
    expect(found).toMatchObject({ status: 'success', payload_format: 'json.table.rowwise' });
    const table = found.payload as { columns: { name: string }[]; rows: JsonValue[][] };
    expect(table.rows).toHaveLength(5);
    expect(table.columns.map(({ name }) => name)).toContain('subject');
    expect(found.logging_message).toMatch(/x-total-count: \d+/);
    expect(found.logging_message).toMatch(/link: <\/v1\/tickets\?.*page=2.*>; rel="next"/);
  });

  test('keeps opened, changed, commented, attached, and deleted tickets', async () => {
    const opened = await run('Open a ticket', {
      'body.subject': 'Kettle whistles',
      'body.customer': 'Ana',
      'body.email': 'ana@example.com',
      'body.tags': ['parts', 'vip'],
    });
    expect(opened.payload).toMatchObject({ status: 'open', priority: 'normal', tags: ['parts', 'vip'] });
    const { number } = opened.payload as { number: number };
    const path = { 'path.number': number };
    expect((await run('Change a ticket', { ...path, 'body.status': 'solved' })).payload).toMatchObject({
      status: 'solved',
      solved_at: expect.stringMatching(/Z$/),
    });
    await run('Comment on a ticket', { ...path, 'body.text': 'Done & gone' });
    const file = `data:text/plain;name=note.txt;base64,${Buffer.from('a note').toString('base64')}`;
    const attached = await run('Attach a file to a ticket', { ...path, 'body.file': file });
    expect(attached.payload).toMatchObject({ name: 'note.txt', size_bytes: 6 });
    // Saved tickets outlive the process.
    const again = await serveSampleApi({ port: 0, folder, secret });
    const shown = await fetch(`${again.origin}/v1/tickets/${number}`, {
      headers: { 'x-api-key': keyForSandbox(secret, org) },
    });
    expect(await shown.json()).toMatchObject({
      status: 'solved',
      comments: [{ text: 'Done & gone', author: 'Ines Duarte' }],
      attachments: [{ name: 'note.txt' }],
    });
    await again.close();
    expect((await run('Delete a ticket', path)).status).toBe('success');
    const gone = await run('Show a ticket', path);
    expect(gone).toMatchObject({ status: 'failed', errors: [{ code: 'HTTP 404' }] });
    expect(gone.payload).toMatchObject({ title: 'Ticket not found' });
  });

  test('returns a picture, text, a slow report, and a readable refusal', async () => {
    expect(await run('Show an attachment', { 'path.id': 1 })).toMatchObject({ payload_format: 'file' });
    const week = await run('The week at the desk', { 'query.until': '2026-06-30' });
    expect(week).toMatchObject({ payload_format: 'markdown' });
    expect(week.payload).toContain('# The week until 2026-06-30');
    const times = await run('Measure response times', { 'query.seconds': 0 });
    expect((times.payload as { rows: unknown[] }).rows).toHaveLength(3);
    expect(await run('Pay a customer back', { 'path.number': 1001 })).toMatchObject({
      status: 'failed',
      payload: { code: 'card_expired', detail: expect.stringMatching(/refund by transfer/) },
    });
    expect(await run('Check the desk')).toMatchObject({ payload: { status: 'up' } });
  });

  test('returns CSV, which is downloaded with its formulas neutralized, and as a spreadsheet', async () => {
    const csv = await run('Tickets for a spreadsheet');
    expect(csv).toMatchObject({ payload_format: 'csv' });
    const take = async (format: string) => {
      const link = await send('GET', `/${org}/runs/${csv.run_id}/download-link/${format}`, { as });
      const { url } = link.body as { url: string };
      return sendRaw('GET', url.slice(url.indexOf('/api/v1') + 7), { as });
    };
    const downloaded = await (await take('csv')).text();
    expect(downloaded).toContain("'=SUM says");
    expect(downloaded.replaceAll("'=SUM", '=SUM')).toBe(csv.payload);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await (await take('xlsx')).arrayBuffer());
    const sheet = workbook.worksheets[0];
    expect(sheet?.rowCount).toBe(String(csv.payload).trimEnd().split('\r\n').length);
    expect(sheet?.getCell('A1').value).toBe('number');
    expect(sheet?.getCell('A2').value).toBe(1001);
    // Not a formula, whatever a spreadsheet would make of it.
    expect(sheet?.getCell('C12').value).toMatch(/^=SUM says/);
  });

  test('whose connection can be tested', async () => {
    const { body } = await send('POST', `/${org}/creds/${credsId}/check`, { as, body: {} });
    expect(body).toEqual({
      server_version: `${new URL(api.origin).host} (HTTP 200)`,
      warning: null,
    });
  });

  test('follows it to another port, with the same commands', async () => {
    const other = await serveSampleApi({ port: 0, folder, secret });
    await updateSampleConnections('api', other.origin.replace('http://', `http://:${secret}@`));
    const [row] = await sql.query<{ base: string }>(
      `select settings->>'apiBaseUrl' as base from credential where org_id = $1`,
      [org],
    );
    expect(row?.base).toBe(`${other.origin}/v1`);
    await updateSampleConnections('api', process.env.SAMPLE_API_URL ?? '');
    await other.close();
  });
});

describe('S33 the exemption of the sample API', () => {
  const refusal = {
    status: 422,
    body: { error: { message: expect.stringMatching(/belongs to Pushboard itself/) } },
  };

  test('is limited to it: another connection never reaches it', async () => {
    const { port } = new URL(api.origin);
    for (const host of ['127.0.0.1', 'localhost', '127.1', '[::ffff:127.0.0.1]']) {
      const body = { credType: 'api', name: 'Mine', api: { apiBaseUrl: `http://${host}:${port}/v1` } };
      expect(await send('POST', `/${org}/creds`, { as, body })).toMatchObject(refusal);
      // Saved anyway, it does not reach it either.
      const forced = numberIn(await send('POST', `/${org}/creds?force=true`, { as, body }), 'creds_id');
      expect(await send('POST', `/${org}/creds/${forced}/check`, { as, body: {} })).toMatchObject(refusal);
    }
  });

  test('cannot be redirected: nobody can change the built-in connection, nor get its key', async () => {
    const elsewhere = 'http://127.0.0.1:1/v1';
    const [source] = await prisma().staticCommandSource.findMany({ where: { orgId: org } });
    const sourceId = source?.staticCommandSourceId;
    const tries = [
      await send('PATCH', `/${org}/creds/${credsId}`, {
        as,
        body: { api: { apiBaseUrl: elsewhere, apiKey: 'x' } },
      }),
      await send('PATCH', `/${org}/creds/${credsId}?force=true`, {
        as,
        body: { api: { timeoutSeconds: 5 } },
      }),
      await send('POST', `/${org}/creds/${credsId}/check`, {
        as,
        body: { api: { apiBaseUrl: elsewhere, apiKey: 'x' } },
      }),
      await send('PATCH', `/${org}/creds-api/${credsId}`, { as, body: { authType: 'none' } }),
      await send('PATCH', `/${org}/static-command-sources/${sourceId}`, {
        as,
        body: { openapiBaseUrl: elsewhere },
      }),
      await send('DELETE', `/${org}/creds/${credsId}?withCommands=true`, { as }),
    ];
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 422));
    const { body } = await send('GET', `/${org}/creds/${credsId}`, { as });
    expect(JSON.stringify(body)).not.toContain(keyForSandbox(secret, org));
  });

  test('is not replaced by a description of the same name, nor by one that asks to replace it', async () => {
    const [source] = await prisma().staticCommandSource.findMany({ where: { orgId: org, kind: 'sample' } });
    const document = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Support desk', version: '1' },
      paths: { '/evil': { get: { servers: [{ url: 'http://127.0.0.1:1' }], responses: {} } } },
    });
    const fields = { staticCommandSourceId: String(source?.staticCommandSourceId) };
    const replaced = await sendForm(`/${org}/openapi-upload`, { 'a.json': document }, { as, fields });
    expect(replaced.body).toMatchObject([{ error: expect.stringMatching(/no longer exists/) }]);
    const [beside] = (await sendForm(`/${org}/openapi-upload`, { 'a.json': document }, { as })).body as {
      creds_id: number;
    }[];
    expect(beside?.creds_id).not.toBe(credsId);
  });

  test('uses the address that is configured now, not the stored one', async () => {
    // Demo mode lets connections reach this machine, but not the application's own ports.
    await sql.query(
      `update credential set settings = settings || '{"apiBaseUrl": "http://127.0.0.1:3000"}' where credential_id = $1`,
      [credsId],
    );
    expect(await send('POST', `/${org}/creds/${credsId}/check`, { as, body: {} })).toMatchObject(refusal);
    await updateSampleConnections('api', process.env.SAMPLE_API_URL ?? '');
  });
});

describe('a caller of the sample API', () => {
  test('without a key sees only the status', async () => {
    expect((await fetch(`${api.origin}/v1/health`)).status).toBe(200);
    for (const path of ['/tickets', '/tickets/1001', '/attachments/1', '/nothing', '/../v1/tickets']) {
      expect((await call(path, {}, '')).status).toBe(401);
    }
  });

  test('opens only the desk of their own sandbox', async () => {
    const other = keyForSandbox(secret, 'sandbox-999');
    await call('/tickets/1002', { method: 'DELETE' }, other);
    expect((await call('/tickets/1002', {}, other)).status).toBe(404);
    expect((await call('/tickets/1002')).status).toBe(200);
  });

  test.each([
    ['another secret', () => keyForSandbox('another', org)],
    ['the seal of another sandbox', () => `${org}.${keyForSandbox(secret, 'sandbox-999').split('.')[1]}`],
    ['a way out of the folder', () => `../../etc.${'0'.repeat(64)}`],
    ['nothing behind the name', () => `${org}.`],
  ])('is refused with %s', async (_, key) => {
    expect((await call('/tickets', {}, key())).status).toBe(401);
  });

  test('under another host name is refused, as a page in a browser would be', async () => {
    const { port } = new URL(api.origin);
    expect((await fetch(`http://localhost:${port}/v1/health`)).status).toBe(421);
  });

  test('is told what is wrong with their request', async () => {
    const json = { 'content-type': 'application/json' };
    const open = (body: string) => call('/tickets', { method: 'POST', headers: json, body });
    expect(await (await open('{"subject": 1}')).json()).toMatchObject({
      title: 'Not valid',
      errors: expect.arrayContaining([expect.objectContaining({ field: 'subject' })]),
    });
    expect((await open('{')).status).toBe(400);
    expect((await open(JSON.stringify({ padding: 'x'.repeat(7_000_000) }))).status).toBe(413);
    expect((await call('/tickets?status=lost')).status).toBe(422);
    expect((await call('/tickets?unknown=1')).status).toBe(422);
  });
});
