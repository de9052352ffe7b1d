import { once } from 'node:events';
import statement from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { column, query } from '@/server/base/database/statements';
import { ResultPass } from '@/server/results/reading/result-pass';
import { withApp } from '../../support/app/app';
import { numberIn, send, sendForm } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { readRun, runSync } from '../../support/things/runs';

withApp({ RESULT_QUOTA_MB: '3', RESULT_RETENTION_DAYS: '30' });
withWorker();

const as = people.orgAdmin;
/** Its bytes are no text, so that only base64 holds them. */
const BYTES = Buffer.from(Array.from({ length: 1_200_000 }, (_, index) => (index * 7) % 256));
const FILE = `data:image/png;name=cat.png;base64,${BYTES.toString('base64')}`;

let api: HttpDouble;
let status = 200;
const bodies: Buffer[] = [];
let upload: MadeCommand;

beforeAll(async () => {
  await createOrganizations();
  api = await startHttpDouble(async (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(request, 'end');
    bodies.push(Buffer.concat(chunks));
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"is":"taken"}');
  });
  const description = {
    openapi: '3.0.3',
    info: { title: 'Cats', version: '1' },
    servers: [{ url: api.origin }],
    paths: {
      '/cats': {
        post: {
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  properties: {
                    name: { type: 'string' },
                    picture: { type: 'string', format: 'binary' },
                    more: { type: 'array', items: { type: 'string', format: 'binary' } },
                  },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  };
  const text = JSON.stringify(description);
  const uploaded = await sendForm(`/${ORG_A}/openapi-upload`, { 'api.json': text }, { as });
  const [source] = uploaded.body as { creds_id: number }[];
  const credsId = source?.creds_id ?? 0;
  const found = await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId } });
  const [row] = (found.body as { added: { cloud_id: string }[] }).added;
  const committed = await send('POST', `/${ORG_A}/batch-commit`, {
    as,
    body: [{ commitType: 'addition', credsId, cloudId: row?.cloud_id }],
  });
  const [commit] = (committed.body as { commits: { command_instances: { kit_id: number }[] }[] }).commits;
  const commandId = commit?.command_instances[0]?.kit_id ?? 0;
  const { templateId } = await prisma().command.findFirstOrThrow({ where: { commandId } });
  upload = { commandId, templateId };
});
afterAll(() => api?.close());

const run = (values: Record<string, unknown>) => runSync(upload, values as never, as);
const used = async () =>
  Number((await prisma().resultUsage.findUnique({ where: { orgId: ORG_A } }))?.sizeBytes ?? 0);
const storedParams = async (runId: number) =>
  (await prisma().run.findFirstOrThrow({ where: { runId } })).params ?? '';

async function filesOf(runId: number): Promise<number[]> {
  const rows = await query(
    { size: column.int },
    statement`select octet_length(content) as size from run_file where run_id = ${runId}`,
  );
  return rows.map(({ size }) => size);
}

async function forgetRuns(): Promise<void> {
  await sql.query('delete from run_file');
  await sql.query('delete from result_usage');
}

describe('S63 a file among the values of a run', () => {
  it('is kept once, apart from them, is sent byte for byte, and counts toward the quota', async () => {
    await forgetRuns();
    const answered = await run({ 'body.name': 'Tom', 'body.picture': FILE, 'body.more': [FILE] });
    expect(answered).toMatchObject({ status: 200, body: { status: 'success' } });
    const sent = bodies.at(-1) ?? Buffer.of();
    expect(sent.indexOf(BYTES)).toBeGreaterThan(0);
    expect(sent.lastIndexOf(BYTES)).toBeGreaterThan(sent.indexOf(BYTES));
    const runId = numberIn(answered, 'run_id');
    expect((await storedParams(runId)).length).toBeLessThan(500);
    expect(await filesOf(runId)).toEqual([BYTES.length]);
    expect(await used()).toBe(BYTES.length);
    const { body } = await readRun(upload, runId, as);
    const { runrams } = body as { runrams: Record<string, unknown> };
    // A difference of megabytes would not be worth printing.
    expect(JSON.stringify(runrams['body.picture']) === JSON.stringify(FILE)).toBe(true);
    expect(JSON.stringify(runrams['body.more']) === JSON.stringify([FILE])).toBe(true);
  });

  it('is refused before the run starts if the organization has no space for it', async () => {
    await forgetRuns();
    expect(await run({ 'body.picture': FILE })).toMatchObject({ status: 200 });
    expect(await run({ 'body.picture': FILE })).toMatchObject({ status: 200 });
    const requests = bodies.length;
    expect(await run({ 'body.picture': FILE })).toMatchObject({
      status: 413,
      body: { error: { message: expect.stringContaining('reached their limit of 3 MB') } },
    });
    expect(bodies.length).toBe(requests);
    // What has no file goes on.
    expect(await run({ 'body.name': 'Tom' })).toMatchObject({ status: 200, body: { status: 'success' } });
  });

  it('counts among the values, of which 1 MB is taken, if it is not what a file is', async () => {
    expect(await run({ 'body.picture': `data:,${'%41'.repeat(400_000)}` })).toMatchObject({ status: 413 });
  });

  it('is deleted with the result, and has to be chosen again', async () => {
    await forgetRuns();
    const runId = numberIn(await run({ 'body.picture': FILE }), 'run_id');
    const path = `/${ORG_A}/kits/${upload.commandId}/runs/${runId}/result`;
    const deleted = await send('DELETE', path, { as });
    expect(deleted.status).toBe(204);
    expect(await filesOf(runId)).toEqual([]);
    expect(await used()).toBe(0);
    const { body } = await readRun(upload, runId, as);
    const { runrams } = body as { runrams: Record<string, string> };
    expect(runrams['body.picture']).toMatch(/^data:image\/png;name=cat\.png;sha256=[0-9a-f]{64},$/);
    expect(await run(runrams)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('no longer has this file. Choose it again') } },
    });
  });

  it('is deleted by retention, also where the run has no result', async () => {
    await forgetRuns();
    const kept = numberIn(await run({ 'body.picture': FILE }), 'run_id');
    status = 500;
    const failed = numberIn(await run({ 'body.picture': FILE }), 'run_id');
    status = 200;
    await sql.query(
      `update run set ended_at = now() - interval '31 days', has_result = has_result and run_id <> ${failed}
       where run_id in (${kept}, ${failed})`,
    );
    const pass = new ResultPass();
    while ((await pass.nextBatch()) > 0);
    expect([await filesOf(kept), await filesOf(failed)]).toEqual([[], []]);
    expect(await used()).toBe(0);
  });
});

/** How often the file was in what the API received since `from`. */
const timesSent = (from: number) => bodies.slice(from).filter((body) => body.includes(BYTES)).length;
const statusOf = async (runId: number) =>
  (await prisma().run.findFirstOrThrow({ where: { runId } })).status as string;

describe('a file', () => {
  it('is sent again by another attempt, which has that of the first one', async () => {
    await forgetRuns();
    await sql.query(`update template set warning_tag = 'safe'`);
    await sql.query('update command set retry_count = 1, retry_delay_seconds = 1');
    const before = bodies.length;
    status = 500;
    const runId = numberIn(await run({ 'body.picture': FILE }), 'run_id');
    const attempt = async () => prisma().run.findFirst({ where: { parentRunId: runId, trigger: 'retry' } });
    await expect.poll(async () => (await attempt())?.status).toBe('failed');
    status = 200;
    await sql.query('update command set retry_count = 0');
    expect(timesSent(before)).toBe(2);
    expect(await filesOf((await attempt())?.runId ?? 0)).toEqual([]);
    expect(await used()).toBe(BYTES.length);
  });

  it('is in each row of a bulk run, and in those that are run again', async () => {
    await forgetRuns();
    const before = bodies.length;
    status = 500;
    const rows = [{ 'body.picture': FILE }, { 'body.name': 'Tom' }];
    const { commandId: kitId, templateId: olId } = upload;
    const body = { olId, kitId, runramsList: rows };
    const made = await send('POST', `/${ORG_A}/run-bulk-async-i`, { as, body });
    const parentRunId = numberIn(made, 'run_id');
    await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as, body: { parentRunId, kitId } });
    await expect.poll(() => statusOf(parentRunId)).toMatch(/success|failed/);
    status = 200;
    const path = `/${ORG_A}/kits/${kitId}/runs/${parentRunId}/bulk/rerun-failed`;
    const again = await send('POST', path, { as, body: {} });
    expect(again).toMatchObject({ status: 202, body: { total: 2 } });
    await expect.poll(() => bodies.length).toBe(before + 4);
    expect(timesSent(before)).toBe(2);
    expect(await used()).toBe(2 * BYTES.length);
  });

  it('is kept for a run that waits for approval', async () => {
    await forgetRuns();
    await sql.query('update command set needs_approval = true');
    const { commandId } = upload;
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId, userId: people.engineer, role: 'admin' },
    });
    const answered = await run({ 'body.picture': FILE });
    await sql.query('update command set needs_approval = false');
    expect(answered).toMatchObject({ status: 202, body: { approval: { state: 'waiting' } } });
    const runId = numberIn(answered, 'run_id');
    expect(await filesOf(runId)).toEqual([BYTES.length]);
    expect((await storedParams(runId)).length).toBeLessThan(500);
  });
});

describe('a name of a file', () => {
  it('of another run is refused like one that nobody has', async () => {
    await forgetRuns();
    const runId = numberIn(await run({ 'body.picture': FILE }), 'run_id');
    const name = JSON.parse(await storedParams(runId))['body.picture'];
    expect(await run({ 'body.picture': name })).toMatchObject({ status: 400 });
    expect(await run({ 'body.more': [`sha256=${'0'.repeat(64)},`] })).toMatchObject({ status: 400 });
  });
});
