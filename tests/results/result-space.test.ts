import { randomBytes } from 'node:crypto';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { ResultPass } from '@/server/results/reading/result-pass';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { resultPath } from '../support/app/result-path';
import { commit, withSource } from '../support/app/source';
import { withWorker } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { runInThree } from '../support/things/runs';

withApp({ RESULT_QUOTA_MB: '3', RESULT_RETENTION_DAYS: '30', RUN_RETENTION_DAYS: '400' });
const source = withSource(
  `create function rows_of(megabytes integer) returns setof text language sql as
     $$ select repeat('x', 10000) from generate_series(1, megabytes * 100) $$;
   create function one() returns integer language sql as 'select 1';`,
  createOrganizations,
);
withWorker();

let large: MadeCommand;
let small: MadeCommand;
beforeAll(async () => {
  large = await commit(source, 'public.rows_of(integer)');
  small = await commit(source, 'public.one()');
});
beforeEach(async () => {
  await sql.query('update run set has_result = false, result_bytes = 0');
  await sql.query('delete from result_usage');
});

const run = (megabytes: number) => runInThree(large, { megabytes });
const used = async () =>
  Number((await prisma().resultUsage.findUnique({ where: { orgId: ORG_A } }))?.sizeBytes ?? 0);
const failedWith = (message: string) => ({
  body: { status: 'failed', errors: [{ message: expect.stringContaining(message) }] },
});

/** Runs passes until one finds nothing to do. */
async function pass(): Promise<void> {
  const looking = new ResultPass();
  while ((await looking.nextBatch()) > 0);
}

describe('S63 the results of an organization', () => {
  it('take no more than its quota, and the run says so; small results and other work continue', async () => {
    const kept = await run(2);
    expect(kept).toMatchObject({ body: { status: 'success' } });
    const { size } = await stat(resultPath(ORG_A, numberIn(kept, 'run_id')));
    expect(await used()).toBe(size);

    const cut = await run(2);
    expect(cut).toMatchObject(failedWith('reached their limit of 3 MB'));
    expect(await used()).toBeLessThanOrEqual(3_000_000);
    expect(await runInThree(small, {})).toMatchObject({ body: { status: 'success', payload: 1 } });
  });

  it('free up space when they are deleted', async () => {
    const [first, second] = [await run(1), await run(1)];
    expect(await run(2)).toMatchObject({ body: { status: 'failed' } });
    for (const each of [first, second]) {
      const path = `/${ORG_A}/kits/${large.commandId}/runs/${numberIn(each, 'run_id')}/result`;
      expect((await send('DELETE', path, { as: people.runner })).status).toBe(204);
    }
    expect(await run(1)).toMatchObject({ body: { status: 'success' } });
  });

  it('are refused while the disk has less than its reserve, and the run says so', async () => {
    const { freeSpaceBytes } = env();
    Object.assign(env(), { freeSpaceBytes: Number.MAX_SAFE_INTEGER });
    try {
      expect(await run(1)).toMatchObject(failedWith('disk is almost full'));
      expect(await runInThree(small, {})).toMatchObject({ body: { status: 'success' } });
    } finally {
      Object.assign(env(), { freeSpaceBytes });
    }
  });
});

describe('S63 retention', () => {
  afterEach(() => sql.query('update run set ended_at = now()'));

  it('deletes results that are old enough, keeps the runs, and is in the audit log', async () => {
    const [old, young] = [await run(1), await run(1)];
    const oldId = numberIn(old, 'run_id');
    await sql.query(`update run set ended_at = now() - interval '31 days' where run_id = $1`, [oldId]);
    const before = await used();
    const sizeBytes = (await stat(resultPath(ORG_A, oldId))).size;
    await pass();
    await expect(access(resultPath(ORG_A, oldId))).rejects.toThrow('ENOENT');
    await access(resultPath(ORG_A, numberIn(young, 'run_id')));
    expect(await used()).toBe(before - sizeBytes);
    const row = await prisma().run.findUniqueOrThrow({ where: { runId: oldId } });
    expect(row).toMatchObject({ status: 'success', hasResult: false, resultDeletedAt: expect.any(Date) });
    const audited = await prisma().auditEvent.findMany({
      where: { action: 'org.expire_results', orgId: ORG_A },
    });
    expect(audited.map(({ after }) => after)).toEqual([{ results: 1, days: 30 }]);
  });

  it('counts uncounted files, as of an earlier version, once', async () => {
    const runId = numberIn(await run(1), 'run_id');
    await sql.query('update run set result_bytes = null where run_id = $1', [runId]);
    await sql.query('delete from result_usage');
    await mkdir(dirname(resultPath(ORG_A, runId)), { recursive: true });
    await writeFile(resultPath(ORG_A, runId), randomBytes(1234));
    await pass();
    await pass();
    expect(await used()).toBe(1234);
  });
});

describe('S63 the limits of an organization', () => {
  const setLimits = (body: object) => send('PATCH', `/${ORG_A}/org`, { as: people.orgAdmin, body });
  afterEach(async () => {
    await setLimits({ resultRetentionDays: null, resultQuotaMb: null });
    await sql.query('update run set ended_at = now()');
  });

  it('hold within those of this Pushboard, and say what is used', async () => {
    await run(1);
    expect((await setLimits({ resultRetentionDays: 10, resultQuotaMb: 1 })).status).toBe(200);
    const { body } = await send('GET', `/${ORG_A}/result-limits`, { as: people.orgAdmin });
    expect(body).toEqual({
      csv_byte_order_mark: true,
      retention_days: 10,
      quota_mb: 1,
      longest_retention_days: 30,
      run_retention_days: 400,
      largest_quota_mb: 3,
      used_bytes: await used(),
    });
    expect(await run(1)).toMatchObject(failedWith('reached their limit of 1 MB'));
    const audited = await prisma().auditEvent.findMany({ where: { action: 'org.result_limits' } });
    expect(audited.map(({ after }) => after)).toMatchObject([{ resultRetentionDays: 10, resultQuotaMb: 1 }]);
  });

  it('delete results of this organization alone after its own time', async () => {
    const [old, young] = [numberIn(await run(1), 'run_id'), numberIn(await run(1), 'run_id')];
    await setLimits({ resultRetentionDays: 10 });
    const setAge = (runId: number, days: number) =>
      sql.query('update run set ended_at = now() - make_interval(days => $2) where run_id = $1', [
        runId,
        days,
      ]);
    await setAge(old, 11);
    await setAge(young, 9);
    await pass();
    await expect(access(resultPath(ORG_A, old))).rejects.toThrow('ENOENT');
    await access(resultPath(ORG_A, young));
    const [audited] = await prisma().auditEvent.findMany({
      where: { action: 'org.expire_results' },
      orderBy: { auditEventId: 'desc' },
      take: 1,
    });
    expect(audited?.after).toEqual({ results: 1, days: 10 });

    await setLimits({ resultRetentionDays: null });
    await setAge(young, 29);
    await pass();
    await access(resultPath(ORG_A, young));
  });

  it('are refused beyond those of this Pushboard', async () => {
    for (const [body, message] of [
      [{ resultRetentionDays: 31 }, 'This Pushboard keeps results for at most 30 days.'],
      [{ resultQuotaMb: 4 }, 'This Pushboard keeps at most 3 MB of results for an organization.'],
    ] as const) {
      expect(await setLimits(body)).toMatchObject({ status: 400, body: { error: { message } } });
    }
    for (const body of [{ resultRetentionDays: 0 }, { resultQuotaMb: 0.5 }, { resultQuotaMb: '1' }]) {
      expect((await setLimits(body)).status).toBe(400);
    }
  });
});

it('S63 nobody else can read the data folder', async () => {
  const path = resultPath(ORG_A, numberIn(await run(1), 'run_id'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  for (const folder of [dirname(path), dirname(dirname(path)), env().resultsDir]) {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }
});
