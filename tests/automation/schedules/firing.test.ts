import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextTimes } from '@/lib/schedules/firing-times';
import { cronOf } from '@/server/automation/schedules/job-plan';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createScheduledJob } from '../../support/things/schedules';

withApp();
const source = withSource(
  `create table fired (amount integer, since date);
   create function note(amount integer, since date) returns integer language sql as
     $$ insert into fired values (amount, since) returning amount $$;
   create function many(amount integer) returns integer language sql as $$ select amount $$;`,
  createOrganizations,
);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The start of the minute, some minutes ago. */
const ago = (minutes: number) => new Date(Math.floor(Date.now() / MINUTE - minutes) * MINUTE);

let note: MadeCommand;
let many: MadeCommand;
beforeAll(async () => {
  note = await commit(source, 'public.note(integer, date)');
  many = await commit(source, 'public.many(integer)');
});
beforeEach(async () => {
  await sql.query('delete from scheduled_job');
  await sql.query("delete from run where trigger in ('schedule', 'retry')");
});

/** A job that was created before its next time was moved to `nextRunAt`. */
async function create(more: object, nextRunAt: Date, as: string = people.engineer): Promise<number> {
  const body = {
    name: 'Job',
    cronExpression: '0 3 1 1 *',
    runrams: { amount: 1, since: '2026-01-01' },
    ...more,
  };
  const made = await send('POST', `/${ORG_A}/kits/${note.commandId}/cron-jobs`, { as, body });
  const id = numberIn(made, 'cron_job_id');
  await prisma().scheduledJob.update({ where: { scheduledJobId: id }, data: { nextRunAt } });
  return id;
}

async function tick(at: Date | null = null): Promise<void> {
  await claimAllDue(at);
  await openAllClaimed(undefined, at);
}

const runsOf = (scheduledJobId: number) =>
  prisma().run.findMany({
    where: { scheduledJobId },
    orderBy: { runId: 'asc' },
    include: { definition: true },
  });
const wordsOf = async (id: number) =>
  (await runsOf(id)).map(({ status, errors }) => [
    status,
    (errors as { message: string }[] | null)?.[0]?.message,
  ]);

/** Makes yearly jobs, all due at one moment, without asking the API for each. */
async function createMany(count: number, nextRunAt: Date): Promise<void> {
  await prisma().scheduledJob.createMany({
    data: Array.from({ length: count }, (_, number) => ({
      orgId: ORG_A,
      commandId: many.commandId,
      ownerUserId: people.engineer,
      modifiedByUserId: people.engineer,
      name: `Job ${number}`,
      cronExpression: '0 3 1 1 *',
      cronTimezone: 'Etc/UTC',
      nextRunAt,
    })),
  });
  const { inputId } = await prisma().commandInput.findFirstOrThrow({ where: { commandId: many.commandId } });
  await sql.query(
    `insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value)
     select org_id, scheduled_job_id, $1, '7' from scheduled_job`,
    [inputId],
  );
}

describe('a job that is due', () => {
  it('S59 fires once, however many workers look for it at once, and never for the same time again', async () => {
    const due = ago(1);
    await createMany(700, due);
    const claimed = await Promise.all([claimAllDue(), claimAllDue(), claimAllDue()]);
    expect(claimed.reduce((sum, count) => sum + count)).toBe(700);
    await Promise.all([openAllClaimed(), openAllClaimed(), openAllClaimed()]);
    const [counts] = await sql.query(
      `select count(*)::int as runs, count(distinct scheduled_job_id)::int as jobs,
        count(*) filter (where r.params = '{"amount":7}' and exists (select from open_run o where o.run_id = r.run_id))::int as waiting
       from run r where trigger = 'schedule'`,
    );
    expect(counts).toEqual({ runs: 700, jobs: 700, waiting: 700 });
    // The clock is set back, and the same times come again.
    await sql.query('update scheduled_job set next_run_at = $1', [due]);
    await tick();
    expect(await prisma().run.count({ where: { trigger: 'schedule' } })).toBe(700);
  });

  it('S16 runs as its owner, with the date that it means, and stops when they lose the command', async () => {
    const values = { amount: 3, since: { relative: 'yesterday' } };
    const due = ago(1);
    const id = await create({ runrams: values, cronTimezone: 'Asia/Tokyo', timeoutSeconds: 30 }, due);
    await tick();
    await executeWaiting();
    const [run] = await runsOf(id);
    const yesterday = new Date(due.getTime() + 9 * HOUR - DAY).toISOString().slice(0, 10);
    expect(run).toMatchObject({
      status: 'success',
      trigger: 'schedule',
      startedByUserId: people.engineer,
      startedThrough: `schedule:${id}`,
      params: JSON.stringify({ amount: 3, since: yesterday }),
    });
    expect(JSON.parse(run?.definition?.content ?? '{}')).toMatchObject({ timeoutSeconds: 30 });
    expect(await source.query('select amount, since::text from fired')).toEqual([
      { amount: 3, since: yesterday },
    ]);

    const membership = { where: { orgId_userId: { orgId: ORG_A, userId: people.engineer } } };
    await prisma().membership.update({ ...membership, data: { state: 'deleted' } });
    await prisma().scheduledJob.update({ where: { scheduledJobId: id }, data: { nextRunAt: ago(0) } });
    await tick();
    expect((await wordsOf(id))[1]).toEqual([
      'cron_error',
      expect.stringMatching(/owner of the job can no longer run/),
    ]);
    const job = await prisma().scheduledJob.findUniqueOrThrow({ where: { scheduledJobId: id } });
    expect(job).toMatchObject({ isEnabled: false, nextRunAt: null, ownerUserId: people.engineer });
    expect(job.pausedReason).toMatch(/take the job over/);
    await prisma().membership.update({ ...membership, data: { state: 'active' } });
  });

  it('S59 fires for the latest missed time within an hour, and tells of the others; later it only tells', async () => {
    const now = new Date();
    const minuteBefore = (minutes: number) => new Date(Math.floor(now.getTime() / MINUTE - minutes) * MINUTE);
    const soon = await create({ cronExpression: '* * * * *' }, minuteBefore(30));
    const late = await create(
      { cronExpression: '0 * * * *' },
      new Date(Math.floor(now.getTime() / HOUR) * HOUR - 3 * HOUR),
    );
    // Never within the last hour, whatever the time of day.
    const farHour = (now.getUTCHours() + 12) % 24;
    const daily = await create({ cronExpression: `0 ${farHour} * * *` }, minuteBefore(61));
    await tick(now);
    expect(await wordsOf(soon)).toEqual([
      ['cron_cancellation', expect.stringMatching(/^30 times from .* were missed/)],
      ['starting', undefined],
    ]);
    expect(await wordsOf(late)).toEqual([
      ['cron_cancellation', expect.stringMatching(/^3 times/)],
      ['starting', undefined],
    ]);
    expect(await wordsOf(daily)).toEqual([
      ['cron_cancellation', expect.stringMatching(/^The time .* was missed/)],
    ]);
  });

  it('is called off while its last run is in progress, unless it may overlap', async () => {
    const [one, both] = [await create({}, ago(1)), await create({ allowsOverlap: true }, ago(1))];
    await tick();
    await sql.query('update scheduled_job set next_run_at = $1', [ago(0)]);
    await tick();
    expect((await wordsOf(one))[1]).toEqual([
      'cron_cancellation',
      expect.stringMatching(/still in progress/),
    ]);
    expect((await wordsOf(both)).map(([status]) => status)).toEqual(['starting', 'starting']);
    const listed = await send('GET', `/${ORG_A}/skinny-runs?filter=cron_job_id:${one}`, {
      as: people.engineer,
    });
    expect(listed.body).toMatchObject([
      { status: 'cron_cancellation', cron_job_id: one, cron_job: { name: 'Job' } },
      { status: 'starting', cron_job_id: one },
    ]);
  });

  it('S59 opens times that wait together one after the other, so that no two runs overlap', async () => {
    const [one, both] = [await create({}, ago(3)), await create({ allowsOverlap: true }, ago(3))];
    // Three times are claimed while no worker opens any.
    for (const minutes of [2, 1, 0]) {
      await claimAllDue();
      await sql.query('update scheduled_job set next_run_at = $1', [ago(minutes)]);
    }
    await openAllClaimed();
    expect((await wordsOf(one)).map(([status]) => status)).toEqual([
      'starting',
      'cron_cancellation',
      'cron_cancellation',
    ]);
    expect((await wordsOf(both)).map(([status]) => status)).toEqual(['starting', 'starting', 'starting']);
  });

  it('S59 holds up no other if it can not be planned', async () => {
    const broken = await createScheduledJob(ORG_A, many.commandId, people.engineer, {
      cronExpression: 'broken by hand',
      nextRunAt: ago(3),
    });
    const id = await create({}, ago(1));
    await tick();
    expect((await wordsOf(id)).map(([status]) => status)).toEqual(['starting']);
    const { nextRunAt } = await prisma().scheduledJob.findUniqueOrThrow({
      where: { scheduledJobId: broken },
    });
    expect(nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('asks for approval each time, and says why it could not start', async () => {
    const id = await create({}, ago(2));
    const { commandId } = note;
    await prisma().command.update({ where: { commandId }, data: { needsApproval: true } });
    await tick();
    await sql.query('update scheduled_job set next_run_at = $1', [ago(1)]);
    await tick();
    expect((await wordsOf(id)).map(([status]) => status)).toEqual(['starting', 'cron_cancellation']);
    expect(await prisma().approvalRequest.count({ where: { state: 'waiting', commandId } })).toBe(1);
    await prisma().command.update({
      where: { commandId },
      data: { needsApproval: false, confirmationWord: 'Go' },
    });
    await sql.query("update run set status = 'success' where status = 'starting'");
    await sql.query('update scheduled_job set next_run_at = $1', [ago(0)]);
    await tick();
    expect((await wordsOf(id))[2]).toEqual([
      'cron_error',
      expect.stringMatching(/confirm it with the word “Go”/),
    ]);
    await prisma().command.update({ where: { commandId }, data: { confirmationWord: null } });
  });
});

describe('the clock', () => {
  it('S59 may jump ahead by years and back: nothing fires twice, and the next time is soon', async () => {
    const id = await createScheduledJob(ORG_A, many.commandId, people.engineer, {
      cronExpression: '0 * * * *',
      allowsOverlap: true,
    });
    const start = Math.ceil(Date.now() / HOUR) * HOUR;
    await sql.query('update scheduled_job set next_run_at = $1', [new Date(start)]);
    await claimAllDue(new Date(start + MINUTE));
    await claimAllDue(new Date(start + 50 * DAY));
    await claimAllDue(new Date(start + 2 * MINUTE));
    const { nextRunAt } = await prisma().scheduledJob.findUniqueOrThrow({ where: { scheduledJobId: id } });
    expect(nextRunAt).toEqual(new Date(start + HOUR));
    for (let hour = 1; hour <= 3; hour++) await claimAllDue(new Date(start + hour * HOUR));
    const firings = await prisma().scheduledFiring.findMany({
      where: { scheduledJobId: id },
      orderBy: { slotAt: 'asc' },
    });
    // The first hour after the jump was written down as missed, since nobody knew that the clock was wrong.
    expect(
      firings.map(({ slotAt, missedCount }) => [(slotAt.getTime() - start) / HOUR, missedCount]),
    ).toEqual([
      [0, 0],
      [1, 50 * 24 - 1],
      [2, 0],
      [3, 0],
      [50 * 24, 0],
    ]);
  });

  it('S59 a simulated year adds up: each time fired, or is counted as missed', async () => {
    const startMs = Date.UTC(2027, 0, 1);
    const endMs = Date.UTC(2028, 0, 1);
    const plans = [
      ['30 2 * * *', 'Europe/Berlin'],
      ['0 9 * * 1-5', 'America/New_York'],
      ['0 */6 1,15 * *', 'Australia/Lord_Howe'],
      ['15 18 L * *', 'Asia/Kolkata'],
    ] as const;
    const ids: number[] = [];
    for (const [cronExpression, cronTimezone] of plans) {
      const [nextMs = 0] = nextTimes(cronOf(cronExpression), cronTimezone, startMs, 1);
      const plan = { cronExpression, cronTimezone, allowsOverlap: true, nextRunAt: new Date(nextMs) };
      ids.push(await createScheduledJob(ORG_A, many.commandId, people.engineer, plan));
    }
    // Nobody looks in the second half of March, and each time in October is noticed 40 minutes late.
    const isDown = (ms: number) => ms > Date.UTC(2027, 2, 15) && ms < Date.UTC(2027, 2, 31);
    for (let nowMs = startMs; nowMs < endMs; ) {
      const [next] = await sql.query<{ at: Date }>('select min(next_run_at) as at from scheduled_job');
      nowMs = Math.max(nowMs, next?.at.getTime() ?? endMs);
      if (isDown(nowMs)) nowMs = Date.UTC(2027, 2, 31);
      if (nowMs >= endMs) break;
      const isSlow = new Date(nowMs).getUTCMonth() === 9;
      await claimAllDue(new Date(nowMs + (isSlow ? 40 : 0) * MINUTE));
    }
    await openAllClaimed();
    for (const [at, id] of ids.entries()) {
      const [expression, zone] = plans[at] ?? ['', ''];
      const expected = nextTimes(cronOf(expression), zone, startMs, 400).filter((ms) => ms < endMs);
      const firings = await prisma().scheduledFiring.findMany({ where: { scheduledJobId: id } });
      const fired = firings
        .filter(({ missedCount }) => missedCount === 0)
        .map(({ slotAt }) => slotAt.getTime());
      const missed = firings.reduce((sum, { missedCount }) => sum + missedCount, 0);
      expect(fired.length + missed, expression).toBe(expected.length);
      expect(fired.every((ms) => expected.includes(ms))).toBe(true);
      const inTime = expected.filter((ms) => !isDown(ms));
      expect(inTime.every((ms) => fired.includes(ms))).toBe(true);
      expect(firings.every(({ state, runId }) => state !== 'due' && runId !== null)).toBe(true);
    }
  });
});
