import { beforeAll, describe, expect, it } from 'vitest';
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

const DAY_MS = 86_400_000;
const IN_MARCH = 'since=2026-02-20&until=2026-03-31&zone=America/New_York';

let command: MadeCommand;
let secret: MadeCommand;
let copy: MadeCommand;
let ofB: MadeCommand;

async function ran(of: MadeCommand, at: string, times = 1, more: object = {}): Promise<void> {
  const createdAt = new Date(at);
  const data = {
    orgId: ORG_A,
    ...of,
    startedByUserId: people.runner,
    status: 'success' as const,
    createdAt,
    queuedAt: createdAt,
    startedAt: createdAt,
    endedAt: createdAt,
    params: '{}',
    ...more,
  };
  await prisma().run.createMany({ data: Array.from({ length: times }, () => data) });
}

const estimate = (minutesSaved: number | null, as: string = people.engineer) =>
  send('PATCH', `/${ORG_A}/kits/${command.commandId}`, { as, body: { minutesSaved } });

const estimatesOf = async ({ commandId }: MadeCommand) =>
  (await prisma().commandEstimate.findMany({ where: { commandId }, orderBy: { sinceAt: 'asc' } })).map(
    ({ sinceAt, minutesSaved }) => [sinceAt.getTime(), minutesSaved],
  );

async function saved(orgId = ORG_A, as: string = people.orgAdmin): Promise<Record<string, unknown>[]> {
  const path = `/${orgId}/analytics/minutes-saved?${IN_MARCH}`;
  const { status, body } = await send('GET', path, { as });
  expect(status).toBe(200);
  return body as Record<string, unknown>[];
}

beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  ({ command, ofB } = made);
  secret = await createCommand(ORG_A, people.creator, made.credentialA, { friendlyName: 'secret' });
  copy = await createCommand(ORG_A, people.runner, made.credentialA, { friendlyName: 'copy' });
  await prisma().command.update({
    where: { commandId: copy.commandId },
    data: { followsCommandId: command.commandId },
  });
  await prisma().command.update({
    where: { commandId: secret.commandId },
    data: { visibility: 'justme', minutesSaved: 100 },
  });
  await prisma().command.update({ where: { commandId: ofB.commandId }, data: { minutesSaved: 1000 } });
  // In New York, it is still February.
  await ran(command, '2026-03-01T04:59:00Z', 2);
  await ran(command, '2026-03-09T23:59:00Z', 3);
  await ran(command, '2026-03-10T00:00:00Z', 5);
  await ran(command, '2026-03-11T00:00:00Z', 7, { status: 'failed', endReason: 'error' });
  await ran(command, '2026-03-11T00:00:00Z', 7, { trigger: 'dropdown' });
  await ran(copy, '2026-03-11T00:00:00Z');
  await ran(secret, '2026-03-11T00:00:00Z', 2);
  await ran(made.other, '2026-03-11T00:00:00Z', 2);
  await ran(ofB, '2026-03-11T00:00:00Z', 1, { orgId: ORG_B });
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
});

describe('the minutes that commands save', () => {
  it('are those of the first estimate for all runs, also before it', async () => {
    expect((await estimate(10)).status).toBe(200);
    expect(await estimatesOf(command)).toEqual([[0, 10]]);
    const rows = await saved();
    expect(rows.map(({ month, name, runs, minutes }) => [month, name, runs, minutes])).toEqual([
      ['2026-02', 'cmd1', 2, 20],
      ['2026-03', null, 2, 200],
      ['2026-03', 'cmd1', 8, 80],
      ['2026-03', 'copy', 1, 10],
    ]);
    expect(rows[1]).toMatchObject({ command_id: null, directory_name: null });
    expect(rows[2]).toMatchObject({ command_id: command.commandId, directory_name: 'Refunds' });
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('are those of a changed estimate from its day on, and of none after it was removed', async () => {
    await estimate(4);
    const [first, second, ...others] = await estimatesOf(command);
    expect([first, second?.[1], others]).toEqual([[0, 10], 4, []]);
    expect(Number(second?.[0]) % DAY_MS).toBe(0);
    const where = { commandId: command.commandId, minutesSaved: 4 };
    await prisma().commandEstimate.updateMany({ where, data: { sinceAt: new Date('2026-03-10') } });
    const march = (await saved()).filter(({ month, name }) => month === '2026-03' && name === 'cmd1');
    expect(march).toEqual([expect.objectContaining({ runs: 8, minutes: 3 * 10 + 5 * 4 })]);
    await prisma().commandEstimate.updateMany({ where, data: { minutesSaved: null } });
    const after = (await saved()).filter(({ month, name }) => month === '2026-03' && name === 'cmd1');
    expect(after).toEqual([expect.objectContaining({ runs: 3, minutes: 30 })]);
  });

  it('are of one organization, for its admins', async () => {
    expect(await saved(ORG_B, people.orgAdminB)).toEqual([
      expect.objectContaining({ command_id: ofB.commandId, runs: 1, minutes: 1000 }),
    ]);
    const path = `/${ORG_A}/analytics/minutes-saved`;
    expect((await send('GET', path, { as: people.engineer })).status).toBe(403);
    expect((await send('GET', path, { as: people.orgAdminB })).status).toBe(404);
  });

  it('are estimated by engineers, in whole minutes', async () => {
    expect((await estimate(5, people.runner)).status).toBe(403);
    expect((await estimate(0)).status).toBe(400);
    expect((await estimate(2.5)).status).toBe(400);
    expect((await estimate(null)).status).toBe(200);
  });
});
