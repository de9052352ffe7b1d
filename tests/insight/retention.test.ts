import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withClient } from '@/scripts/postgres/connect';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { env } from '@/server/base/env';
import { RetentionPass } from '@/server/insight/retention/retention-pass';
import { mendDay } from '@/server/insight/rollup/check-figures';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { rebuildFigures } from '@/server/insight/rollup/rebuild-figures';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
import { resultPath } from '@/tests/support/app/result-path';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

withApp({ RUN_RETENTION_DAYS: '30' });

const FIGURES = ['command_figure', 'person_figure', 'command_time', 'org_figure', 'org_time'];

let command: MadeCommand;
beforeAll(async () => {
  await createOrganizations();
  command = (await createGrantedCommands()).command;
});
beforeEach(async () => {
  await sql.query('delete from open_run');
  await sql.query('delete from run');
  for (const table of FIGURES) await sql.query(`delete from ${table}`);
  await sql.query('delete from uncounted_run');
  await sql.query('update figure_progress set reached_run_id = 0, counted_at = null, kept_from = null');
});

interface Made {
  daysAgo: number;
  trigger?: string;
  parent?: number;
  status?: 'success' | 'failed' | 'running';
  groupId?: number;
}

/** Adds a run that ended at once, or is in progress. */
async function addRun({ daysAgo, trigger = 'person', parent, status = 'success', groupId }: Made) {
  const [row] = await sql.query<{ run_id: number }>(
    `insert into run (org_id, command_id, template_id, started_by_user_id, trigger, parent_run_id, status, end_reason,
       run_group_id, created_at, queued_at, started_at, ended_at)
     select $1, $2, $3, $4, $5::run_trigger, $6, $7::run_status, case when $7 = 'failed' then 'error'::run_end_reason end,
       $8, at, at, at, case when $7 <> 'running' then at end
     from (select now() - make_interval(days => $9) as at) made returning run_id`,
    [
      ORG_A,
      command.commandId,
      command.templateId,
      people.runner,
      trigger,
      parent ?? null,
      status,
      groupId ?? null,
      daysAgo,
    ],
  );
  return row?.run_id ?? 0;
}

async function countAll(): Promise<void> {
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
}

/** Runs a pass to its end, once all runs are counted. */
async function pass(): Promise<void> {
  await countAll();
  await sql.query('delete from ungrouped_run');
  const retention = new RetentionPass();
  while ((await retention.nextBatch()) > 0);
}

const idsLeft = async () =>
  (await sql.query<{ run_id: number }>('select run_id from run order by 1')).map((row) => row.run_id);

describe('S63 the retention of runs', () => {
  it('deletes those that are old enough with their results, frees the space, and is in the audit log', async () => {
    const [oldId, youngId] = [await addRun({ daysAgo: 40 }), await addRun({ daysAgo: 1 })];
    for (const runId of [oldId, youngId]) {
      await mkdir(dirname(resultPath(ORG_A, runId)), { recursive: true });
      await writeFile(resultPath(ORG_A, runId), 'x'.repeat(1234));
      await sql.query('update run set has_result = true, result_bytes = 1234 where run_id = $1', [runId]);
    }
    await sql.query('insert into result_usage (org_id, size_bytes) values ($1, 2468)', [ORG_A]);
    await sql.query(
      `insert into run_file (org_id, run_id, hash, content) values ($1, $2, 'h', '0123456789')`,
      [ORG_A, oldId],
    );
    await sql.query(`insert into run_mark (org_id, run_id, marked_by_user_id) values ($1, $2, $3)`, [
      ORG_A,
      oldId,
      people.runner,
    ]);
    const audited = await prisma().auditEvent.count();
    const path = `/${ORG_A}/kits/${command.commandId}/runs/${oldId}`;
    expect((await send('GET', path, { as: people.runner })).status).toBe(200);
    await pass();
    expect(await idsLeft()).toEqual([youngId]);
    await expect(access(resultPath(ORG_A, oldId))).rejects.toThrow('ENOENT');
    await access(resultPath(ORG_A, youngId));
    const usage = await prisma().resultUsage.findUniqueOrThrow({ where: { orgId: ORG_A } });
    expect(Number(usage.sizeBytes)).toBe(1224);
    const events = await prisma().auditEvent.findMany({ orderBy: { auditEventId: 'asc' }, skip: audited });
    expect(events.map(({ action, after }) => [action, after])).toEqual([
      ['org.expire_runs', { runs: 1, days: 30 }],
    ]);
    expect((await send('GET', path, { as: people.runner })).status).toBe(404);
  });

  it('keeps what is in progress, what that needs, and what a kept run led to', async () => {
    const executing = await addRun({ daysAgo: 50, status: 'running' });
    const bulkRun = await addRun({ daysAgo: 45 });
    const row = await addRun({ daysAgo: 40, trigger: 'bulk', parent: bulkRun });
    const waiting = await addRun({ daysAgo: 1, trigger: 'bulk', parent: bulkRun, status: 'running' });
    const first = await addRun({ daysAgo: 40, status: 'failed' });
    await addRun({ daysAgo: 39, trigger: 'retry', parent: first });
    const ungrouped = await addRun({ daysAgo: 38, status: 'failed' });
    await countAll();
    await sql.query('delete from ungrouped_run where run_id <> $1', [ungrouped]);
    const retention = new RetentionPass();
    while ((await retention.nextBatch()) > 0);
    expect(await idsLeft()).toEqual([executing, bulkRun, row, waiting, ungrouped]);
  });

  it('deletes what is left without runs: their groups, requests for approval, and notifications', async () => {
    const made = await sql.query<{ run_group_id: number }>(
      `insert into run_group (org_id, command_id, user_id, created_at)
       select $1, $2, $3, now() - interval '40 days' from generate_series(1, 2) returning run_group_id`,
      [ORG_A, command.commandId, people.runner],
    );
    const [emptied, kept] = made.map((row) => row.run_group_id);
    const oldId = await addRun({ daysAgo: 40, groupId: emptied ?? 0 });
    const youngId = await addRun({ daysAgo: 1, groupId: kept ?? 0 });
    const asked = await sql.query<{ approval_id: number }>(
      `insert into approval_request (org_id, command_id, asked_by_user_id, state, run_count, hash, loosens, command_version,
         template_version, credential_version, created_at, expires_at, answered_at)
       select $1, $2, $3, 'expired', (loosens is null)::int, '', loosens::jsonb, 1, 1, 1, now() - interval '40 days', now(), now()
       from unnest(array[null, null, '[]']) loosens returning approval_id`,
      [ORG_A, command.commandId, people.runner],
    );
    const [ofOld, ofYoung, ofChange] = asked.map((row) => row.approval_id);
    await sql.query(
      `insert into approval_run (run_id, org_id, approval_id, digest) values ($1, $3, $4, ''), ($2, $3, $5, '')`,
      [oldId, youngId, ORG_A, ofOld, ofYoung],
    );
    await sql.query(
      `insert into notification (org_id, user_id, kind, command_id, run_id, created_at)
       select $1, $2, 'run_ended', $3, of, now() - interval '40 days' from unnest($4::bigint[]) of`,
      [ORG_A, people.runner, command.commandId, [oldId, youngId]],
    );
    await pass();
    expect(await idsLeft()).toEqual([youngId]);
    expect((await prisma().runGroup.findMany()).map(({ runGroupId }) => runGroupId)).toContain(kept);
    expect((await prisma().runGroup.findMany()).map(({ runGroupId }) => runGroupId)).not.toContain(emptied);
    const approvals = await prisma().approvalRequest.findMany({ orderBy: { approvalId: 'asc' } });
    expect(approvals.map(({ approvalId }) => approvalId)).toEqual([ofYoung, ofChange]);
    const told = await prisma().notification.findMany({ where: { kind: 'run_ended' } });
    expect(told.map(({ runId }) => runId)).toEqual([youngId]);
  });

  it('reads past the runs that stay, however many there are', async () => {
    await sql.query(
      `insert into run (org_id, command_id, template_id, started_by_user_id, status, created_at, queued_at, ended_at)
       select $1, $2, $3, $4, 'success', now() - interval '40 days', now() - interval '40 days',
         now() - make_interval(days => case when n <= 2100 then 1 else 40 end)
       from generate_series(1, 4300) n`,
      [ORG_A, command.commandId, command.templateId, people.runner],
    );
    await pass();
    expect(await idsLeft()).toHaveLength(2100);
  });
});

/** Adds old runs with a result of 10 bytes each, and returns their ids. */
async function addWithResults(count: number): Promise<number[]> {
  const runIds: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const runId = await addRun({ daysAgo: 40 });
    await mkdir(dirname(resultPath(ORG_A, runId)), { recursive: true });
    await writeFile(resultPath(ORG_A, runId), '0123456789');
    runIds.push(runId);
  }
  await sql.query('update run set has_result = true, result_bytes = 10 where run_id = any($1::bigint[])', [
    runIds,
  ]);
  await sql.query(
    `insert into result_usage (org_id, size_bytes) values ($1, $2)
     on conflict (org_id) do update set size_bytes = excluded.size_bytes`,
    [ORG_A, count * 10 + 7],
  );
  return runIds;
}

const hasFile = (runId: number) =>
  access(resultPath(ORG_A, runId)).then(
    () => true,
    () => false,
  );

/** What the audit log says since then: how many runs each deletion has taken. */
async function expiredSince(audited: number): Promise<unknown[]> {
  const events = await prisma().auditEvent.findMany({ orderBy: { auditEventId: 'asc' }, skip: audited });
  return events.map(({ after }) => after);
}

const usedBytes = async () =>
  Number((await prisma().resultUsage.findUniqueOrThrow({ where: { orgId: ORG_A } })).sizeBytes);

describe('S63 each run is deleted once, and completely', () => {
  it('by two workers at the same time', async () => {
    const runIds = await addWithResults(60);
    const audited = await prisma().auditEvent.count();
    await countAll();
    await sql.query('delete from ungrouped_run');
    const passes = [new RetentionPass(), new RetentionPass()];
    await Promise.all(
      passes.map(async (each) => {
        while ((await each.nextBatch()) > 0);
      }),
    );
    expect(await idsLeft()).toEqual([]);
    expect(await Promise.all(runIds.map(hasFile))).not.toContain(true);
    expect(await expiredSince(audited)).toEqual([{ runs: 60, days: 30 }]);
    expect(await usedBytes()).toBe(7);
  });

  it('by the next pass, after a worker that ended between the files and the rows', async () => {
    const runIds = await addWithResults(20);
    const audited = await prisma().auditEvent.count();
    await countAll();
    await sql.query('delete from ungrouped_run');
    await withClient(env().databaseUrl, async (other) => {
      // Another worker counts: the files go, and the rows wait for it.
      await other.query('begin');
      await other.query('select from figure_progress for update');
      const ended = expect(new RetentionPass().nextBatch()).rejects.toThrow();
      await expect
        .poll(async () => {
          const { rows } = await other.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBe(1);
      expect(await Promise.all(runIds.map(hasFile))).not.toContain(true);
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await ended;
      await other.query('rollback');
    });
    expect(await idsLeft()).toEqual(runIds);
    expect(await usedBytes()).toBe(207);
    expect(await expiredSince(audited)).toEqual([]);
    await pass();
    expect(await idsLeft()).toEqual([]);
    expect(await usedBytes()).toBe(7);
    expect(await expiredSince(audited)).toEqual([{ runs: 20, days: 30 }]);
  });
});

/** All figures, as text. */
async function figures(): Promise<string[]> {
  const rows = await Promise.all(
    FIGURES.map((table) =>
      sql.query<{ row: string }>(`select $1 || ' ' || t::text as row from ${table} t order by 1`, [table]),
    ),
  );
  return rows.flat().map(({ row }) => row);
}

describe('the figures of Analytics', () => {
  it('stay when the runs are deleted, when days are checked, and when everything is counted again', async () => {
    for (const daysAgo of [70, 70, 40, 40, 40, 2, 1]) await addRun({ daysAgo });
    const late = await addRun({ daysAgo: 45, status: 'running' });
    await countAll();
    const before = await figures();
    expect(before.length).toBeGreaterThan(0);

    await pass();
    expect(await idsLeft()).toHaveLength(3);
    expect(await figures()).toEqual(before);
    const [{ day } = { day: new Date() }] = await sql.query<{ day: Date }>(
      `select date_trunc('day', now() - interval '40 days', 'UTC') as day`,
    );
    expect(await mendDay({ org_id: ORG_A, day })).toBe(false);
    expect(await figures()).toEqual(before);

    expect((await rebuildFigures()).join(' ')).toContain('stay, because runs of that time were deleted');
    await countAll();
    expect(await figures()).toEqual(before);

    await sql.query(`update run set status = 'success', ended_at = now() where run_id = $1`, [late]);
    await countAll();
    const counted = await figures();
    expect(counted).not.toEqual(before);
    await rebuildFigures();
    await countAll();
    expect(await figures()).toEqual(counted);
  });

  it('are counted before any run goes', async () => {
    await addRun({ daysAgo: 40 });
    await sql.query('update figure_progress set counted_at = null');
    expect(await new RetentionPass().nextBatch()).toBe(0);
  });
});
