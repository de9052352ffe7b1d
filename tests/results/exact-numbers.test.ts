import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { deliver } from '../support/things/webhooks';

withApp();
const source = withSource(
  `create table kept (doc jsonb);
   create function keep(doc jsonb, n bigint) returns table (doc jsonb, list json[], n bigint) language sql as
     $$ insert into kept values (doc); select doc, array[doc::json], n $$;`,
  createOrganizations,
);
withWorker();

const DOCUMENT =
  '{"id": 9007199254740993, "big": 1e400, "price": 1.10, "texts": ["1.10", "9007199254740993"]}';
/** As jsonb writes it. */
const stored = `{"id": 9007199254740993, "big": 1${'0'.repeat(400)}, "price": 1.10, "texts": ["1.10", "9007199254740993"]}`;
const compact = '{"id":9007199254740993,"big":1e3,"price":1.10,"texts":["1.10"]}';

let command: MadeCommand;
beforeAll(async () => {
  command = await commit(source, 'public.keep(jsonb, bigint)');
});

const keptTexts = async () =>
  (await source.query('delete from kept returning doc::text as doc')).map(
    (row) => (row as { doc: string }).doc,
  );

async function run(doc: string): Promise<number> {
  const { commandId, templateId } = command;
  const answered = await send('POST', `/${ORG_A}/run-sync`, {
    as: people.runner,
    body: `{"olId": ${templateId}, "kitId": ${commandId}, "params": {"doc": ${doc}, "n": 9007199254740993}}`,
  });
  expect(answered.body).toMatchObject({ status: 'success' });
  return numberIn(answered, 'run_id');
}

async function downloaded(runId: number, format: string): Promise<Uint8Array> {
  const { body } = await send('GET', `/${ORG_A}/runs/${runId}/download-link/${format}`, {
    as: people.runner,
  });
  const { url } = z.object({ url: z.url() }).parse(body);
  const target = url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
  const response = await sendRaw('GET', target, { as: people.runner });
  return new Uint8Array(await response.arrayBuffer());
}

describe('numbers within JSON keep all their digits', () => {
  it('from the API to the database, and from there to every download', async () => {
    const runId = await run(DOCUMENT);
    expect(await keptTexts()).toEqual([stored]);
    const json = strFromU8(await downloaded(runId, 'json'));
    expect(json).toContain('{"id":9007199254740993,"big":');
    expect(json).toContain('"price":1.10,"texts":["1.10","9007199254740993"]}');
    const csv = strFromU8(await downloaded(runId, 'csv'));
    expect(csv).toContain('{""id"":9007199254740993,');
    expect(csv).toContain('""price"":1.10,""texts"":[""1.10"",""9007199254740993""]}');
    const sheet = unzipSync(await downloaded(runId, 'xlsx'))['xl/worksheets/sheet1.xml'];
    expect(strFromU8(sheet ?? new Uint8Array())).toMatch(/id&?.*:9007199254740993,.*price.*:1\.10,/);
    expect(strFromU8(await downloaded(runId, 'txt'))).toContain('"price":1.10');
  });

  it('from the API to the page, and as the values that the run was sent with', async () => {
    const runId = await run(compact);
    const path = `/${ORG_A}/kits/${command.commandId}/runs/${runId}`;
    const text = await (await sendRaw('GET', path, { as: people.runner })).text();
    expect(text).toContain('{"id":9007199254740993,"big":1000,"price":1.10,"texts":["1.10"]}');
    expect(text).toContain(`"doc":${compact}`);
    expect(text).not.toContain('\uFDD0');
    await keptTexts();
  });

  it('from a delivery to a webhook to the database', async () => {
    const rows = await prisma().commandInput.findMany({
      where: { commandId: command.commandId },
      include: { templateInput: true },
    });
    const inputs = rows.map(({ inputId, templateInput: { key } }) =>
      key === 'doc'
        ? { legoInstanceInputId: inputId, path: 'order' }
        : { legoInstanceInputId: inputId, path: 'order.id' },
    );
    const made = await send('POST', `/${ORG_A}/kits/${command.commandId}/webhooks`, {
      as: people.engineer,
      body: { name: 'Orders', inputs },
    });
    const { url, secret } = z.object({ url: z.string(), secret: z.string() }).parse(made.body);
    expect(await deliver(url, { secret, body: `{"order": ${compact}}` })).toMatchObject({ status: 202 });
    await expect
      .poll(keptTexts)
      .toEqual(['{"id": 9007199254740993, "big": 1000, "price": 1.10, "texts": ["1.10"]}']);
  });
});
