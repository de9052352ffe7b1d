import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RunEndReason, RunStatus, RunTrigger } from '@/generated/prisma/enums';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send, sendRaw } from '../../support/app/http';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

/** Late on March 9 in New York, a day after its clocks were changed; March 10 in UTC. */
const NOW = '2026-03-10T03:30:00.000Z';

let command: MadeCommand;
let other: MadeCommand;
beforeAll(async () => {
  await createOrganizations();
  ({ command, other } = await createGrantedCommands());
});
afterEach(() => vi.restoreAllMocks());

interface Ran {
  at: string;
  by?: string;
  tookMs?: number;
  trigger?: RunTrigger;
  status?: RunStatus;
  endReason?: RunEndReason;
  parentRunId?: number;
  isQueued?: boolean;
}

async function ran(of: MadeCommand, { at, by = people.runner, tookMs = 40, isQueued = true, ...more }: Ran) {
  const createdAt = new Date(at);
  const { runId } = await prisma().run.create({
    data: {
      orgId: ORG_A,
      ...of,
      startedByUserId: by,
      status: 'success',
      createdAt,
      queuedAt: isQueued ? createdAt : null,
      startedAt: createdAt,
      endedAt: new Date(createdAt.getTime() + tookMs),
      params: '{}',
      ...more,
    },
  });
  return runId;
}

const usage = (of: MadeCommand, query = '', as: string = people.runner) =>
  send('GET', `/${ORG_A}/kits/${of.commandId}/usage${query}`, { as });

const inNewYork = '?zone=America/New_York';

async function countInHistory(filters: readonly string[]): Promise<number> {
  const usual = ['is_dropdown:false', 'is_startup:false'];
  const query = [...usual, ...filters].map((filter) => `filter=${encodeURIComponent(filter)}`).join('&');
  const path = `/${ORG_A}/skinny-runs?${query}&max_possible_count=10000`;
  return Number((await sendRaw('GET', path, { as: people.runner })).headers.get('X-Total-Count'));
}

describe('the usage of a command', () => {
  it('counts its runs by day, by person, and by how they ended, as the history lists them', async () => {
    vi.spyOn(clock, 'nowMs').mockReturnValue(Date.parse(NOW));
    await ran(command, { at: '2026-03-10T01:00:00Z', tookMs: 100 });
    await ran(command, { at: '2026-03-09T04:30:00Z', tookMs: 300 });
    await ran(command, { at: '2026-03-09T03:30:00Z', tookMs: 200, by: people.engineer });
    await ran(command, { at: '2026-03-01T12:00:00Z', status: 'failed', endReason: 'error' });
    await ran(command, { at: '2026-03-01T12:00:00Z', status: 'failed', endReason: 'cancelled' });
    // The past month begins on February 8 at midnight in New York.
    await ran(command, { at: '2026-02-08T05:00:00Z', tookMs: 5000 });
    await ran(command, { at: '2026-02-08T04:59:59Z', by: people.engineer });
    await ran(command, { at: '2025-01-01T00:00:00Z', by: people.engineer });
    const parentRunId = await ran(command, { at: '2026-03-05T12:00:00Z' });
    const ofParent = { orgId: ORG_A, runId: parentRunId, userId: people.runner };
    await prisma().bulkRun.create({ data: { ...ofParent, rowCount: 2 } });
    for (const tookMs of [400, 500])
      await ran(command, { at: '2026-03-05T12:00:00Z', tookMs, trigger: 'bulk', parentRunId });
    const isOpen = { status: 'running', at: '2026-03-10T03:00:00Z' } as const;
    const open = await ran(command, isOpen);
    const inLine = { commandId: command.commandId, credentialId: 1, userId: people.runner };
    await prisma().openRun.create({
      data: {
        orgId: ORG_A,
        runId: open,
        ...inLine,
        sourceKind: 'postgres',
        class: 1,
        turn: 1,
        state: 'executing',
      },
    });
    // None of these count.
    await ran(command, { at: '2026-03-09T12:00:00Z', trigger: 'dropdown' });
    await ran(command, { at: '2026-03-09T12:00:00Z', trigger: 'startup' });
    await ran(command, { at: '2026-03-09T12:00:00Z', status: 'starting', isQueued: false });
    await ran(other, { at: '2026-03-09T12:00:00Z' });

    const { status, body } = await usage(command, inNewYork);
    expect(status).toBe(200);
    const all = [`kit_id:${command.commandId}`, 'is_bulk_parent:false'];
    expect(body).toEqual({
      name: 'cmd1',
      all_time: 11,
      all_time_web_filters: all,
      past_month: 9,
      past_month_web_filters: [...all, 'start_time:gte:2026-02-08T05:00:00.000Z'],
      days: expect.any(Array),
      outcomes: { success: 6, failed: 1, cancelled: 1, in_progress: 1 },
      durations: { runs: 6, median_ms: 300, p95_ms: 5000 },
      runners: [
        {
          user_id: people.runner,
          name: expect.any(String),
          total_usage: 8,
          recent_usage: 8,
          web_filters: [...all, `user_id:${people.runner}`],
        },
        {
          user_id: people.engineer,
          name: expect.any(String),
          total_usage: 3,
          recent_usage: 1,
          web_filters: [...all, `user_id:${people.engineer}`],
        },
      ],
      other_runners: { people: 0, total_usage: 0, recent_usage: 0 },
    });
    const { days, past_month_web_filters } = body as {
      days: { day: string; runs: number }[];
      past_month_web_filters: string[];
    };
    expect(days).toHaveLength(30);
    expect(days.filter(({ runs }) => runs > 0)).toEqual([
      { day: '2026-02-08', runs: 1 },
      { day: '2026-03-01', runs: 2 },
      { day: '2026-03-05', runs: 2 },
      { day: '2026-03-08', runs: 1 },
      { day: '2026-03-09', runs: 3 },
    ]);
    expect(await countInHistory(all)).toBe(11);
    expect(await countInHistory(past_month_web_filters)).toBe(9);
    expect(await countInHistory([...all, `user_id:${people.engineer}`])).toBe(3);

    const { body: inUtc } = await usage(command);
    expect((inUtc as { days: object[] }).days.at(-1)).toEqual({ day: '2026-03-10', runs: 2 });
  });

  it('names the fifty who run it most, and counts the others', async () => {
    const userIds = Array.from({ length: 53 }, (_, number) => `usage-${String(number).padStart(2, '0')}`);
    await prisma().user.createMany({ data: userIds.map((userId) => ({ userId, name: userId })) });
    const at = clock.now().toISOString();
    for (const by of [...userIds, ...userIds.slice(0, 50)]) await ran(other, { at, by });
    await ran(other, { at: '2025-01-01T00:00:00Z', by: 'usage-52' });
    const { body } = await usage(other, '', people.creator);
    expect(body).toMatchObject({
      runners: userIds.slice(0, 50).map((userId) => ({ user_id: userId, total_usage: 2, recent_usage: 2 })),
      // The fourth is the runner of the test above.
      other_runners: { people: 4, total_usage: 5, recent_usage: 3 },
    });
  });

  it('says that a command was never run', async () => {
    await prisma().run.deleteMany({ where: { commandId: other.commandId } });
    expect((await usage(other, '', people.creator)).body).toMatchObject({
      all_time: 0,
      past_month: 0,
      outcomes: { success: 0, failed: 0, cancelled: 0, in_progress: 0 },
      durations: null,
      runners: [],
    });
  });

  it('is for those who see all of its runs', async () => {
    const { commandId } = command;
    expect((await usage(command, '', people.outsider)).status).toBe(200);
    expect((await usage(command, '', people.member)).status).toBe(404);
    await prisma().command.update({ where: { commandId }, data: { visibility: 'public' } });
    expect((await usage(command, '', people.member)).status).toBe(403);
    expect((await send('GET', `/${ORG_A}/kits/${commandId}/usage`)).status).toBe(401);
    expect((await usage(command, '?zone=Mars/Olympus')).status).toBe(400);
  });
});
