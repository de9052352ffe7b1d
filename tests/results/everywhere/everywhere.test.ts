import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send, sendRaw } from '../../support/app/http';
import { serveSite } from '../../support/app/site';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { repeats } from '../../support/setup/reach';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';
import { deliver } from '../../support/things/webhooks';
import { columns, type Sample, samples } from './values';

const site = await serveSite();
withApp({ APP_URL: site.url });
const types = 't text, n numeric, b bigint, d date, m timestamp, j jsonb, list text[]';
const source = withSource(
  `create table kept (${types});
   create function keep(${types}) returns table (${types}) language sql as
     $$ insert into kept values (t, n, b, d, m, j, list); select t, n, b, d, m, j, list $$;
   create function whole(j jsonb) returns jsonb language sql as 'select j';`,
  createOrganizations,
);
withWorker();

let keep: MadeCommand;
let whole: MadeCommand;
let hook: { url: string; secret: string };
let token: string;

beforeAll(async () => {
  keep = await commit(
    source,
    'public.keep(text, numeric, bigint, date, timestamp without time zone, jsonb, text[])',
  );
  whole = await commit(source, 'public.whole(jsonb)');
  await prisma().commandInput.updateMany({
    where: { commandId: keep.commandId },
    data: { defaultAmbiguousInput: 'explicitNull' },
  });
  await prisma().commandInput.updateMany({
    where: { commandId: keep.commandId, templateInput: { key: 't' } },
    data: { defaultAmbiguousInput: 'emptyString' },
  });
  await prisma().template.updateMany({ data: { warningTag: 'safe' } });
  const rows = await prisma().commandInput.findMany({
    where: { commandId: keep.commandId },
    include: { templateInput: true },
  });
  const inputs = rows.map(({ inputId, templateInput: { key } }) => ({
    legoInstanceInputId: inputId,
    path: `data.${key}`,
  }));
  const made = await send('POST', `/${ORG_A}/kits/${keep.commandId}/webhooks`, {
    as: people.engineer,
    body: { name: 'Values', inputs },
  });
  hook = z.object({ url: z.string(), secret: z.string() }).parse(made.body);
  token = (await giveToken(people.runner, { allowsUnasked: true })).token;
});

/** What the source stored, by a client of its own. */
const storedTexts = async (): Promise<(string | null)[][]> => {
  const rows = (await source.query(
    `delete from kept returning t, n::text, b::text, d::text, to_char(m, 'YYYY-MM-DD"T"HH24:MI:SS.US') as m,
       j::text, array_to_json(list)::text as list`,
  )) as Record<(typeof columns)[number], string | null>[];
  return rows.map((row) =>
    columns.map((name) => (name === 'm' ? (row.m?.replace(/\.?0+$/, '') ?? null) : row[name])),
  );
};

/** JSON without its spaces between tokens, which are nobody's. */
const packed = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (token) =>
    token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : '',
  );

const asStored = ({ stored }: Sample): (string | null)[] =>
  columns.map((name, index) => {
    const text = stored[index] ?? null;
    if (text === null) return null;
    return name === 'j' || name === 'list'
      ? packed(text)
      : name === 'm'
        ? text.replace(/(:\d\d)\.?0+$/, '$1')
        : text;
  });
const normal = (row: (string | null)[]): (string | null)[] =>
  row.map((text, index) =>
    text !== null && index >= 5
      ? packed(text)
      : text !== null && index === 4
        ? text.replace(/(:\d\d)\.?0+$/, '$1')
        : text,
  );

async function run({ commandId, templateId }: MadeCommand, params: string): Promise<number> {
  const answered = await send('POST', `/${ORG_A}/run-sync`, {
    as: people.runner,
    body: `{"olId": ${templateId}, "kitId": ${commandId}, "params": ${params}}`,
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
  return new Uint8Array(await (await sendRaw('GET', target, { as: people.runner })).arrayBuffer());
}

async function shown({ commandId }: MadeCommand, runId: number): Promise<string> {
  const response = await sendRaw('GET', `/${ORG_A}/kits/${commandId}/runs/${runId}`, { as: people.runner });
  return response.text();
}

/** The JSON of a member, as it is written. */
function memberOf(json: string, key: string): string {
  const start = json.indexOf(`"${key}":`) + key.length + 3;
  let depth = 0;
  for (const { 0: token, index } of json.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    if (depth === 0 && /^[\]},]$/.test(token)) return json.slice(start, start + index);
    if (/^[[{]$/.test(token)) depth += 1;
    if (/^[\]}]$/.test(token)) depth -= 1;
  }
  throw new Error(`No ${key}`);
}

test('a value is the same wherever it goes in, is stored, is shown, comes out, and goes in again', async () => {
  await fc.assert(
    fc.asyncProperty(samples, async (sample) => {
      await storedTexts();
      const expected = asStored(sample);
      const runId = await run(keep, sample.json);
      const first = (await storedTexts()).map(normal);
      expect(first).toEqual([expected]);

      const page = await shown(keep, runId);
      const given = memberOf(page, 'runrams');
      expect(page).not.toContain('\uFDD0\uFDD0');
      const again = await run(keep, given);
      expect((await storedTexts()).map(normal)).toEqual([expected]);
      const payload = memberOf(page, 'payload');
      expect(memberOf(await shown(keep, again), 'payload')).toBe(payload);

      const json = strFromU8(await downloaded(runId, 'json'));
      expect(packed(memberOf(json, 'rows'))).toBe(packed(memberOf(payload, 'rows')));
      const csv = Papa.parse<string[]>(strFromU8(await downloaded(runId, 'csv')).trimEnd()).data[1] ?? [];
      const fromCsv = csv.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''));
      expect(normal(fromCsv.map((cell, index) => (cell === '' && index > 0 ? null : cell)))).toEqual(
        normal(expected),
      );
      const sheet = strFromU8(
        unzipSync(await downloaded(runId, 'xlsx'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
      );
      expect(normal(sheetCells(sheet))).toEqual(expected);

      await deliverSample(sample);
      expect((await storedTexts()).map(normal)).toEqual([expected]);
      await callTool(sample);
      expect((await storedTexts()).map(normal)).toEqual([expected]);
    }),
    // A run that fails may leave rows behind, which would mislead the search for a smaller example.
    { numRuns: repeats(120), endOnFailure: true },
  );
});

/** Delivers a value, and waits for the end of the run, which this file's worker executes whenever it likes. */
async function deliverSample({ json }: Sample): Promise<void> {
  const answered = await deliver(hook.url, { secret: hook.secret, body: `{"data": ${json}}` });
  expect(answered).toMatchObject({ status: 202 });
  const runId = numberIn(answered, 'run_id');
  const statusNow = async () =>
    (await prisma().run.findUniqueOrThrow({ where: { orgId_runId: { orgId: ORG_A, runId } } })).status;
  await expect.poll(statusNow).not.toMatch(/^(starting|running)$/);
  expect(await statusNow()).toBe('success');
}

/** A call as its client writes it: the official one would round its numbers. */
async function callTool({ json }: Sample): Promise<void> {
  const response = await fetch(`${site.url}/api/mcp`, {
    method: 'POST',
    headers: {
      ...bearer(token),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"keep_${keep.commandId}","arguments":${json}}}`,
  });
  expect(await response.text()).toContain('\\"status\\":\\"success\\"');
}

/** The cells of the second row; null where there is none. */
function sheetCells(xml: string): (string | null)[] {
  const row = /<row r="2">(.*?)<\/row>/s.exec(xml)?.[1] ?? '';
  return columns.map((_, index) => {
    const place = `${String.fromCharCode(65 + index)}2`;
    const cell = new RegExp(`<c r="${place}"[^>]*>(.*?)</c>`, 's').exec(row)?.[1];
    if (cell === undefined) return null;
    const text = /<(?:t|v)[^>]*>(.*)<\/(?:t|v)>/s.exec(cell)?.[1] ?? '';
    return text
      .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  });
}

test('a document that a routine returns has all its digits in each file, and no mark of ours', async () => {
  const document = '{"id": 9007199254740993, "price": 1.10, "text": "1.10"}';
  const runId = await run(whole, `{"j": ${document}}`);
  for (const format of ['json', 'txt']) {
    const text = strFromU8(await downloaded(runId, format)).replaceAll('""', '"');
    expect([format, text]).toEqual([format, expect.stringMatching(/"price": ?1\.10\}/)]);
    expect(text).toContain('9007199254740993');
    expect(text).not.toContain('\uFDD0');
  }
  expect(memberOf(await shown(whole, runId), 'payload')).toContain('"price":1.10');
});

test('a value of json with a key twice is shown and downloaded as the source wrote it', async () => {
  const written = '{"id": 1,  "id": 2.50}';
  await source.query(
    `create function twice() returns table (id int, j json) language sql as $$ select 7, '${written}'::json $$`,
  );
  const twice = await commit(source, 'public.twice()');
  const runId = await run(twice, '{}');
  expect(JSON.parse(memberOf(await shown(twice, runId), 'payload')).rows).toEqual([[7, written]]);
  expect(JSON.parse(strFromU8(await downloaded(runId, 'json'))).rows).toEqual([[7, written]]);
  expect(strFromU8(await downloaded(runId, 'txt'))).toContain(`7\t${written}`);
  expect(Papa.parse<string[]>(strFromU8(await downloaded(runId, 'csv'))).data[1]).toEqual(['7', written]);

  await source.query(`create function lone() returns json language sql as $$ select '${written}'::json $$`);
  const lone = await run(await commit(source, 'public.lone()'), '{}');
  expect(strFromU8(await downloaded(lone, 'txt'))).toContain(written);
});

test('a text that looks like our mark of a number is refused in words, and stays a text in a result', async () => {
  const before = await sql.query('select count(*)::int as n from run where queued_at is not null');
  for (const params of [
    '{"t": "\\ufdd012"}',
    '{"j": {"a": "\uFDD01.10"}}',
    '{"list": ["\uFDD07"]}',
    '{"n": "\uFDD07"}',
  ]) {
    const answered = await send('POST', `/${ORG_A}/run-sync`, {
      as: people.runner,
      body: `{"olId": ${keep.templateId}, "kitId": ${keep.commandId}, "params": ${params}}`,
    });
    expect([params, answered.status]).toEqual([params, 400]);
    expect(JSON.stringify(answered.body)).toMatch(/U\+FDD0|Must be a number/);
  }
  expect(await sql.query('select count(*)::int as n from run where queued_at is not null')).toEqual(before);

  await source.query(`create function odd() returns table (t text, j jsonb, list text[]) language sql as
    $$ select U&'\\FDD012', jsonb_build_object('a', U&'\\FDD01.10', 'b', 1.10), array[U&'\\FDD07'] $$`);
  const odd = await commit(source, 'public.odd()');
  const runId = await run(odd, '{}');
  const texts = ['"\uFDD012"', '{"a":"\uFDD01.10","b":1.10}', '["\uFDD07"]'];
  expect(memberOf(memberOf(await shown(odd, runId), 'payload'), 'rows')).toBe(`[[${texts.join(',')}]]`);
  expect(packed(strFromU8(await downloaded(runId, 'json')))).toContain(`[${texts.join(',')}]`);
  expect(strFromU8(await downloaded(runId, 'csv'))).toContain(
    '\uFDD012,"{""a"":""\uFDD01.10"",""b"":1.10}","[""\uFDD07""]"',
  );
  expect(strFromU8(await downloaded(runId, 'txt'))).toContain(
    '\uFDD012\t{"a":"\uFDD01.10","b":1.10}\t["\uFDD07"]',
  );
});
