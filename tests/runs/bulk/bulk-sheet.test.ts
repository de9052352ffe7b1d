import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { sendMail } from '@/server/delivery/send-mail';
import { withApp } from '../../support/app/app';
import { numberIn, send, sendRaw } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { type SmtpDouble, smtpDouble } from '../../support/doubles/smtp';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

const smtp: SmtpDouble = await smtpDouble();
withApp({ SMTP_URL: smtp.url, MAIL_FROM: 'pushboard@example.com' });
const source = withSource(
  `create function doubled(n integer) returns integer language plpgsql as $$ begin
     if n < 0 then raise exception 'negative'; end if;
     return n * 2;
   end $$;
   create function pairs(n integer) returns table (label text, amount bigint) language sql as
     $$ select 'item ' || i, 9007199254740993 + i from generate_series(1, n) i $$;`,
  createOrganizations,
);

let doubled: MadeCommand;
let pairs: MadeCommand;
beforeAll(async () => {
  await smtp.start();
  doubled = await commit(source, 'public.doubled(integer)');
  pairs = await commit(source, 'public.pairs(integer)');
});
beforeEach(async () => {
  smtp.taken.length = 0;
  await sql.query('delete from run');
});

type Row = Record<string, JsonValue>;
const as = people.runner;
const path = (of: MadeCommand, parentId: number) => `/${ORG_A}/kits/${of.commandId}/runs/${parentId}`;

async function begin(of: MadeCommand, rows: Row[]): Promise<number> {
  const made = await send('POST', `/${ORG_A}/run-bulk-async-i`, {
    as,
    body: { olId: of.templateId, kitId: of.commandId, runramsList: rows },
  });
  const parentId = numberIn(made, 'run_id');
  await send('POST', `/${ORG_A}/run-bulk-async-ii`, {
    as,
    body: { parentRunId: parentId, kitId: of.commandId },
  });
  return parentId;
}

async function ended(of: MadeCommand, rows: Row[]): Promise<number> {
  const parentId = await begin(of, rows);
  while ((await executeWaiting()).length > 0);
  return parentId;
}

/** One row that succeeded, one that failed, and one that was canceled before it began. */
async function mixed(): Promise<number> {
  const parentId = await begin(doubled, [{ n: 4 }, { n: -1 }, { n: 6 }]);
  await prisma().openRun.updateMany({
    where: { parentRunId: parentId, turn: { gte: 2 } },
    data: { state: 'held' },
  });
  while ((await executeWaiting()).length > 0);
  await send('POST', `${path(doubled, parentId)}/bulk/stop`, { as, body: {} });
  return parentId;
}

const listed = z.array(
  z.object({
    row: z.int(),
    status: z.string(),
    end_reason: z.string().nullable(),
    cells: z.array(z.string()).nullable(),
  }),
);
const rowsOf = async (of: MadeCommand, parentId: number, query = '') =>
  listed.parse((await send('GET', `${path(of, parentId)}/bulk/rows${query}`, { as })).body);

describe('the rows of a bulk run', () => {
  it('have the value, or the first cells with all digits, and are sorted as wanted', async () => {
    const parentId = await ended(doubled, [{ n: 4 }, { n: -1 }, { n: 6 }]);
    const inOrder = await rowsOf(doubled, parentId, '?sort=row');
    expect(inOrder.map(({ row, cells }) => [row, cells])).toEqual([
      [1, ['8']],
      [2, null],
      [3, ['12']],
    ]);
    const places = async (query: string) => (await rowsOf(doubled, parentId, query)).map(({ row }) => row);
    expect(await places('?sortDesc=row')).toEqual([3, 2, 1]);
    expect(await places('?sort=status')).toEqual([2, 1, 3]);
    expect((await places('?sort=took')).sort()).toEqual([1, 2, 3]);
    expect((await send('GET', `${path(doubled, parentId)}/bulk/rows?sort=n`, { as })).status).toBe(400);

    const tables = await ended(pairs, [{ n: 2 }, { n: 0 }]);
    expect((await rowsOf(pairs, tables, '?sort=row')).map(({ cells }) => cells)).toEqual([
      ['item 1', '9007199254740994'],
      [],
    ]);
  });

  it('are apart where they were canceled, and the counts stand wherever the run is listed', async () => {
    const parentId = await mixed();
    expect((await rowsOf(doubled, parentId, '?state=failed')).map(({ row }) => row)).toEqual([2]);
    expect((await rowsOf(doubled, parentId, '?state=canceled')).map(({ row }) => row)).toEqual([3]);
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=bulk_parent_id:null`, { as });
    expect(body).toMatchObject([
      {
        bulk_rows: 3,
        bulk_failed: 1,
        bulk_canceled: 1,
        bulk_children: [{ status: 'success' }, { status: 'failed' }, { status: 'failed' }],
      },
    ]);
    const { body: summary } = await send('GET', `/${ORG_A}/skinny-runs/${parentId}`, { as });
    expect(summary).toMatchObject({ bulk_failed: 1, bulk_canceled: 1 });
    const { run_id: childId } = await prisma().$queryRaw<{ run_id: number }[]>`
      select run_id from run where parent_run_id = ${parentId} order by run_id limit 1`.then(
      ([row]) => row ?? { run_id: 0 },
    );
    expect((await send('GET', `/${ORG_A}/skinny-runs/${childId}`, { as })).body).toMatchObject({
      bulk_failed: null,
      bulk_children: null,
    });
  });
});

describe('the file of a bulk run', () => {
  async function fileOf(body: object): Promise<{ text: string; leftOut: unknown }> {
    const answered = await send('POST', `/${ORG_A}/combine-and-download-runs`, { as, body });
    const { url, left_out_runs: leftOut } = z
      .object({ url: z.string(), left_out_runs: z.int() })
      .parse(answered.body);
    const target = url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
    return { text: await (await sendRaw('GET', target, { as })).text(), leftOut };
  }

  it('says how many rows it leaves out, or has them with their errors', async () => {
    const parentId = await mixed();
    expect(await fileOf({ parentRunId: parentId })).toEqual({ text: 'value\r\n8\r\n', leftOut: 2 });
    const whole = await fileOf({ parentRunId: parentId, withParams: true, withErrors: true });
    const lines = whole.text.split('\r\n').map((line) => line.split(',').slice(1));
    expect(whole.leftOut).toBe(0);
    expect(lines).toEqual([
      ['n', 'Status', 'Error', 'value'],
      ['4', 'Success', '', '8'],
      ['-1', 'Failed', 'negative', ''],
      ['6', 'Canceled', expect.any(String), ''],
      [],
    ]);
  });

  it('has the rows that a run had returned before it failed, each with the error', async () => {
    const parentId = await ended(pairs, [{ n: 2 }, { n: 1 }, { n: 0 }]);
    await prisma().run.updateMany({
      where: { parentRunId: parentId, params: { not: '{"n":1}' } },
      data: { status: 'failed', endReason: 'error', errors: [{ message: 'The disk is full' }] },
    });
    expect(await fileOf({ parentRunId: parentId })).toEqual({
      text: 'label,amount\r\nitem 1,9007199254740994\r\n',
      leftOut: 2,
    });
    expect(await fileOf({ parentRunId: parentId, withErrors: true })).toEqual({
      text: [
        'Status,Error,label,amount',
        'Failed,The disk is full,item 1,9007199254740994',
        'Failed,The disk is full,item 2,9007199254740995',
        'Success,,item 1,9007199254740994',
        'Failed,The disk is full,,',
        '',
      ].join('\r\n'),
      leftOut: 0,
    });
  });

  it('takes the place of the bulk run among runs that are combined', async () => {
    const single = await ended(doubled, [{ n: 1 }]);
    const parentId = await ended(doubled, [{ n: 4 }, { n: -1 }]);
    expect(await fileOf({ runIds: [parentId, single] })).toEqual({ text: 'value\r\n8\r\n2\r\n', leftOut: 1 });
  });

  it('of which no row succeeded is made with the errors, and refused without', async () => {
    const parentId = await ended(doubled, [{ n: -1 }]);
    const refused = await send('POST', `/${ORG_A}/combine-and-download-runs`, {
      as,
      body: { parentRunId: parentId },
    });
    expect(refused.body).toMatchObject({
      error: { code: 'conflict', message: 'None of the runs of this bulk run has a table to download.' },
    });
    expect((await fileOf({ parentRunId: parentId, withErrors: true })).text).toBe(
      'Status,Error\r\nFailed,negative\r\n',
    );
  });

  it('is attached to a message, which has the counts', async () => {
    const parentId = await mixed();
    const sent = await send('POST', `/${ORG_A}/runs/${parentId}/send`, {
      as: people.engineer,
      body: { recipients: [{ userId: people.runner }] },
    });
    expect(sent.status).toBe(200);
    for (const { mailId } of await prisma().mailMessage.findMany()) await sendMail(mailId, 'worker');
    const [message] = smtp.taken;
    expect(message?.mail.text).toContain('1 of 3 rows succeeded, 1 failed, 1 canceled.');
    expect(message?.mail.text).toContain(`The result is attached as Rows of run ${parentId}.csv (`);
    expect(String(message?.mail.attachments[0]?.content)).toContain(',-1,Failed,negative,');
  });
});
