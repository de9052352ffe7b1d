import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runSync } from '../support/things/runs';

withApp();
const source = withSource(
  'create function echo(doc json) returns json language sql as $$ select doc $$;',
  createOrganizations,
);
withWorker();

let echo: MadeCommand;
beforeAll(async () => {
  echo = await commit(source, 'public.echo(json)');
});

const runOf = async (doc: JsonValue): Promise<number> => numberIn(await runSync(echo, { doc }), 'run_id');

const linkTo = (runId: number, format: string) =>
  send('GET', `/${ORG_A}/runs/${runId}/download-link/${format}`, { as: people.runner });

async function take(runId: number, format: string): Promise<ArrayBuffer> {
  const { url } = z.object({ url: z.url() }).parse((await linkTo(runId, format)).body);
  const response = await sendRaw('GET', url.slice(url.indexOf('/api/v1') + '/api/v1'.length), {
    as: people.runner,
  });
  expect(response.status).toBe(200);
  return response.arrayBuffer();
}

const csvOf = async (runId: number): Promise<string> => new TextDecoder().decode(await take(runId, 'csv'));

const ORDERS: JsonValue = {
  data: [
    { id: 1, note: '=1+1', tags: ['a'] },
    { id: 2, total: 1.5 },
  ],
  total: 2,
};

describe('a document with a list of objects', () => {
  it('is downloaded as the table that the page shows, and whole as JSON', async () => {
    const runId = await runOf(ORDERS);
    expect(await csvOf(runId)).toBe(['id,note,tags,total', `1,'=1+1,"[""a""]",`, '2,,,1.5', ''].join('\r\n'));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await take(runId, 'xlsx'));
    const rows = workbook.worksheets[0]?.getSheetValues().slice(1) ?? [];
    expect(rows.map((row) => (Array.isArray(row) ? row.slice(1) : row))).toEqual([
      ['id', 'note', 'tags', 'total'],
      [1, '=1+1', '["a"]'],
      [2, undefined, undefined, 1.5],
    ]);
    expect(JSON.parse(new TextDecoder().decode(await take(runId, 'json')))).toEqual(ORDERS);
  });

  it('is masked, and has the names of the engineers if downloads do', async () => {
    const runId = await runOf(ORDERS);
    await prisma().command.update({
      where: { commandId: echo.commandId },
      data: { maskedOutputs: [{ kind: 'field', path: 'data[].note' }] },
    });
    expect(await csvOf(runId)).toContain('1,••••••,');
    await prisma().command.update({ where: { commandId: echo.commandId }, data: { maskedOutputs: [] } });
  });

  it('is read from the response of an API in the same way', async () => {
    const runId = await runOf(ORDERS);
    await prisma().run.update({ where: { runId }, data: { payloadFormat: 'json' } });
    const lines = `{"format":"json","content":[{"id": 1.10}, {"id": 2}]}\n`;
    await sql.query('update run_result set lines = $1 where run_id = $2', [lines, runId]);
    expect(await csvOf(runId)).toBe('id\r\n1.10\r\n2\r\n');
  });

  it('keeps the digits of its numbers', async () => {
    const { commandId, templateId } = echo;
    const answered = await send('POST', `/${ORG_A}/run-sync`, {
      as: people.runner,
      body: `{"olId": ${templateId}, "kitId": ${commandId}, "params": {"doc": [{"id": 9007199254740993, "price": 1.10}]}}`,
    });
    expect(await csvOf(numberIn(answered, 'run_id'))).toBe('id,price\r\n9007199254740993,1.10\r\n');
  });
});

describe('a document that is no table', () => {
  it.each<{ doc: JsonValue }>([
    { doc: { id: 1 } },
    { doc: { first: [{ a: 1 }], second: [{ b: 1 }] } },
    { doc: [1, 2] },
  ])('is refused as one, and had as JSON: %j', async ({ doc }) => {
    const runId = await runOf(doc);
    for (const format of ['csv', 'xlsx']) {
      expect(await linkTo(runId, format)).toMatchObject({
        status: 409,
        body: { error: { message: expect.stringContaining("isn't a list of objects") } },
      });
    }
    expect((await linkTo(runId, 'json')).status).toBe(200);
  });
});
