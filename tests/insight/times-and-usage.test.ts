import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { clock } from '@/server/base/clock';
import { prisma } from '@/server/base/database/prisma';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { withApp } from '@/tests/support/app/app';
import { send } from '@/tests/support/app/http';
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

const NOW_MS = Date.parse('2026-11-27T15:00:00Z');
const DAY_MS = 86_400_000;
const OLD = new Date(NOW_MS - 200 * DAY_MS);
const IN_MARCH = 'since=2026-03-02&until=2026-03-15';

let command: MadeCommand;
let other: MadeCommand;
let secret: MadeCommand;
let ofB: MadeCommand;
let credentialA: number;

async function ran(
  of: MadeCommand,
  requestedAt: Date,
  { waitedMs = 0, tookMs = 0, orgId = ORG_A, ...more }: Record<string, unknown> = {},
) {
  const startedAt = new Date(requestedAt.getTime() + Number(waitedMs));
  await prisma().run.create({
    data: {
      orgId: String(orgId),
      ...of,
      startedByUserId: people.runner,
      status: 'success',
      createdAt: requestedAt,
      queuedAt: requestedAt,
      startedAt,
      endedAt: new Date(startedAt.getTime() + Number(tookMs)),
      params: '{}',
      ...more,
    },
  });
}

async function make(friendlyName: string, data: object = {}): Promise<MadeCommand> {
  const made = await createCommand(ORG_A, people.creator, credentialA, { friendlyName });
  await prisma().command.update({ where: { commandId: made.commandId }, data: { createdAt: OLD, ...data } });
  return made;
}

beforeAll(async () => {
  await createOrganizations();
  ({ command, other, ofB, credentialA } = await createGrantedCommands());
  await prisma().command.updateMany({ data: { createdAt: OLD } });
  secret = await make('secret', { visibility: 'justme' });
});
afterEach(() => vi.restoreAllMocks());

type Row = Record<string, unknown>;

async function read(path: string, query = '', as: string = people.orgAdmin): Promise<Row[]> {
  vi.spyOn(clock, 'nowMs').mockReturnValue(NOW_MS);
  const { status, body } = await send('GET', `/${ORG_A}/analytics/${path}?${query}`, { as });
  expect(status).toBe(200);
  return body as Row[];
}

const isAbout = (actual: unknown, wanted: number) =>
  expect(Math.abs(Number(actual) - wanted) / wanted).toBeLessThanOrEqual(0.05);

describe('how long runs take', () => {
  beforeAll(async () => {
    const at = (day: number, index: number) => new Date(Date.UTC(2026, 2, day, 10, index));
    for (let index = 1; index <= 20; index += 1) {
      await ran(command, at(3, index), { tookMs: index * 100, waitedMs: index * 10 });
      await ran(secret, at(3, index), { tookMs: 60_000, waitedMs: 10 });
    }
    await ran(command, at(10, 0), { tookMs: 7000, waitedMs: 30 });
    // Not of those that succeed.
    await ran(command, at(10, 1), {
      tookMs: 900_000,
      waitedMs: 30,
      status: 'failed',
      endReason: 'timed_out',
    });
    // Not of those that people wait for.
    await ran(command, at(10, 2), { tookMs: 500_000, trigger: 'dropdown' });
    await ran(ofB, at(10, 3), { tookMs: 400_000, orgId: ORG_B });
    const counter = new RunCounter();
    while ((await counter.nextBatch()) > 0);
  });

  it('is the median and the 95th percentile of each week of a command, at most 5 % off', async () => {
    const query = `${IN_MARCH}&command_id=${command.commandId}`;
    const [first, second, ...more] = await read('runs/weekly-times', query);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ week_start: '2026-03-02' });
    isAbout(first?.taken_median_ms, 1000);
    isAbout(first?.taken_p95_ms, 1900);
    isAbout(first?.waited_median_ms, 100);
    isAbout(first?.waited_p95_ms, 190);
    expect(second).toMatchObject({ week_start: '2026-03-09' });
    isAbout(second?.taken_median_ms, 7000);
    isAbout(second?.taken_p95_ms, 7000);
    isAbout(second?.waited_median_ms, 30);
  });

  it('has private commands of others among all, and never alone', async () => {
    const [first] = await read('runs/weekly-times', IN_MARCH);
    isAbout(first?.taken_p95_ms, 60_000);
    expect(await read('runs/weekly-times', `${IN_MARCH}&command_id=${secret.commandId}`)).toEqual([]);
    expect(await read('runs/weekly-times', `${IN_MARCH}&command_id=${ofB.commandId}`)).toEqual([]);
  });

  it('is said of each command; those of others that are private have one row without a name', async () => {
    const rows = await read('runs/by-command', IN_MARCH);
    const own = rows.find(({ command_id }) => command_id === command.commandId);
    expect(own).toMatchObject({ name: 'cmd1', directory_name: 'Refunds', success: 21, failure: 1 });
    isAbout(own?.taken_p95_ms, 2000);
    const nameless = rows.find(({ command_id }) => command_id === null);
    expect(nameless).toMatchObject({ name: null, directory_name: null, success: 20 });
    isAbout(nameless?.taken_median_ms, 60_000);
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(rows).toHaveLength(2);
  });
});

describe('unused commands', () => {
  it('have not run for 90 days in the time zone, not even for a dropdown', async () => {
    const firstDay = Date.parse('2026-08-30T04:00:00Z');
    const edge = await make('edge');
    await ran(edge, new Date(firstDay));
    const before = await make('before');
    await ran(before, new Date(firstDay - 1));
    const filling = await make('filling');
    await ran(filling, new Date(NOW_MS - DAY_MS), { trigger: 'dropdown' });
    await make('hidden', { isHidden: true });
    await make('gone', { deletedAt: new Date() });
    await make('new', { createdAt: new Date(NOW_MS - DAY_MS) });
    const rows = await read('commands/unused', 'zone=America/New_York');
    expect(rows.map(({ name, commands }) => [name, commands])).toEqual([
      ['cmd2', 1],
      [null, 1],
      ['cmd1', 1],
      ['before', 1],
    ]);
    expect(rows[0]).toMatchObject({ command_id: other.commandId, created_at: OLD.toISOString() });
    expect(rows[0]?.last_run_at).toBeNull();
    expect(rows[1]).toMatchObject({ command_id: null, created_at: null, last_run_at: null });
    expect(rows[3]?.last_run_at).toBe(new Date(firstDay - 1).toISOString());
  });
});

describe('commands of one person', () => {
  it('can be run by nobody else but admins; grants that count for nothing change nothing', async () => {
    const shared = await make('shared');
    const grant = { orgId: ORG_A, commandId: shared.commandId, role: 'runner' } as const;
    await prisma().commandUserGrant.create({ data: { ...grant, userId: people.runner } });
    const removed = await make('of a removed person', { createdByUserId: people.deleted });
    await prisma().commandUserGrant.create({
      data: { ...grant, commandId: removed.commandId, userId: people.engineer },
    });
    const rows = await read('commands/one-person');
    const byName = new Map(rows.map((row) => [row.name, row]));
    expect(byName.get('cmd2')).toMatchObject({ user_id: people.creator, user_name: 'creator' });
    expect(byName.get('of a removed person')).toMatchObject({ user_id: people.engineer });
    expect([...byName.keys()]).not.toContain('cmd1');
    expect([...byName.keys()]).not.toContain('shared');
    expect(byName.get(null)).toMatchObject({ commands: 1, user_id: null, user_name: null });
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});
