import ExcelJS from 'exceljs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import {
  createEndedRun,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

withApp();
const source = withSource(
  `create function items(p_from integer, p_to integer) returns table (n integer, label text) language sql as
     $$ select i, case when i = 2 then '=1+1' else 'item ' || i end from generate_series(p_from, p_to) i $$;
   create function other() returns table (label text, n integer, extra text) language sql as
     $$ select 'x', 7, 'more' $$;
   create function scalar() returns text language sql as $$ select 'one value' $$;
   create function pair() returns setof refcursor language plpgsql as $$
     declare a refcursor := 'a'; b refcursor := 'b'; begin
     open a for select 1 as n; return next a; open b for select 2 as n; return next b; end $$;
   create function broken() returns integer language sql as 'select 1 / 0';
   create function big() returns table (n integer, filler text) language sql as
     $$ select i, repeat('x', 100) from generate_series(1, 3000) i $$;`,
  createOrganizations,
);
withWorker();

const nowMs = clock.nowMs;
afterEach(() => {
  clock.nowMs = nowMs;
});

const commands = new Map<string, MadeCommand>();
beforeAll(async () => {
  const signatures = {
    items: 'items(integer, integer)',
    other: 'other()',
    scalar: 'scalar()',
    pair: 'pair()',
    broken: 'broken()',
    big: 'big()',
  };
  for (const [name, signature] of Object.entries(signatures))
    commands.set(name, await commit(source, `public.${signature}`));
});

async function runOf(name: string, values: Record<string, number> = {}): Promise<number> {
  const command = commands.get(name);
  if (command === undefined) throw new Error(`Command ${name} doesn't exist`);
  return numberIn(await runInThree(command, values), 'run_id');
}

const combine = (body: object, as: string = people.runner) =>
  send('POST', `/${ORG_A}/combine-and-download-runs`, { as, body });

const answer = z.object({
  combined_id: z.int(),
  status: z.string(),
  url: z.string().nullable(),
  total_runs: z.int(),
});

/** The path and query of a link, below the API's base. */
const targetOf = (url: string | null) => (url ?? '').slice((url ?? '').indexOf('/api/v1') + '/api/v1'.length);

async function textOf(body: object): Promise<string> {
  const answered = await combine(body);
  expect(answered.status).toBe(200);
  const { url } = answer.parse(answered.body);
  const response = await sendRaw('GET', targetOf(url), { as: people.runner });
  expect(response.status).toBe(200);
  return response.text();
}

describe('combined as CSV', () => {
  it('the tables of a run with several follow each other, and a column says which is which', async () => {
    const runIds = [await runOf('pair'), await runOf('scalar')];
    expect(await textOf({ runIds, withParams: true })).toBe(
      `Run,Result,n,value\r\n${runIds[0]},1,1,\r\n${runIds[0]},2,2,\r\n${runIds[1]},1,,one value\r\n`,
    );
  });

  it('S50 one heading, the rows of each run in the order given, no formulas', async () => {
    const first = await runOf('items', { p_from: 1, p_to: 2 });
    const second = await runOf('items', { p_from: 3, p_to: 3 });
    expect(await textOf({ runIds: [second, first], downloadType: 'csv' })).toBe(
      ['n,label', '3,item 3', '1,item 1', "2,'=1+1", ''].join('\r\n'),
    );
  });

  it('puts the run and its values first when asked, and lines up columns of different commands by name', async () => {
    const first = await runOf('items', { p_from: 1, p_to: 1 });
    const second = await runOf('other');
    expect(await textOf({ runIds: [first, second, first], withParams: true })).toBe(
      ['Run,From,To,n,label,extra', `${first},1,1,1,item 1,`, `${second},,,7,x,more`, ''].join('\r\n'),
    );
  });

  it('takes scalars, and results that are files', async () => {
    const runIds = [await runOf('scalar'), await runOf('big')];
    const lines = (await textOf({ runIds })).split('\r\n');
    expect(lines.slice(0, 3)).toEqual(['value,n,filler', 'one value,,', `,1,${'x'.repeat(100)}`]);
    expect(lines).toHaveLength(1 + 1 + 3000 + 1);
  });

  it('names the file after what is in it', async () => {
    const { body } = await combine({ runIds: [await runOf('scalar')] });
    const response = await sendRaw('GET', targetOf(answer.parse(body).url), { as: people.runner });
    expect(response.headers.get('content-disposition')).toMatch(
      /filename="scalar, 1 run, \d{4}-\d\d-\d\d\.csv"/,
    );
    await response.body?.cancel();
  });

  it('combines all runs of a bulk run that have a table', async () => {
    const command = commands.get('items');
    if (command === undefined) throw new Error('The command was not added');
    const parent = await createEndedRun(ORG_A, command, people.runner);
    const children = [
      await runOf('items', { p_from: 1, p_to: 1 }),
      await runOf('items', { p_from: 4, p_to: 4 }),
    ];
    await prisma().run.updateMany({
      where: { runId: { in: children } },
      data: { trigger: 'bulk', parentRunId: parent },
    });
    expect(await textOf({ parentRunId: parent, withParams: true })).toContain(`${children[1]},4,4,4,item 4`);
  });
});

it('combined as XLSX, by the worker, with its progress', async () => {
  const runIds = [await runOf('items', { p_from: 1, p_to: 2 }), await runOf('other')];
  const asked = answer.parse((await combine({ runIds, downloadType: 'xlsx', withParams: true })).body);
  expect(asked.total_runs).toBe(2);
  const look = () => send('GET', `/${ORG_A}/combined-downloads/${asked.combined_id}`, { as: people.runner });
  await expect.poll(async () => answer.parse((await look()).body).status).toBe('ready');
  const { url } = answer.parse((await look()).body);
  const response = await sendRaw('GET', targetOf(url), { as: people.runner });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await response.arrayBuffer());
  const rows = workbook.worksheets[0]?.getSheetValues().slice(1) ?? [];
  expect(rows.map((row) => (Array.isArray(row) ? row.slice(1) : row))).toEqual([
    ['Run', 'From', 'To', 'n', 'label', 'extra'],
    [runIds[0], 1, 2, 1, 'item 1'],
    [runIds[0], 1, 2, 2, '=1+1'],
    [runIds[1], undefined, undefined, 7, 'x', 'more'],
  ]);
});

describe('refused', () => {
  it('without a run', async () => {
    const { status, body } = await combine({ runIds: [] });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { message: 'Please select at least one run to download' } });
  });

  it('with one that failed, and with one that has no table', async () => {
    const good = await runOf('scalar');
    const command = commands.get('scalar');
    if (command === undefined) throw new Error('The command was not made');
    const nothing = await createEndedRun(ORG_A, command, people.runner);
    expect((await combine({ runIds: [good, await runOf('broken')] })).body).toMatchObject({
      error: { code: 'conflict', message: "You've chosen a run that didn't successfully finish!" },
    });
    expect((await combine({ runIds: [good, nothing] })).body).toMatchObject({
      error: { code: 'conflict', message: 'This feature only supports CSV files!' },
    });
  });

  it('S12 as a whole, if one run is not theirs to see; also when access ends between asking and downloading', async () => {
    const own = await runOf('scalar');
    const foreign = await runOf('other');
    const { commandId = 0 } = commands.get('other') ?? {};
    const { body } = await combine({ runIds: [own, foreign] });
    const { url, combined_id: combinedId } = answer.parse(body);
    const { visibility } = await prisma().command.update({
      where: { commandId },
      data: { visibility: 'justme', createdByUserId: people.engineer },
      select: { visibility: true },
    });
    expect(visibility).toBe('justme');
    expect((await combine({ runIds: [own, foreign] })).status).toBe(404);
    expect((await combine({ runIds: [own, 999_999] })).status).toBe(404);
    expect((await send('GET', targetOf(url), { as: people.runner })).status).toBe(404);
    const theirs = await send('GET', `/${ORG_A}/combined-downloads/${combinedId}`, { as: people.orgAdmin });
    expect(theirs.status).toBe(404);
    const [stored] = await sql.query<{ count: number }>(
      'select count(*)::int as count from combined_download',
    );
    expect(stored?.count).toBeGreaterThan(0);
  });

  it('with a link after five minutes', async () => {
    const { body } = await combine({ runIds: [await runOf('scalar')] });
    const { url } = answer.parse(body);
    clock.nowMs = () => nowMs() + 5 * 60_000 + 1;
    expect((await send('GET', targetOf(url), { as: people.runner })).status).toBe(403);
  });
});
