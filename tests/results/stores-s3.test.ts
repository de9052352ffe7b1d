import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '@/scripts/starting/free-port';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { ResultPass } from '@/server/results/reading/result-pass';
import { deleteLeftovers } from '@/server/results/stored/leftovers';
import { resultKey } from '@/server/results/stored/result-file';
import { storeOf } from '@/server/results/stored/result-stores';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { resultPath } from '../support/app/result-path';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

const directory = await mkdtemp(join(tmpdir(), 'pushboard-s3rver-'));
const server = (at: number) =>
  new S3rver({
    port: at,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'results' }],
  });
const port = await freePort();
const s3 = server(port);
await s3.run();
/** The same bucket after a restart. */
const s3Again = server(port);
withApp({
  RESULT_STORE: 's3',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_BUCKET: 'results',
  S3_PREFIX: 'pushboard/',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  RESULT_QUOTA_MB: '30',
  RESULT_RETENTION_DAYS: '30',
});
const source = withSource(
  `create function rows_of(megabytes integer) returns table (n integer, filler text) language sql as
     $$ select i, repeat('x', 10000) from generate_series(1, megabytes * 100) i $$;
   create function tiny() returns integer language sql as 'select 1';`,
  createOrganizations,
);
withWorker();

let large: MadeCommand;
beforeAll(async () => {
  large = await commit(source, 'public.rows_of(integer)');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const run = (megabytes: number) => runInThree(large, { megabytes });

async function sizeOf(runId: number): Promise<number | null> {
  const { resultStoreId } = await prisma().run.findUniqueOrThrow({ where: { runId } });
  return (await storeOf(resultStoreId)).sizeOf(resultKey(ORG_A, runId));
}

it('sorts and pages through a result in a bucket, and leaves no copy behind', async () => {
  const runId = numberIn(await run(1), 'run_id');
  const rows = (query: string) =>
    send('GET', `/${ORG_A}/kits/${large.commandId}/runs/${runId}/rows?${query}`, { as: people.runner });
  const deep = await rows('sort=0&sortDesc=true&from=99&count=5');
  expect(deep).toMatchObject({ status: 200, body: { numbers: [0], matching_rows: 100, total_rows: 100 } });
  expect((await rows('filter=0:98')).body).toMatchObject({ numbers: [97], matching_rows: 1 });
  expect(await readdir(join(env().resultsDir, '.open'))).toEqual([]);
  await send('DELETE', `/${ORG_A}/kits/${large.commandId}/runs/${runId}/result`, { as: people.orgAdmin });
  expect((await rows('from=0')).status).toBe(409);
});

it('keeps results in a bucket, byte for byte, and nothing on the disk', async () => {
  const runId = numberIn(await run(20), 'run_id');
  await expect(access(resultPath(ORG_A, runId))).rejects.toThrow('ENOENT');
  const { resultBytes } = await prisma().run.findUniqueOrThrow({ where: { runId } });
  expect(await sizeOf(runId)).toBe(Number(resultBytes));
  const link = await send('GET', `/${ORG_A}/runs/${runId}/download-link/json`, { as: people.runner });
  const { url } = z.object({ url: z.string() }).parse(link.body);
  const target = url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
  const whole = JSON.parse(await (await sendRaw('GET', target, { as: people.runner })).text());
  expect(whole.rows.map(([n]: [number]) => n)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 1));
});

it('S63 the quota holds there, and what fits is kept', async () => {
  const cut = await run(20);
  expect(cut.body).toMatchObject({
    status: 'failed',
    errors: [{ message: expect.stringContaining('reached their limit of 30 MB') }],
  });
  expect(await sizeOf(numberIn(cut, 'run_id'))).toBeGreaterThan(0);
});

it('what is past its time is deleted there', async () => {
  const runs = await prisma().run.findMany({ where: { hasResult: true, resultBytes: { gt: 0 } } });
  await sql.query(`update run set ended_at = now() - interval '31 days' where has_result`);
  const pass = new ResultPass();
  while ((await pass.nextBatch()) > 0);
  expect(await Promise.all(runs.map(({ runId }) => sizeOf(runId)))).toEqual(runs.map(() => null));
});

it('a deletion while the bucket is gone is made up for when it answers again', async () => {
  const runId = numberIn(await run(1), 'run_id');
  await s3.close();
  const path = `/${ORG_A}/kits/${large.commandId}/runs/${runId}/result`;
  expect((await send('DELETE', path, { as: people.engineer })).status).toBe(204);
  expect(await prisma().resultLeftover.count()).toBeGreaterThan(0);
  await deleteLeftovers();
  expect(await prisma().resultLeftover.count()).toBeGreaterThan(0);
  await s3Again.run();
  expect(await sizeOf(runId)).toBeGreaterThan(0);
  await deleteLeftovers();
  expect([await sizeOf(runId), await prisma().resultLeftover.count()]).toEqual([null, 0]);
});

it('a spreadsheet of a result that can’t be read says why, and suggests no other format', async () => {
  const runId = numberIn(await run(1), 'run_id');
  await s3Again.close();
  const link = await send('GET', `/${ORG_A}/runs/${runId}/download-link/xlsx`, { as: people.runner });
  expect(link).toMatchObject({
    status: 503,
    body: { error: { message: expect.stringMatching(/can't be read/) } },
  });
  expect(JSON.stringify(link.body)).not.toContain('CSV');
  await s3Again.run();
});

it('a bucket that is gone fails the run in plain words, and nothing is left', async () => {
  await s3Again.close();
  const answered = await run(1);
  expect(answered.body).toMatchObject({
    status: 'failed',
    payload: null,
    errors: [
      { message: expect.stringContaining("Couldn't save the result. The S3 store can't be reached.") },
    ],
  });
});
