import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BYTE_ORDER_MARK } from '@/lib/results/csv';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

withApp();
const source = withSource(
  `create function orders() returns table (id integer, status text, email text, total numeric) language sql as $$ values
     (1, 'paid', 'ana@x.com', 9.50), (2, 'open', 'tom@x.com', 100.00), (3, 'paid', '=1+1', 20.00), (4, null, null, null) $$;
   create function pair() returns setof refcursor language plpgsql as $$
     declare a refcursor := 'a'; b refcursor := 'b'; begin
     open a for select i as n from generate_series(1, 3) i; return next a;
     open b for select chr(64 + i) as letter from generate_series(1, 3) i; return next b; end $$;
   create function many() returns table (n integer) language sql as 'select generate_series(1, 5000)';
   create function more_than_fit() returns table (n integer) language sql as 'select generate_series(1, 100001)';
   create function listed() returns json language sql as
     $$ select '{"items": [{"sku": "A", "n": 2}, {"sku": "B", "n": 10}, {"sku": "C"}]}'::json $$;`,
  createOrganizations,
);
withWorker();

const commands = new Map<string, MadeCommand>();
beforeAll(async () => {
  for (const name of ['orders', 'pair', 'many', 'more_than_fit', 'listed'])
    commands.set(name, await commit(source, `public.${name}()`));
});

async function runOf(name: string): Promise<number> {
  const command = commands.get(name);
  if (command === undefined) throw new Error(`The command ${name} was not added`);
  return numberIn(await runInThree(command, {}), 'run_id');
}

const linkOf = (runId: number, format: string, query: string) =>
  send('GET', `/${ORG_A}/runs/${runId}/download-link/${format}?${query}`, { as: people.runner });

async function targetOf(runId: number, format: string, query: string): Promise<string> {
  const { status, body } = await linkOf(runId, format, query);
  expect({ status, body }).toMatchObject({ status: 200 });
  const { url } = z.object({ url: z.url() }).parse(body);
  return url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
}

async function take(runId: number, format: string, query: string): Promise<ArrayBuffer> {
  const response = await sendRaw('GET', await targetOf(runId, format, query), { as: people.runner });
  expect(response.status).toBe(200);
  return response.arrayBuffer();
}

const csv = async (runId: number, query: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(await take(runId, 'csv', query))
    .replace(BYTE_ORDER_MARK, '')
    .trimEnd()
    .split('\r\n');

describe('chosen rows', () => {
  it('are those that contain a text, sorted, with the chosen columns in their order', async () => {
    const runId = await runOf('orders');
    expect(await csv(runId, 'search=paid&sort=3&sortDesc=true')).toEqual([
      'id,status,email,total',
      "3,paid,'=1+1,20.00",
      '1,paid,ana@x.com,9.50',
    ]);
    expect(await csv(runId, 'filter=1:PAID&filter=2:ana&columns=3,0')).toEqual(['total,id', '9.50,1']);
    expect(await csv(runId, 'filter=3:%3E9.50&columns=0,3')).toEqual(['id,total', '2,100.00', '3,20.00']);
    expect(await csv(runId, 'filter=3:9.5..20&columns=0')).toEqual(['id', '1', '3']);
    expect(await csv(runId, 'filter=1:none')).toEqual(['id,status,email,total']);
  });

  it('go through all rows of a result, however many pages it has', async () => {
    const lines = await csv(await runOf('many'), 'search=9&sort=0&sortDesc=true');
    const wanted = Array.from({ length: 5000 }, (_, index) => String(5000 - index)).filter((n) =>
      n.includes('9'),
    );
    expect(lines).toEqual(['n', ...wanted]);
  });

  it('are of one of several tables', async () => {
    expect(await csv(await runOf('pair'), 'resultSet=1&search=b')).toEqual(['letter', 'B']);
  });

  it('are of the list of a document, too', async () => {
    expect(await csv(await runOf('listed'), 'sort=1&sortDesc=true&columns=1,0')).toEqual([
      'n,sku',
      '10,B',
      '2,A',
      ',C',
    ]);
  });

  it('are a sheet as XLSX', async () => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await take(await runOf('orders'), 'xlsx', 'search=paid&columns=0,3'));
    const rows = workbook.worksheets[0]?.getSheetValues().slice(1) ?? [];
    expect(rows.map((row) => (Array.isArray(row) ? row.slice(1) : row))).toEqual([
      ['id', 'total'],
      [1, 9.5],
      [3, 20],
    ]);
  });

  it('have the names of engineers where downloads do, and the chosen columns nevertheless', async () => {
    const runId = await runOf('orders');
    const display = [
      {
        kind: 'column',
        path: 'total',
        resultSet: 0,
        name: 'Amount',
        isHidden: true,
        order: null,
        format: null,
        detail: null,
      },
    ];
    await sql.query(
      `update command set is_output_in_downloads = true, output_display = $1::jsonb
       where command_id = (select command_id from run where run_id = $2)`,
      [JSON.stringify(display), runId],
    );
    expect(await csv(runId, 'search=ana')).toEqual(['id,status,email', '1,paid,ana@x.com']);
    expect(await csv(runId, 'search=ana&columns=0,3')).toEqual(['id,Amount', '1,9.50']);
  });

  it('are masked before they are searched', async () => {
    const runId = await runOf('orders');
    await sql.query(
      `update command set masked_outputs = '[{"kind": "column", "path": "email"}]'::jsonb
       where command_id = (select command_id from run where run_id = $1)`,
      [runId],
    );
    expect(await csv(runId, 'search=ana')).toHaveLength(1);
    expect((await csv(runId, 'search=paid&columns=2'))[1]).not.toContain('@');
  });
});

describe('a link to chosen rows', () => {
  it('S12 works only for what was chosen', async () => {
    const target = await targetOf(await runOf('many'), 'csv', 'search=9');
    const statusOf = async (path: string) => (await sendRaw('GET', path, { as: people.runner })).status;
    expect(await statusOf(target)).toBe(200);
    expect(await statusOf(target.replace('search=9', 'search=8'))).toBe(403);
    expect(await statusOf(target.replace('search=9&', ''))).toBe(403);
    expect(await statusOf(`${target}&columns=0`)).toBe(403);
  });

  it.each([
    ['csv', 'columns=9', 422, 'fewer columns'],
    ['csv', 'sort=9', 422, 'fewer columns'],
    ['csv', 'resultSet=3', 422, 'fewer tables'],
    ['csv', 'columns=a', 400, 'commas'],
    ['csv', 'columns=0,00', 400, 'each column once'],
    ['json', 'search=9', 400, 'csv and xlsx'],
  ])('as %s with %s is refused with %i', async (format, query, status, message) => {
    expect(await linkOf(await runOf('many'), format, query)).toMatchObject({ status });
    expect(JSON.stringify((await linkOf(await runOf('many'), format, query)).body)).toContain(message);
  });

  it('is refused for a spreadsheet of more rows than one may have', async () => {
    const runId = await runOf('more_than_fit');
    expect(await linkOf(runId, 'xlsx', 'sort=0')).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('100,000 rows') } },
    });
    expect(await linkOf(runId, 'xlsx', 'sort=0&search=77')).toMatchObject({ status: 200 });
  });
});
