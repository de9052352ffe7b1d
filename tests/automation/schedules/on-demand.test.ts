import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

let command: MadeCommand;
beforeAll(async () => {
  await createOrganizations();
  ({ command } = await createGrantedCommands());
});
beforeEach(() => sql.query("delete from run where trigger = 'schedule'"));

const path = (id: number) => `/${ORG_A}/kits/${command.commandId}/cron-jobs/${id}`;

async function createJob(more: object = {}): Promise<number> {
  const body = { name: 'Job', cronExpression: '0 3 * * *', runrams: { amount: 1 }, ...more };
  const made = await send('POST', `/${ORG_A}/kits/${command.commandId}/cron-jobs`, {
    as: people.engineer,
    body,
  });
  return numberIn(made, 'cron_job_id');
}

async function tick(): Promise<void> {
  await claimAllDue();
  await openAllClaimed();
}

const statusesOf = async (scheduledJobId: number) =>
  (await prisma().run.findMany({ where: { scheduledJobId }, orderBy: { runId: 'asc' } })).map(
    (run) => run.status,
  );
const settings = (body: object) =>
  send('PATCH', `/${ORG_A}/cron-job-settings`, { as: people.orgAdmin, body });

describe('a person', () => {
  it('runs a job now, also a paused one, as its owner, and its schedule stays', async () => {
    const id = await createJob({ isEnabled: false });
    const { status, body } = await send('POST', `${path(id)}/run`, { as: people.creator });
    expect(status).toBe(202);
    expect(body).toMatchObject({ is_enabled: false, next_run_time_utc: null });
    await tick();
    const [run] = await prisma().run.findMany({ where: { scheduledJobId: id } });
    expect(run).toMatchObject({
      status: 'starting',
      startedByUserId: people.engineer,
      startedThrough: `schedule:${id}`,
    });
    await send('DELETE', path(id), { as: people.engineer });
    expect((await send('POST', `${path(id)}/run`, { as: people.engineer })).status).toBe(409);
  });

  it('S59 runs the times that started no run, once each, and none that did', async () => {
    const id = await createJob();
    // The first of three days has fired, and the second was called off.
    await sql.query(
      `insert into scheduled_firing (scheduled_job_id, org_id, slot_at, state, run_id)
       values ($1, $2, '2026-01-01T03:00Z', 'started', 1), ($1, $2, '2026-01-02T03:00Z', 'called_off', 2)`,
      [id, ORG_A],
    );
    const body = { from: '2026-01-01T00:00:00Z', to: '2026-01-04T00:00:00Z' };
    const asked = () => send('POST', `${path(id)}/backfill`, { as: people.engineer, body });
    expect((await asked()).body).toEqual({ count: 2 });
    await tick();
    expect(await statusesOf(id)).toEqual(['starting', 'starting']);
    expect((await asked()).body).toEqual({ count: 0 });
    const year = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    expect((await send('POST', `${path(id)}/backfill`, { as: people.engineer, body: year })).status).toBe(
      400,
    );
  });
});

describe('the next time', () => {
  it('is called off by a person, once, and told apart from what ran', async () => {
    const id = await createJob({ cronExpression: '0 * * * *' });
    const read = async () =>
      (await send('GET', path(id), { as: people.engineer })).body as { next_run_time_utc: string };
    const { next_run_time_utc: time } = await read();
    const skip = (body: object) => send('POST', `${path(id)}/skip`, { as: people.creator, body });
    const { status, body } = await skip({ time });
    const next = new Date(Date.parse(time) + 3_600_000).toISOString();
    expect([status, body]).toMatchObject([200, { next_run_time_utc: next }]);
    expect((await skip({ time })).status).toBe(409);
    expect((await skip({ time: new Date(Date.parse(next) + 1000).toISOString() })).status).toBe(409);
    const [entry] = await prisma().run.findMany({ where: { scheduledJobId: id } });
    expect(entry).toMatchObject({
      status: 'cron_cancellation',
      errors: [{ message: expect.stringMatching(/^creator skipped the time /) }],
    });
    const audit = { action: 'cron_job.skip', subjectId: String(id), actorUserId: people.creator };
    expect(await prisma().auditEvent.count({ where: audit })).toBe(1);
    // Pausing and resuming plans it again, but the time was claimed.
    await sql.query(
      'update scheduled_job set next_run_at = $2, planned_at = now() where scheduled_job_id = $1',
      [id, time],
    );
    await claimAllDue(new Date(Date.parse(time) + 1000));
    await openAllClaimed();
    expect(await statusesOf(id)).toEqual(['cron_cancellation']);
  });

  it('can be any that is still to come, and run after all until then', async () => {
    const id = await createJob({ cronExpression: '0 * * * *' });
    type Shown = { next_run_time_utc: string; skipped_times: string[] };
    const { body } = await send('GET', path(id), { as: people.engineer });
    const first = (body as Shown).next_run_time_utc;
    const second = new Date(Date.parse(first) + 3_600_000).toISOString();
    const skip = (time: string, isSkipped = true) =>
      send('POST', `${path(id)}/skip`, { as: people.engineer, body: { time, isSkipped } });
    const skippedTimes = [second];
    expect((await skip(second)).body).toMatchObject({
      next_run_time_utc: first,
      skipped_times: skippedTimes,
    });
    expect((await skip(second)).status).toBe(409);
    await skip(first);
    const back = await skip(first, false);
    expect(back.body).toMatchObject({ next_run_time_utc: first, skipped_times: skippedTimes });
    expect((await skip(first, false)).status).toBe(409);
    const [, entry] = await prisma().run.findMany({
      where: { scheduledJobId: id },
      orderBy: { runId: 'asc' },
    });
    expect(entry?.errors).toMatchObject([{}, { message: 'engineer took this back.' }]);
    await claimAllDue(new Date(Date.parse(first) + 1000));
    await openAllClaimed();
    expect((await statusesOf(id)).sort()).toEqual(['cron_cancellation', 'cron_cancellation', 'starting']);
  });

  it('is not one that was called off, however the job is paused, resumed, or planned', async () => {
    const id = await createJob({ cronExpression: '0 * * * *' });
    type Shown = { next_run_time_utc: string };
    const read = async () =>
      ((await send('GET', path(id), { as: people.engineer })).body as Shown).next_run_time_utc;
    const change = async (body: object) =>
      ((await send('PATCH', path(id), { as: people.engineer, body })).body as Shown).next_run_time_utc;
    const first = await read();
    const hours = (count: number) => new Date(Date.parse(first) + count * 3_600_000).toISOString();
    for (const time of [first, hours(1)]) {
      const body = { time };
      expect((await send('POST', `${path(id)}/skip`, { as: people.engineer, body })).status).toBe(200);
    }
    expect(await read()).toBe(hours(2));
    expect(await change({ isEnabled: false })).toBeNull();
    expect(await change({ isEnabled: true })).toBe(hours(2));
    await change({ cronExpression: '*/30 * * * *' });
    expect(await change({ cronExpression: '0 * * * *' })).toBe(hours(2));
    // A worker that plans the time after one that has fired leaves it out, too.
    await sql.query('update scheduled_job set next_run_at = $2 where scheduled_job_id = $1', [id, hours(-1)]);
    await claimAllDue();
    expect(await read()).toBe(hours(2));
  });

  it('is counted by day with the past ones, for those who configure the command', async () => {
    const id = await createJob();
    await sql.query(
      `insert into scheduled_firing (scheduled_job_id, org_id, slot_at, state, run_id, missed_count, until_at)
       values ($1, $2, now() - interval '1 hour', 'failed', 1, 0, null),
         ($1, $2, now() - interval '50 hours', 'called_off', 2, 5, now() - interval '49 hours')`,
      [id, ORG_A],
    );
    const ask = (as: string) =>
      send('GET', `/${ORG_A}/cron-job-firings?cronJobIds=${id},999&zone=Etc/UTC`, { as });
    expect((await ask(people.engineer)).body).toMatchObject([
      { cron_job_id: id, called_off: 5, failed: 0, times: [{ outcome: 'called_off' }] },
      { cron_job_id: id, called_off: 0, failed: 1, succeeded: 0, times: [{ outcome: 'failed' }] },
    ]);
    expect((await ask(people.runner)).body).toEqual([]);
    const wrong = await send('GET', `/${ORG_A}/cron-job-firings?cronJobIds=1&zone=Mars`, {
      as: people.engineer,
    });
    expect(wrong.status).toBe(400);
  });
});

describe('an admin', () => {
  it('pauses all jobs at once; what they miss is counted when they are resumed', async () => {
    const id = await createJob({ cronExpression: '0 * * * *' });
    await sql.query(
      `update scheduled_job set next_run_at = date_trunc('hour', now()) - interval '3 hours' where scheduled_job_id = $1`,
      [id],
    );
    expect((await settings({ isPaused: true })).body).toMatchObject({
      paused_by: 'admin-a',
      paused_time: expect.any(String),
    });
    await tick();
    expect(await statusesOf(id)).toEqual([]);
    await settings({ isPaused: false });
    await tick();
    // Runs are opened several at a time, in any order.
    expect((await statusesOf(id)).sort()).toEqual(['cron_cancellation', 'starting']);
  });

  it('lists days off, which jobs leave out by the date of their own zone, if they want', async () => {
    const ids = [
      await createJob({ skipsDaysOff: true, cronTimezone: 'Pacific/Kiritimati' }),
      await createJob({ skipsDaysOff: true, cronTimezone: 'Pacific/Pago_Pago' }),
      await createJob(),
    ];
    // In Kiritimati it is always a day later than in Pago Pago.
    const [row] = await sql.query<{ date: string }>(
      `select to_char((now() - interval '1 second') at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD') as date`,
    );
    const daysOff = [
      { date: '2020-12-25', name: 'Christmas' },
      { date: row?.date ?? '', name: 'Founding Day' },
    ];
    expect((await settings({ daysOff })).status).toBe(200);
    await sql.query(
      `update scheduled_job set next_run_at = now() - interval '1 second' where scheduled_job_id = any($1)`,
      [ids],
    );
    await tick();
    expect(await Promise.all(ids.map(statusesOf))).toEqual([
      ['cron_cancellation'],
      ['starting'],
      ['starting'],
    ]);
    expect((await settings({ daysOff: [{ date: 'soon', name: '' }] })).status).toBe(400);
  });
});
