import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { type Answered, numberIn, send, sendRaw } from '../../support/app/http';
import { callMcp, connectMcp, MODERN } from '../../support/app/mcp';
import { serveSite } from '../../support/app/site';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { connectApi, createApiCommand } from '../../support/things/api-commands';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';
import { bearer, giveToken } from '../../support/things/tokens';

const SECRET = 'ada@hidden.example';
const MASKED = '••••••';

/** What the API responds with, by path. */
const bodies: Record<string, { type: string; body: string }> = {
  '/tree': {
    type: 'application/json',
    body: JSON.stringify({ customer: { email: SECRET, name: 'Ada' }, others: [{ email: SECRET, big: 1 }] }),
  },
  '/rows': { type: 'application/json', body: JSON.stringify([{ id: 1, email: SECRET }]) },
  '/csv': { type: 'text/csv', body: `id,EMail\r\n1,"${SECRET}"\r\n` },
  '/text': { type: 'text/plain', body: `Write to ${SECRET}` },
  '/large': {
    type: 'application/json',
    body: JSON.stringify({
      items: Array.from({ length: 40_000 }, (_, id) => ({ id, email: SECRET, note: 'kept' })),
    }),
  },
};

const site = await serveSite();
withApp({ APP_URL: site.url });
const source = withSource(
  `create function customers() returns table (id integer, email text, about jsonb) language sql as
     $$ select n, '${SECRET}', jsonb_build_object('phone', '${SECRET}', 'n', n) from generate_series(1, 3) n $$;
   create function long_row() returns table (id integer, email text) language sql as
     $$ select 1, repeat('${SECRET} ', 100000) $$;
   create function as_json() returns jsonb language sql as
     $$ select jsonb_build_object('email', '${SECRET}', 'id', 7) $$;
   create function check_row(n integer) returns integer language plpgsql stable as $$ begin
     if n = 1 then raise notice 'Found ${SECRET}, not x${SECRET}'; end if;
     if n = 2999 then raise exception 'Bad % here', '${SECRET}'; end if; return n; end $$;
   create function told() returns table (email text, n integer) language sql stable as
     $$ select '${SECRET}', check_row(n) from generate_series(1, 3000) n $$;
   create function with_output(out id integer, out email text) language sql as $$ select 1, '${SECRET}' $$;`,
  createOrganizations,
);
withWorker();

let api: HttpDouble;
let credsId: number;
let customers: MadeCommand;
beforeAll(async () => {
  api = await startHttpDouble(({ url }, response) => {
    const found = bodies[url?.replace(/\?.*/, '') ?? ''];
    response.setHeader('content-type', found?.type ?? 'text/plain').end(found?.body);
  });
  credsId = await connectApi(api.origin);
  customers = await commit(source, 'public.customers()');
});
afterAll(() => api.close());

type Masks = { kind: 'column' | 'field'; path: string }[];

const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;

async function mask(command: MadeCommand, maskedOutputs: Masks, more: object = {}): Promise<void> {
  const { status } = await send('PATCH', kit(command), {
    as: people.orgAdmin,
    body: { maskedOutputs, ...more },
  });
  expect(status).toBe(200);
}

async function ended(command: MadeCommand): Promise<{ runId: number; answer: Answered }> {
  const answer = await runSync(command, {}, people.orgAdmin);
  expect(answer.body).toMatchObject({ status: 'success' });
  return { runId: numberIn(answer, 'run_id'), answer };
}

const shown = async (command: MadeCommand, runId: number, as = people.orgAdmin) =>
  (await send('GET', `${kit(command)}/runs/${runId}`, { as })).body as Record<string, JsonValue>;

async function downloaded(runId: number, format: string): Promise<Buffer> {
  const made = await send('GET', `/${ORG_A}/runs/${runId}/download-link/${format}`, { as: people.orgAdmin });
  expect(made.status).toBe(200);
  const { url } = made.body as { url: string };
  const sent = await sendRaw('GET', url.slice(url.indexOf(`/${ORG_A}/runs`)), { as: people.orgAdmin });
  expect(sent.status).toBe(200);
  return Buffer.from(await sent.arrayBuffer());
}

async function sheetText(bytes: Buffer): Promise<string> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes as unknown as ArrayBuffer);
  return JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()));
}

/** Every way out of a result, as text. */
async function everyWayOut(command: MadeCommand, runId: number): Promise<Record<string, string>> {
  const run = await shown(command, runId);
  const formats = String(run.extensions ?? '')
    .split(',')
    .filter(Boolean);
  const files: Record<string, string> = {};
  for (const format of formats) {
    const bytes = await downloaded(runId, format);
    files[format] = format === 'xlsx' ? await sheetText(bytes) : bytes.toString('utf8');
  }
  return { page: JSON.stringify(run), ...files };
}

const email: Masks = [{ kind: 'column', path: 'email' }];

describe('a masked column', () => {
  it.each([
    ['a table', 'public.customers()', [...email, { kind: 'field' as const, path: 'about.phone' }]],
    ['a row that is longer than what is shown', 'public.long_row()', email],
    ['a JSON value', 'public.as_json()', [{ kind: 'field' as const, path: 'email' }]],
    ['output parameters', 'public.with_output()', email],
  ])('of %s leaves by no way, and everything else does', async (_, routine, masks) => {
    const command = routine === 'public.customers()' ? customers : await commit(source, routine);
    const { runId } = await ended(command);
    const before = await everyWayOut(command, runId);
    for (const text of Object.values(before)) expect(text).toContain(SECRET);
    await mask(command, masks);
    const after = await everyWayOut(command, runId);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const text of Object.values(after)) {
      expect(text).not.toContain(SECRET);
      expect(text).toContain(MASKED);
      expect(text).toContain('id');
    }
    expect((await runSync(command, {}, people.orgAdmin)).body).not.toMatchObject({
      payload: expect.stringContaining(SECRET),
    });
    await mask(command, []);
  });

  it.each([
    ['/tree', [{ kind: 'field' as const, path: 'email' }]],
    ['/rows', email],
    ['/csv', email],
    ['/text', email],
    ['/large', [{ kind: 'field' as const, path: 'items[].email' }]],
  ])('of a response at %s leaves by no way', async (path, masks) => {
    const command = await createApiCommand(credsId, api.origin, path);
    const { runId } = await ended(command);
    for (const text of Object.values(await everyWayOut(command, runId))) expect(text).toContain(SECRET);
    await mask(command, masks);
    for (const text of Object.values(await everyWayOut(command, runId))) {
      expect(text).not.toContain(SECRET);
      expect(text).toContain(MASKED);
    }
  });

  it('stays masked in the runs of its time when the mask is removed, and old runs are masked by a new one', async () => {
    const command = customers;
    const old = await ended(command);
    await mask(command, email);
    const masked = await ended(command);
    await mask(command, []);
    const later = await ended(command);
    const payload = async (runId: number) => JSON.stringify((await shown(command, runId)).payload);
    expect(await payload(old.runId)).toContain(SECRET);
    expect(await payload(later.runId)).toContain(SECRET);
    const run = await shown(command, masked.runId);
    expect(run.masked_outputs).toEqual(email);
    expect((run.payload as { rows: JsonValue[][] }).rows.map((row) => row[1])).toEqual([
      MASKED,
      MASKED,
      MASKED,
    ]);
  });

  it('is masked for programs, and they reveal nothing', async () => {
    await mask(customers, [...email, { kind: 'field', path: 'about.phone' }]);
    const { runId } = await ended(customers);
    const { token } = await giveToken(people.orgAdmin);
    const client = await connectMcp(site.url, token, MODERN);
    const answer = JSON.stringify(await callMcp(client, 'read_run', { run_id: runId }));
    expect(answer).toContain(MASKED);
    expect(answer).not.toContain(SECRET);
    const asked = await sendRaw('POST', `${kit(customers)}/runs/${runId}/reveal`, {
      headers: bearer(token),
      body: { steps: [0, 1] },
    });
    expect(asked.status).toBe(403);
    await mask(customers, []);
  });

  it('is masked in a spreadsheet that was made before', async () => {
    const command = customers;
    const { runId } = await ended(command);
    const made = await send('GET', `/${ORG_A}/runs/${runId}/download-link/xlsx`, { as: people.orgAdmin });
    const { url } = made.body as { url: string };
    await mask(command, email);
    const stale = await sendRaw('GET', url.slice(url.indexOf(`/${ORG_A}/runs`)), { as: people.orgAdmin });
    expect(stale.status).toBe(409);
    const text = await sheetText(await downloaded(runId, 'xlsx'));
    expect(text).toContain(MASKED);
    expect(text).not.toContain(`"${SECRET}"`);
    await mask(command, []);
  });
});

describe('revealing', () => {
  const reveal = (command: MadeCommand, runId: number, steps: JsonValue[], as: string = people.orgAdmin) =>
    send('POST', `${kit(command)}/runs/${runId}/reveal`, { as, body: { steps } });

  it('S55 gives one value, and the audit log says where, without the value', async () => {
    const command = customers;
    await mask(command, email);
    const { runId } = await ended(command);
    expect(await reveal(command, runId, [1, 1])).toMatchObject({ status: 200, body: { value: SECRET } });
    const events = () =>
      sql.query(`select actor_user_id, subject_id, after from audit_event where action = 'run.reveal'`);
    expect(await events()).toEqual([
      {
        actor_user_id: people.orgAdmin,
        subject_id: String(runId),
        after: { kit_id: command.commandId, result_set: 0, row: 2, column: 'email' },
      },
    ]);
    expect((await reveal(command, runId, [1, 0])).status).toBe(409);
    expect((await reveal(command, runId, [9, 1])).status).toBe(409);
    expect((await reveal(command, runId, ['rows', 1])).status).toBe(409);
    expect(await events()).toHaveLength(1);
  });

  it('is for engineers, or for the people who are named', async () => {
    const command = customers;
    await mask(command, email);
    const { runId } = await ended(command);
    expect(await shown(command, runId)).toMatchObject({ may_reveal: true });
    expect((await reveal(command, runId, [0, 1], people.runner)).status).toBe(403);
    await mask(command, email, { maskRevealers: [people.runner] });
    expect(await shown(command, runId)).toMatchObject({ may_reveal: false });
    expect((await reveal(command, runId, [0, 1])).status).toBe(403);
    expect(await reveal(command, runId, [0, 1], people.runner)).toMatchObject({ body: { value: SECRET } });
    await mask(command, [], { maskRevealers: [] });
  });

  it('finds a field of a JSON result by its keys', async () => {
    const command = await createApiCommand(credsId, api.origin, '/tree?again');
    await mask(command, [{ kind: 'field', path: 'others[].email' }]);
    const { runId } = await ended(command);
    expect((await shown(command, runId)).payload).toEqual({
      customer: { email: SECRET, name: 'Ada' },
      others: [{ email: MASKED, big: 1 }],
    });
    expect(await reveal(command, runId, ['others', 0, 'email'])).toMatchObject({ body: { value: SECRET } });
    expect((await reveal(command, runId, ['customer', 'email'])).status).toBe(409);
  });
});

it('S35 a masked value is masked in the log and the errors of its run, too', async () => {
  const told = await commit(source, 'public.told()');
  await mask(told, [{ kind: 'column', path: 'email' }]);
  const { body } = await runSync(told, {}, people.orgAdmin);
  const { run_id, logging_message, errors } = body as {
    run_id: number;
    logging_message: string;
    errors: { message: string }[];
  };
  expect(logging_message).toContain(`Found ${MASKED}, not x${SECRET}`);
  expect(errors[0]?.message).toBe(`Bad ${MASKED} here`);
  const log = await sendRaw('GET', `${kit(told)}/runs/${run_id}/log`, { as: people.orgAdmin });
  expect(await log.text()).toContain(`Found ${MASKED}`);
});

describe('files', () => {
  it('have the names and the order that engineers chose only if they asked for that', async () => {
    const display = (path: string, more: object) => ({
      kind: 'column',
      path,
      resultSet: 0,
      name: null,
      isHidden: false,
      order: null,
      format: null,
      detail: null,
      ...more,
    });
    const outputDisplay = [
      display('about', { isHidden: true }),
      display('email', { name: 'Mail', order: 0 }),
    ];
    await mask(customers, [], { outputDisplay });
    const { runId } = await ended(customers);
    const heading = async () => (await downloaded(runId, 'csv')).toString().split('\r\n', 1)[0];
    expect(await heading()).toBe('\ufeffid,email,about');
    await downloaded(runId, 'xlsx');
    await mask(customers, [], { outputInDownloads: true });
    expect(await heading()).toBe('\ufeffMail,id');
    const sheet = await sheetText(await downloaded(runId, 'xlsx'));
    expect(sheet).toContain('Mail');
    expect(sheet).not.toContain('about');
    expect((await downloaded(runId, 'json')).toString()).toContain('about');
  });

  it('S35 refuses a format whose detail leads elsewhere than to the web', async () => {
    const link = { kind: 'column', path: 'id', resultSet: 0, name: null, isHidden: false, order: null };
    const body = { outputDisplay: [{ ...link, format: 'link', detail: 'javascript:alert(1)' }] };
    const { status } = await send('PATCH', kit(customers), { as: people.orgAdmin, body });
    expect(status).toBe(400);
  });
});
