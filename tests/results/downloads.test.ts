import { access } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { makeSpreadsheet } from '@/server/results/formats/make-spreadsheet';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { resultPath, spreadsheetPath } from '../support/app/result-path';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, runInThree, startRun } from '../support/things/runs';

withApp();
const source = withSource(
  `create function sheet() returns table ("__proto__" text, constructor bigint, n numeric, "a ""b""" text, at timestamptz)
     language sql as $$ values
       ('=1+1', 9223372036854775807, -0.10, null, '2026-11-03 10:00+00'::timestamptz),
       ('+cmd', 1, 12345678901234567890.5, '', null),
       (E'two\\nlines, "quoted"', -2, 7, 'שלום 🙂', null) $$;
   create function pair() returns setof refcursor language plpgsql as $$
     declare a refcursor := 'a'; b refcursor := 'b'; begin
     open a for select i as n from generate_series(1, 3) i; return next a;
     open b for select 'x' as letter; return next b; end $$;
   create function one() returns text language sql as $$ select '=danger' $$;
   create function many() returns setof integer language sql as 'select generate_series(1, 5000)';
   create function nothing() returns void language sql as '';
   create function nap() returns void language sql as 'select pg_sleep(600)';`,
  createOrganizations,
);
withWorker();

const nowMs = clock.nowMs;
afterEach(() => {
  clock.nowMs = nowMs;
});

const commands = new Map<string, MadeCommand>();
beforeAll(async () => {
  for (const name of ['sheet', 'pair', 'one', 'many', 'nothing', 'nap'])
    commands.set(name, await commit(source, `public.${name}()`));
});

async function runOf(name: string): Promise<number> {
  const answered = await runInThree(commandOf(name), {});
  expect(answered.body).toMatchObject({ status: 'success' });
  return numberIn(answered, 'run_id');
}

function commandOf(name: string): MadeCommand {
  const command = commands.get(name);
  if (command === undefined) throw new Error(`There is no command ${name}`);
  return command;
}

const linkOf = (runId: number, format: string, as: string = people.runner) =>
  send('GET', `/${ORG_A}/runs/${runId}/download-link/${format}`, { as });

/** The path and query of a link, below the API's base. */
async function targetOf(runId: number, format: string): Promise<string> {
  const { status, body } = await linkOf(runId, format);
  expect(status).toBe(200);
  const { url } = z.object({ url: z.url() }).parse(body);
  return url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
}

async function take(runId: number, format: string) {
  const response = await sendRaw('GET', await targetOf(runId, format), { as: people.runner });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

describe('a table', () => {
  it('S50 S51 as CSV: null differs from empty text, every digit, no formula, columns with any name', async () => {
    const file = await take(await runOf('sheet'), 'csv');
    expect(textOf(file)).toBe(
      [
        '__proto__,constructor,n,"a ""b""",at',
        `'=1+1,9223372036854775807,-0.10,,2026-11-03T10:00:00Z`,
        `'+cmd,1,12345678901234567890.5,"",`,
        `"two\nlines, ""quoted""",-2,7,שלום 🙂,`,
        '',
      ].join('\r\n'),
    );
  });

  it('as JSON: the same shape as its payload, complete', async () => {
    const runId = await runOf('many');
    const whole = JSON.parse(textOf(await take(runId, 'json')));
    expect(whole.columns).toMatchObject([{ name: 'many' }]);
    expect(whole.rows).toHaveLength(5000);
    expect(whole.rows.at(-1)).toEqual([5000]);
  });

  it('as text: one row per line, separated by tabs', async () => {
    const lines = textOf(await take(await runOf('sheet'), 'txt')).split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[3]).toBe('two lines, "quoted"\t-2\t7\tשלום 🙂\t');
  });

  it('S50 S51 as XLSX, created by the worker: numbers are numbers, big ones exact, formulas are text', async () => {
    const runId = await runOf('sheet');
    const { bytes, headers } = await take(runId, 'xlsx');
    expect(headers.get('content-type')).toContain('spreadsheetml');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes.buffer);
    const rows = workbook.worksheets[0]?.getSheetValues().slice(1) ?? [];
    expect(rows.map((row) => (Array.isArray(row) ? row.slice(1) : row))).toEqual([
      ['__proto__', 'constructor', 'n', 'a "b"', 'at'],
      ['=1+1', '9223372036854775807', -0.1, undefined, '2026-11-03T10:00:00Z'],
      ['+cmd', 1, '12345678901234567890.5'],
      ['two\nlines, "quoted"', -2, 7, 'שלום 🙂'],
    ]);
    // Created once: a second request finds it.
    expect((await take(runId, 'xlsx')).bytes).toEqual(bytes);
  });
});

describe('several result sets', () => {
  it('are a zip with a CSV file for each', async () => {
    const { bytes, headers } = await take(await runOf('pair'), 'csv');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="pair \d+\.zip"/);
    const files = unzipSync(bytes);
    expect(Object.fromEntries(Object.entries(files).map(([name, file]) => [name, strFromU8(file)]))).toEqual({
      '1.csv': 'n\r\n1\r\n2\r\n3\r\n',
      '2.csv': 'letter\r\nx\r\n',
    });
  });

  it('are a list of tables as JSON, and a sheet each as XLSX', async () => {
    const runId = await runOf('pair');
    expect(JSON.parse(textOf(await take(runId, 'json')))).toMatchObject([
      { rows: [[1], [2], [3]] },
      { rows: [['x']] },
    ]);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await take(runId, 'xlsx')).bytes.buffer);
    expect(workbook.worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ['Result 1', 4],
      ['Result 2', 2],
    ]);
  });
});

describe('a single value', () => {
  it.each([
    ['txt', '=danger'],
    ['json', '"=danger"'],
    ['csv', "value\r\n'=danger\r\n"],
  ])('as %s', async (format, expected) => {
    expect(textOf(await take(await runOf('one'), format))).toBe(expected);
  });
});

describe('a link', () => {
  it('S49 returns an attachment that no browser renders in our origin', async () => {
    const { headers } = await take(await runOf('one'), 'txt');
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
  });

  it('S12 works only for the person who requested it, and only for that run and format', async () => {
    const [runId, otherRun] = [await runOf('one'), await runOf('one')];
    const target = await targetOf(runId, 'csv');
    const statusOf = async (path: string, as: string) => (await sendRaw('GET', path, { as })).status;
    expect(await statusOf(target, people.runner)).toBe(200);
    expect(await statusOf(target, people.engineer)).toBe(403);
    expect(await statusOf(target, people.orgAdminB)).toBe(404);
    expect(await statusOf(target.replace(`/${runId}/`, `/${otherRun}/`), people.runner)).toBe(403);
    expect(await statusOf(target.replace('/csv?', '/json?'), people.runner)).toBe(403);
    expect(await statusOf(`${target.slice(0, -4)}AAAA`, people.runner)).toBe(403);
    expect(await statusOf(target.replace(/link=.*/, 'link='), people.runner)).toBe(403);
  });

  it('works for five minutes', async () => {
    const runId = await runOf('one');
    const made = nowMs();
    clock.nowMs = () => made;
    const target = await targetOf(runId, 'csv');
    clock.nowMs = () => made + 5 * 60_000 - 1000;
    expect((await sendRaw('GET', target, { as: people.runner })).status).toBe(200);
    clock.nowMs = () => made + 5 * 60_000 + 1000;
    const late = await send('GET', target, { as: people.runner });
    expect(late).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('five minutes') } },
    });
  });
});

describe('what cannot be downloaded', () => {
  it('a run in progress is a conflict that says so', async () => {
    const nap = commandOf('nap');
    const runId = await createRun(nap);
    await startRun(nap, runId, {});
    expect(await linkOf(runId, 'csv')).toMatchObject({ status: 409 });
    await send('POST', `/${ORG_A}/kits/${nap.commandId}/runs/${runId}/cancel`, { as: people.runner });
  });

  it('a run without a result is a conflict that says so', async () => {
    const { body } = await linkOf(await runOf('nothing'), 'csv');
    expect(body).toMatchObject({ error: { message: 'This run has no result to download.' } });
  });

  it('an unknown format is not found', async () => {
    expect((await linkOf(await runOf('one'), 'pdf')).status).toBe(404);
  });
});

describe('a file', () => {
  it('S39 of a command whose name is cut within a character is sent', async () => {
    const { commandId } = commandOf('one');
    const rename = (name: string) =>
      send('PATCH', `/${ORG_A}/kits/${commandId}`, { as: people.engineer, body: { name } });
    expect((await rename('🙂'.repeat(90))).status).toBe(200);
    const runId = await runOf('one');
    for (const format of ['txt', 'json']) expect(textOf(await take(runId, format))).toContain('=danger');
    await rename('one');
  });
});

describe('S13 a result that was deleted', () => {
  const remove = (runId: number) =>
    send('DELETE', `/${ORG_A}/kits/${commandOf('one').commandId}/runs/${runId}/result`, {
      as: people.runner,
    });

  it('is not returned again for the key that started its run', async () => {
    const { commandId, templateId } = commandOf('one');
    const press = () =>
      send('POST', `/${ORG_A}/run-sync`, {
        as: people.runner,
        headers: { 'idempotency-key': 'deleted-1' },
        body: { olId: templateId, kitId: commandId, params: {} },
      });
    const first = await press();
    expect(first.body).toMatchObject({ payload: '=danger' });
    expect((await remove(numberIn(first, 'run_id'))).status).toBe(204);
    expect((await press()).body).toMatchObject({ run_id: numberIn(first, 'run_id'), payload: null });
    const kept = await sql.query(`select 1 from idempotency_key where body like '%=danger%'`);
    expect(kept).toEqual([]);
  });

  it('leaves no spreadsheet that was being created meanwhile', async () => {
    const runId = await runOf('one');
    await sql.query('insert into run_spreadsheet (org_id, run_id) values ($1, $2)', [ORG_A, runId]);
    // As the worker finds it when the rows are deleted between its reading and its writing.
    await sql.query('update run set has_result = false, result_deleted_at = now() where run_id = $1', [
      runId,
    ]);
    await makeSpreadsheet(runId, 'worker');
    await expect(access(spreadsheetPath(ORG_A, runId))).rejects.toThrow('ENOENT');
    await expect(access(resultPath(ORG_A, runId))).rejects.toThrow('ENOENT');
  });
});
