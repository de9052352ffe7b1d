import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunEndReason, RunStatus, RunTrigger } from '@/generated/prisma/enums';
import { type CountedOutcome, filtersOf, type ShownRuns } from '@/lib/figures/counted-runs';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { withApp } from '@/tests/support/app/app';
import { send, sendRaw } from '@/tests/support/app/http';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

withApp();

/** Thursday, March 12, in New York, whose clocks were changed on Sunday, March 8. */
const NOW_MS = Date.parse('2026-03-12T15:00:00Z');
const IN_NEW_YORK = 'zone=America/New_York&since=2026-03-02&until=2026-03-12';

let command: MadeCommand;
let other: MadeCommand;
let ofB: MadeCommand;
let secret: MadeCommand;

interface Ran {
  at: string;
  by?: string;
  orgId?: string;
  status?: RunStatus;
  endReason?: RunEndReason;
  trigger?: RunTrigger;
}

async function ran(of: MadeCommand, { at, by = people.runner, orgId = ORG_A, ...more }: Ran): Promise<void> {
  const createdAt = new Date(at);
  const times = { createdAt, queuedAt: createdAt, startedAt: createdAt, endedAt: createdAt };
  await prisma().run.create({
    data: { orgId, ...of, startedByUserId: by, status: 'success', ...times, params: '{}', ...more },
  });
}

const failed = { status: 'failed', endReason: 'error' } as const;
const canceled = { status: 'failed', endReason: 'cancelled' } as const;

beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  ({ command, other, ofB } = made);
  secret = await createCommand(ORG_A, people.creator, made.credentialA, { friendlyName: 'secret' });
  await prisma().command.update({
    where: { commandId: secret.commandId },
    data: { visibility: 'justme' },
  });
  // The first week in New York begins at five o'clock in UTC, and the second at four.
  await ran(command, { at: '2026-03-02T05:00:00Z' });
  await ran(command, { at: '2026-03-02T04:59:59.999Z' });
  await ran(command, { at: '2026-03-09T03:59:00Z', by: people.engineer });
  await ran(command, { at: '2026-03-09T04:00:00Z' });
  await ran(command, { at: '2026-03-10T12:00:00Z', ...failed });
  await ran(other, { at: '2026-03-10T12:00:00Z', status: 'failed', endReason: 'timed_out' });
  await ran(command, { at: '2026-03-10T13:00:00Z', ...canceled });
  await ran(command, { at: '2026-03-10T13:00:00Z', status: 'failed', endReason: 'refused' });
  await ran(command, {
    at: '2026-03-10T13:00:00Z',
    status: 'cron_error',
    endReason: 'refused',
    trigger: 'schedule',
  });
  await ran(command, { at: '2026-03-10T13:00:00Z', trigger: 'dropdown' });
  await ran(command, { at: '2026-03-10T13:00:00Z', trigger: 'startup', ...failed });
  await ran(secret, { at: '2026-03-10T14:00:00Z', by: people.creator });
  await ran(secret, { at: '2026-03-10T14:00:00Z', by: people.creator, ...failed });
  await ran(ofB, { at: '2026-03-10T14:00:00Z', orgId: ORG_B, by: people.outsider });
  await ran(command, { at: '2025-01-10T14:00:00Z', by: people.engineer });
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
});
afterEach(() => vi.restoreAllMocks());

const read = async (path: string, query = '', as: string = people.orgAdmin) => {
  vi.spyOn(clock, 'nowMs').mockReturnValue(NOW_MS);
  return send('GET', `/${ORG_A}/analytics/${path}${query === '' ? '' : `?${query}`}`, { as });
};

async function countInHistory(
  outcome: CountedOutcome,
  week: { starts_at: string; ends_at: string },
  shown: ShownRuns,
): Promise<number> {
  const [fromMs, toMs] = [Date.parse(week.starts_at), Date.parse(week.ends_at)];
  const filters = filtersOf({ outcome, fromMs, toMs, ...shown });
  const query = filters.map((filter) => `filter=${encodeURIComponent(filter)}`).join('&');
  const path = `/${ORG_A}/skinny-runs?${query}&max_possible_count=10000`;
  return Number((await sendRaw('GET', path, { as: people.orgAdmin })).headers.get('X-Total-Count'));
}

type Week = Record<'success' | 'failure' | 'cancelled', number> & {
  starts_at: string;
  ends_at: string;
  unlisted: Record<'success' | 'failure' | 'cancelled', number>;
};

describe('the runs of each week', () => {
  it('are counted in the weeks of the time zone, canceled ones apart from failed ones', async () => {
    const { status, body } = await read('runs/weekly-success-failure', IN_NEW_YORK);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        week_start: '2026-03-02',
        starts_at: '2026-03-02T05:00:00.000Z',
        ends_at: '2026-03-09T04:00:00.000Z',
        success: 2,
        failure: 0,
        cancelled: 0,
        unlisted: { success: 0, failure: 0, cancelled: 0 },
      },
      {
        week_start: '2026-03-09',
        starts_at: '2026-03-09T04:00:00.000Z',
        ends_at: '2026-03-16T04:00:00.000Z',
        success: 2,
        failure: 3,
        cancelled: 1,
        unlisted: { success: 1, failure: 1, cancelled: 0 },
      },
    ]);
  });

  it.each([
    ['as they are', '', { dropdowns: false, startup: false }],
    ['with dropdown runs', '&show_dropdown_runs=true', { dropdowns: true, startup: false }],
    ['with startup runs', '&show_startup_runs=true', { dropdowns: false, startup: true }],
  ])('are as many as History lists, %s', async (_how, query, shown) => {
    const body = (await read('runs/weekly-success-failure', IN_NEW_YORK + query)).body as Week[];
    for (const week of body) {
      const listed = {
        success: week.success - week.unlisted.success,
        failed: week.failure - week.unlisted.failure,
        canceled: week.cancelled - week.unlisted.cancelled,
      };
      for (const outcome of ['success', 'failed', 'canceled'] as const) {
        expect(await countInHistory(outcome, week, shown), `${week.starts_at} ${outcome}`).toBe(
          listed[outcome],
        );
      }
    }
  });

  it('are those of the last twelve weeks without days, and too many days are refused', async () => {
    const { body } = await read('runs/weekly-success-failure');
    expect(body).toHaveLength(12);
    expect((await read('runs/weekly-success-failure', 'since=2020-01-01')).status).toBe(400);
    expect((await read('runs/weekly-success-failure', 'since=2026-03-02&until=2026-03-01')).status).toBe(400);
    expect((await read('runs/weekly-success-failure', 'zone=Mars/Olympus')).status).toBe(400);
  });
});

describe('the most used commands', () => {
  it('have their runs ever and of the past month; private ones of others are one row without a name', async () => {
    const { body } = await read('legos/trending', 'zone=America/New_York');
    expect(body).toEqual([
      {
        command_id: command.commandId,
        name: 'cmd1',
        directory_name: 'Refunds',
        org_id: ORG_A,
        all_time_web_filters: 7,
        past_month_web_filters: 6,
        runs_in_days: 6,
        is_deleted: false,
      },
      {
        command_id: null,
        name: null,
        directory_name: null,
        org_id: ORG_A,
        all_time_web_filters: 2,
        past_month_web_filters: 2,
        runs_in_days: 2,
        is_deleted: false,
      },
      expect.objectContaining({ command_id: other.commandId, all_time_web_filters: 1 }),
    ]);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('have their runs in the days of the request, and those with the most in them come first', async () => {
    const inDays = async (days: string) =>
      (await read('legos/trending', `zone=America/New_York&${days}`)).body as object[];
    expect(await inDays('since=2026-03-09&until=2026-03-12')).toMatchObject([
      { name: 'cmd1', past_month_web_filters: 6, runs_in_days: 3 },
      { name: null, past_month_web_filters: 2, runs_in_days: 2 },
      { name: 'cmd2', runs_in_days: 1 },
    ]);
    expect((await inDays('since=2026-03-03&until=2026-03-07')).at(0)).toMatchObject({ runs_in_days: 0 });
    const { body } = await read(
      'runners/trending',
      'zone=America/New_York&since=2026-03-02&until=2026-03-08',
    );
    expect(body).toMatchObject([
      { name: 'runner', runs_in_days: 1 },
      { name: 'engineer', runs_in_days: 1 },
      { name: 'creator', runs_in_days: 0 },
    ]);
  });

  it('have their new folder after they were moved, and stay after they were deleted', async () => {
    const { folderId } = await prisma().folder.create({ data: { orgId: ORG_A, name: 'Moved' } });
    await prisma().command.update({
      where: { commandId: other.commandId },
      data: { folderId, deletedAt: new Date() },
    });
    const rows = (await read('legos/trending')).body as object[];
    expect(rows.at(-1)).toMatchObject({ name: 'cmd2', directory_name: 'Moved', is_deleted: true });
    const weeks = (await read('runs/weekly-success-failure', IN_NEW_YORK)).body as Week[];
    expect(weeks[1]).toMatchObject({ failure: 3, unlisted: { failure: 2 } });
    await prisma().command.update({ where: { commandId: other.commandId }, data: { deletedAt: null } });
  });
});

describe('the most active runners', () => {
  it('have their runs, also of commands that are private', async () => {
    const { body } = await read('runners/trending');
    expect(body).toEqual([
      { user_id: people.runner, name: 'runner', total_usage: 6, recent_usage: 6, runs_in_days: 6 },
      { user_id: people.creator, name: 'creator', total_usage: 2, recent_usage: 2, runs_in_days: 2 },
      { user_id: people.engineer, name: 'engineer', total_usage: 2, recent_usage: 1, runs_in_days: 1 },
    ]);
  });
});

describe('the commands that were added', () => {
  it('are counted by week and person', async () => {
    const monday = new Date('2026-03-09T04:00:00Z');
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { createdAt: monday },
    });
    await prisma().command.update({
      where: { commandId: other.commandId },
      data: { createdAt: new Date(monday.getTime() - 1) },
    });
    const { body } = await read('syncs/additions-weekly-by-user', IN_NEW_YORK);
    const by = { user_id: people.creator, name: 'creator', additions: 1 };
    expect(body).toEqual([
      { week_start: '2026-03-02', ...by },
      { week_start: '2026-03-09', ...by },
    ]);
  });
});

describe('figures of another organization', () => {
  it('never count', async () => {
    const path = `/${ORG_B}/analytics/legos/trending`;
    const own = await send('GET', path, { as: people.orgAdminB });
    expect(own.body).toEqual([
      expect.objectContaining({ command_id: ofB.commandId, all_time_web_filters: 1, org_id: ORG_B }),
    ]);

    expect((await send('GET', path, { as: people.orgAdmin })).status).toBe(404);
    expect((await read('runners/trending', '', people.engineer)).status).toBe(403);
  });
});
