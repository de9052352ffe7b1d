import { access } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { prisma } from '@/server/base/database/prisma';
import { resultKey } from '@/server/results/stored/result-file';
import { withApp } from '../support/app/app';
import { numberIn, send, sendRaw } from '../support/app/http';
import { resultPath } from '../support/app/result-path';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { type Azurite, startAzurite } from '../support/doubles/stores/azurite';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { readRun, runInThree } from '../support/things/runs';

// Azurite loads slowly.
const azurite: Azurite = await startAzurite();
withApp({ NETWORK_ALLOW: '127.0.0.1' });
const source = withSource(
  `create function rows_of(megabytes integer) returns table (n integer, filler text) language sql as
     $$ select i, repeat('x', 10000) from generate_series(1, megabytes * 100) i $$;`,
  createOrganizations,
);
withWorker();

let large: MadeCommand;
let credentialId: number;
beforeAll(async () => {
  large = await commit(source, 'public.rows_of(integer)');
});
afterAll(() => azurite.stop());

const save = (az: object, query = '') =>
  send('POST', `/${ORG_A}/creds${query}`, {
    as: people.orgAdmin,
    body: { credType: 'az', name: 'Results', stores: true, az },
  });

const part = (sas: string) => ({ accountUrl: azurite.accountUrl, container: 'results', sas });

const run = async (megabytes: number) => numberIn(await runInThree(large, { megabytes }), 'run_id');

const isStored = (runId: number) => azurite.container.getBlobClient(resultKey(ORG_A, runId)).exists();

async function csvOf(runId: number): Promise<string[]> {
  const answered = await send('GET', `/${ORG_A}/runs/${runId}/download-link/csv`, { as: people.runner });
  const { url } = z.object({ url: z.string() }).parse(answered.body);
  const target = url.slice(url.indexOf('/api/v1') + '/api/v1'.length);
  return (await (await sendRaw('GET', target, { as: people.runner })).text()).split('\r\n');
}

it('S52 a connection is checked by writing, reading and deleting a file, and never tells its signature', async () => {
  const refused = await save(part(azurite.sas('r')));
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { message: 'Azure Blob Storage refused the shared access signature.' } },
  });
  expect(JSON.stringify(refused.body)).not.toContain('sig=');
  expect((await save({ ...part('sv=x'), container: 'No Container!' })).status).toBe(400);
  credentialId = numberIn(await save(part(azurite.sas())), 'creds_id');
  const { body } = await send('GET', `/${ORG_A}/creds/${credentialId}`, { as: people.orgAdmin });
  expect(body).toMatchObject({ cred_type: 'az', stores: true, settings: { sas: { is_set: true } } });
  expect(JSON.stringify(body)).not.toContain('sig=');
});

it('keeps the results of its organization, and reads, counts and deletes them there', async () => {
  const runId = await run(10);
  expect(await isStored(runId)).toBe(true);
  await expect(access(resultPath(ORG_A, runId))).rejects.toThrow('ENOENT');
  const shown = z
    .object({ payload: z.object({ rows: z.array(z.array(z.unknown())) }), total_rows_returned: z.int() })
    .parse((await readRun(large, runId)).body);
  expect(shown).toMatchObject({ total_rows_returned: 1000 });
  expect(shown.payload.rows[0]).toEqual([1, 'x'.repeat(10000)]);
  expect(await csvOf(runId)).toHaveLength(1 + 1000 + 1);
  const { sizeBytes } = await prisma().resultUsage.findUniqueOrThrow({ where: { orgId: ORG_A } });
  expect(Number(sizeBytes)).toBeGreaterThan(10_000_000);
  const path = `/${ORG_A}/kits/${large.commandId}/runs/${runId}/result`;
  expect((await send('DELETE', path, { as: people.engineer })).status).toBe(204);
  expect(await isStored(runId)).toBe(false);
});

it('a spreadsheet is kept with its result', async () => {
  const runId = await run(1);
  const link = await send('GET', `/${ORG_A}/runs/${runId}/download-link/xlsx`, { as: people.runner });
  expect(link.status).toBe(200);
  const key = resultKey(ORG_A, runId).replace('jsonl', 'xlsx');
  expect(await azurite.container.getBlobClient(key).exists()).toBe(true);
});

it('results stay readable when the connection is deleted; new ones are kept on the disk', async () => {
  const before = await run(1);
  const path = `/${ORG_A}/creds/${credentialId}`;
  expect((await send('DELETE', path, { as: people.orgAdmin })).status).toBe(204);
  const after = await run(1);
  await access(resultPath(ORG_A, after));
  expect(await csvOf(before)).toEqual(await csvOf(after));
});
