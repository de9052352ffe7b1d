import { createHash } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import ExcelJS from 'exceljs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { csvLine } from '@/lib/results/csv';
import { sql } from '@/server/base/database/db';
import { csvOf, jsonOf, textOf } from '@/server/results/downloads/download-formats';
import { chunksOfWhole } from '@/server/results/downloads/download-whole';
import { writeSpreadsheet } from '@/server/results/formats/spreadsheet';
import { unmasked } from '@/server/results/masks/run-masks';
import { readShownResult } from '@/server/results/reading/read-result';
import { SHOWN_BYTES, SHOWN_VALUES } from '@/server/results/stored/result-file';
import { storedBytes } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';
import { ResultWriter } from '@/server/results/stored/write-result';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { resultPath, spreadsheetPath } from '../support/app/result-path';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

withApp();
const source = withSource(
  `create function big(megabytes integer) returns text language sql as $$ select repeat('x', megabytes * 1000000) $$;
   create function big_row(megabytes integer) returns table (id integer, big text, note text) language sql as
     $$ select 1, repeat('x', megabytes * 1000000), 'kept' union all select 2, 'small', 'second' $$;
   create function one() returns text language sql as $$ select 'one' $$;`,
  createOrganizations,
);
withWorker();

let big: MadeCommand;
let bigRow: MadeCommand;
let one: MadeCommand;
beforeAll(async () => {
  big = await commit(source, 'public.big(integer)');
  bigRow = await commit(source, 'public.big_row(integer)');
  one = await commit(source, 'public.one()');
});
afterEach(() => void vi.restoreAllMocks());

/** The longest text that was parsed as JSON during the work. */
async function longestParsed(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, 'parse');
  await work();
  const lengths = parse.mock.calls.map(([text]) => text.length);
  parse.mockRestore();
  return Math.max(0, ...lengths);
}

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

let lastRunId = 900_000;
/** Stores a result for a run of its own. */
async function stored(write: (path: string, runId: number) => Promise<void>): Promise<number> {
  lastRunId += 1;
  const path = resultPath(ORG_A, lastRunId);
  await mkdir(dirname(path), { recursive: true });
  await write(path, lastRunId);
  return lastRunId;
}

const writtenWhole = (format: 'json' | 'csv' | 'string', bytes: Buffer) =>
  stored(async (_, runId) => {
    const writer = new ResultWriter(ORG_A, runId);
    await writer.whole({ format, chunks: [bytes] });
    expect((await writer.finish()).isTruncated).toBe(bytes.length > SHOWN_BYTES);
  });

/** As earlier versions stored a response in one piece. */
const oldWhole = (format: string, content: JsonValue) =>
  stored((path) => writeFile(path, `${JSON.stringify({ format, content })}\n`));

async function downloaded(runId: number, format: 'json' | 'txt' | 'csv' | 'file'): Promise<Buffer> {
  const whole = await storedWhole(await storedBytes(ORG_A, runId, null, unmasked));
  if (whole === null) throw new Error('It was not stored in one piece');
  const pieces: Buffer[] = [];
  for await (const piece of chunksOfWhole(whole, format)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const shownOf = async (runId: number) => (await readShownResult(ORG_A, runId, null, unmasked)).whole?.content;

const linkOf = (runId: number, format: string) =>
  send('GET', `/${ORG_A}/runs/${runId}/download-link/${format}`, { as: people.runner });

/** The path and query of a link, below the API's base. */
async function targetOf(runId: number, format: string): Promise<string> {
  const { url } = z.object({ url: z.url() }).parse((await linkOf(runId, format)).body);
  return url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
}

const take = (target: string) => sendRaw('GET', target, { as: people.runner });

describe('S61 reading a response of any size', () => {
  const bomb = Buffer.from(`[${'{},'.repeat(20_000_000)}{}]`);

  it('parses only the shown part of a JSON document, and downloads it byte for byte', async () => {
    const runId = await writtenWhole('json', bomb);
    expect((await stat(resultPath(ORG_A, runId))).size).toBeLessThan(bomb.length + 1000);
    expect(await longestParsed(() => shownOf(runId))).toBeLessThanOrEqual(SHOWN_BYTES + 100);
    expect(await shownOf(runId)).toHaveLength(SHOWN_VALUES / 2);
    expect(hashOf(await downloaded(runId, 'json'))).toBe(hashOf(bomb));
  });

  it('keeps each digit and space of a small document', async () => {
    const text = '{ "exact": 12345678901234567890.10,\n "list": [ ] }';
    const writer = new ResultWriter(ORG_A, 1);
    await writer.whole({ format: 'json', chunks: [Buffer.from(text)] });
    const { smallLines } = await writer.finish();
    const shown = await readShownResult(ORG_A, 1, smallLines, unmasked);
    expect(exactJson(shown.whole?.content)).toBe('{"exact":12345678901234567890.10,"list":[]}');
    const whole = await storedWhole(await storedBytes(ORG_A, 1, smallLines, unmasked));
    const pieces: Buffer[] = [];
    for await (const piece of whole?.bytes() ?? []) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(text);
  });

  it.each<[string, JsonValue, 'json' | 'txt' | 'csv' | 'file', string | Buffer]>([
    ['json', Array.from({ length: 200_000 }, (_, id) => ({ id })), 'json', ''],
    ['json', { text: 'é'.repeat(2_000_000) }, 'json', ''],
    ['string', `"\\ ${'🙂\n'.repeat(500_000)}`, 'txt', ''],
    ['csv', `a,b\n${'1,"x\n"\n'.repeat(300_000)}`, 'csv', ''],
    [
      'file',
      {
        name: 'a","base64":".bin',
        contentType: 'x/y',
        sizeBytes: 3_000_001,
        base64: Buffer.alloc(3_000_001, 7).toString('base64'),
      },
      'file',
      Buffer.alloc(3_000_001, 7),
    ],
  ])(
    'stored by an earlier version is cut, too, and downloads unchanged: %s',
    async (kind, content, format, expected) => {
      const runId = await oldWhole(kind, content);
      expect(await longestParsed(() => shownOf(runId))).toBeLessThanOrEqual(SHOWN_BYTES + 100);
      const shown = await shownOf(runId);
      expect(JSON.stringify(shown).length).toBeLessThan(SHOWN_BYTES * 2);
      if (Array.isArray(content) && Array.isArray(shown))
        expect(content.slice(0, 1000)).toEqual(shown.slice(0, 1000));
      const original =
        expected !== '' ? expected : typeof content === 'string' ? content : JSON.stringify(content);
      expect(hashOf(await downloaded(runId, format))).toBe(hashOf(original));
    },
  );

  it('cuts a value or a row that an earlier version stored without its front', async () => {
    const long = 'x'.repeat(20_000_000);
    const value = await stored((path) =>
      writeFile(path, `${JSON.stringify({ value: long, type: 'text' })}\n`),
    );
    const row = await stored((path) =>
      writeFile(path, `{"columns":[{"name":"a","type":"text"}]}\n${JSON.stringify([long])}\n["second"]\n`),
    );
    for (const runId of [value, row]) {
      expect(await longestParsed(() => readShownResult(ORG_A, runId, null, unmasked))).toBeLessThanOrEqual(
        SHOWN_BYTES + 100,
      );
    }
    expect((await readShownResult(ORG_A, value, null, unmasked)).value).toHaveLength(
      SHOWN_BYTES - '{"value":"'.length,
    );
    expect((await readShownResult(ORG_A, row, null, unmasked)).tables[0]?.rows).toHaveLength(1);
  });
});

describe('S61 one value of 50 MB', () => {
  it('is cut to what the page shows, and can be downloaded completely', async () => {
    const answered = await runInThree(big, { megabytes: 50 });
    expect(answered.body).toMatchObject({
      status: 'success',
      is_truncated: true,
      payload_format: 'single_value',
    });
    expect(JSON.stringify(answered.body).length).toBeLessThan(SHOWN_BYTES + 20_000);
    const response = await take(await targetOf(numberIn(answered, 'run_id'), 'txt'));
    expect(hashOf(Buffer.from(await response.arrayBuffer()))).toBe(hashOf('x'.repeat(50_000_000)));
  });

  it('in a row leaves the short cells complete', async () => {
    const answered = await runInThree(bigRow, { megabytes: 20 });
    expect(answered.body).toMatchObject({ status: 'success', is_truncated: true });
    const shown = z.object({ payload: z.object({ rows: z.array(z.array(z.json())) }) }).parse(answered.body);
    const { payload } = shown;
    expect(payload.rows).toEqual([[1, expect.stringMatching(/^x+$/), 'kept']]);
    expect(JSON.stringify(payload).length).toBeLessThan(SHOWN_BYTES + 1000);
    const csv = await take(await targetOf(numberIn(answered, 'run_id'), 'csv'));
    const text = await csv.text();
    expect(text.split('\r\n').map((line) => line.length)).toEqual([
      'id,big,note'.length,
      20_000_009,
      '2,small,second'.length,
      0,
    ]);
  });
});

describe('S61 a row that is too long for memory', () => {
  const long = `=1+1 "quoted", \\ \n\t${'é🙂"\\\n'.repeat(300_000)};=1`;
  const rows: JsonValue[][] = [
    [1, 'short', null],
    ['-5', long, { deep: [long, null, true] }],
    [long, '=1', 2.5],
    ['"', '', false],
  ];
  const columns = ['a', 'b', 'c'].map((name) => ({ name, type: 'text' }));
  const all = async (chunks: AsyncIterable<string | Uint8Array>): Promise<string> => {
    const pieces: Buffer[] = [];
    for await (const chunk of chunks) pieces.push(Buffer.from(chunk));
    return Buffer.concat(pieces).toString();
  };
  const written = () =>
    stored(async (_, runId) => {
      const writer = new ResultWriter(ORG_A, runId);
      for (let table = 0; table < 2; table += 1) {
        writer.table(columns);
        for (const row of rows) await writer.row(row);
      }
      await writer.finish();
    });

  it('is downloaded like every other row, and never parsed as a whole', async () => {
    const runId = await written();
    const heading = columns.map(({ name }) => name);
    const expected = [heading, ...rows].map((row) => `${csvLine(row)}\r\n`).join('');
    let text = '';
    expect(await longestParsed(async () => (text = await all(csvOf(ORG_A, runId))))).toBeLessThan(2_000_000);
    expect(hashOf(text)).toBe(hashOf(expected));
    expect(JSON.parse(await all(jsonOf(ORG_A, runId, true)))).toEqual([
      { columns, rows },
      { columns, rows },
    ]);
    const lines = (await all(textOf(ORG_A, runId))).split('\n');
    expect(lines).toHaveLength(2 * (rows.length + 1) + 1);
    expect(lines[3]?.endsWith('\t=1\t2.5')).toBe(true);
    await writeSpreadsheet(ORG_A, runId);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(spreadsheetPath(ORG_A, runId));
    expect(workbook.worksheets.map(({ rowCount }) => rowCount)).toEqual([5, 5]);
    expect(String(workbook.worksheets[0]?.getRow(3).getCell(2).value)).toHaveLength(32_767);
  });
});

describe('S69 CSV from a source', () => {
  const csv = 'name,amount\r\n=1+1,-5\r\n"=cmd|\' /C calc\'!A0",+1.5e3\n"@x ""y""\nz",-x\n\t\tplain,"-7"\n';
  const harmless =
    'name,amount\r\n\'=1+1,-5\r\n"\'=cmd|\' /C calc\'!A0",+1.5e3\n"\'@x ""y""\nz",\'-x\n\'\t\tplain,"-7"\n';

  it('is downloaded without formulas, and otherwise byte for byte', async () => {
    for (const repeats of [1, 5_000]) {
      const text = csv.repeat(repeats);
      const runId = await writtenWhole('csv', Buffer.from(repeats === 1 ? text + ' '.repeat(9_000) : text));
      expect((await downloaded(runId, 'csv')).toString().trimEnd()).toBe(harmless.repeat(repeats).trimEnd());
      expect((await downloaded(runId, 'txt')).toString().trimEnd()).toBe(text.trimEnd());
    }
  });

  it('is downloaded as XLSX with the same cells as text', async () => {
    const answered = await runInThree(one, {});
    const runId = numberIn(answered, 'run_id');
    await sql.query('delete from run_result where run_id = $1', [runId]);
    await sql.query(`update run set payload_format = 'csv' where run_id = $1`, [runId]);
    const writer = new ResultWriter(ORG_A, runId);
    await writer.whole({ format: 'csv', chunks: [Buffer.from(`name,amount\n${'=1+1,-5\n'.repeat(3_000)}`)] });
    await writer.finish();
    const response = await take(await targetOf(runId, 'xlsx'));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await response.arrayBuffer());
    const sheet = workbook.worksheets[0];
    expect(sheet?.rowCount).toBe(3_001);
    expect(sheet?.getRow(2).getCell(1).value).toBe('=1+1');
    expect(sheet?.getRow(2).getCell(2).value).toBe(-5);
  });
});

describe('S74 a download that is refused', () => {
  it('is refused before the first byte, when its link is requested and when it is used', async () => {
    const runId = numberIn(await runInThree(one, {}), 'run_id');
    const message = expect.stringContaining("can't be downloaded as file");
    expect(await linkOf(runId, 'file')).toMatchObject({ status: 409, body: { error: { message } } });
    const target = await targetOf(runId, 'json');
    await sql.query(`update run set payload_format = 'file' where run_id = $1`, [runId]);
    expect((await take(target)).status).toBe(409);
  });

  it('is refused if its file no longer exists', async () => {
    const runId = numberIn(await runInThree(big, { megabytes: 1 }), 'run_id');
    const target = await targetOf(runId, 'txt');
    await rm(resultPath(ORG_A, runId));
    expect((await take(target)).status).toBe(409);
  });
});
