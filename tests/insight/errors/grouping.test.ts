import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { groupFailures } from '@/server/insight/errors/group-failures';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { rebuildFigures } from '@/server/insight/rollup/rebuild-figures';
import { asOwner, withApp } from '@/tests/support/app/app';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';
import { failedRun, groupAll } from './failed-runs';

withApp();

const DAY_MS = 86_400_000;

let command: MadeCommand;
let other: MadeCommand;
let ofB: MadeCommand;
beforeAll(async () => {
  await createOrganizations();
  ({ command, other, ofB } = await createGrantedCommands());
});
beforeEach(async () => {
  await sql.query('delete from run');
  await sql.query('delete from error_group');
  await sql.query('delete from notification');
});

const groups = () => prisma().errorGroup.findMany({ orderBy: { errorGroupId: 'asc' } });
const theGroup = async () => {
  const [group, ...more] = await groups();
  if (group === undefined || more.length > 0) throw new Error('Not exactly one error');
  return group;
};
const ago = (ms: number) => new Date(Date.now() - ms);

describe('failed runs', () => {
  it('are one error if they differ in their values alone, with its times, people, and commands', async () => {
    const first = ago(60_000);
    await failedRun(command, { message: 'Order 1 not found', at: first });
    await failedRun(command, { message: 'Order 2 not found', by: people.engineer, at: ago(30_000) });
    const runId = await failedRun(command, { message: 'Order 3 not found', at: ago(1000) });
    await failedRun(command, { message: 'Card refused' });
    await groupAll();
    const [notFound, refused, ...more] = await groups();
    expect(more).toEqual([]);
    expect(notFound).toMatchObject({
      title: 'Order {number} not found',
      code: 'P0001',
      runs: 3,
      lastRunId: runId,
      state: 'open',
    });
    expect(notFound?.firstAt).toEqual(first);
    expect(refused?.title).toBe('Card refused');
    const hits = await prisma().errorHit.findMany({ where: { errorGroupId: notFound?.errorGroupId ?? 0 } });
    expect(hits.map(({ commandId, userId, runs }) => [commandId, userId, runs]).sort()).toEqual(
      [
        [command.commandId, people.engineer, 1],
        [command.commandId, people.runner, 2],
      ].sort(),
    );
  });

  it('of a connection that is down are one error of all its commands, and of another organization another', async () => {
    const down = { code: '57P03', message: 'the database system is starting up' };
    await failedRun(command, down);
    await failedRun(other, down);
    await failedRun(ofB, { ...down, orgId: ORG_B, by: people.outsider });
    await groupAll();
    expect((await groups()).map(({ orgId, runs }) => [orgId, runs])).toEqual([
      [ORG_A, 2],
      [ORG_B, 1],
    ]);
  });

  it('that were canceled, refused, or have not ended are left out', async () => {
    await failedRun(command, { more: { endReason: 'cancelled' } });
    await failedRun(command, { more: { endReason: 'refused' } });
    const running = await failedRun(command, { more: { status: 'running', endReason: null, endedAt: null } });
    await groupAll();
    expect(await groups()).toEqual([]);
    await prisma().run.update({
      where: { runId: running },
      data: { status: 'failed', endReason: 'timed_out', endedAt: new Date() },
    });
    await groupAll();
    expect(await theGroup()).toMatchObject({ runs: 1, title: 'The run was stopped at its time limit.' });
  });

  it('count once, however many workers group them, die, or count everything again', async () => {
    for (let n = 0; n < 12; n += 1) await failedRun(command, { message: `Order ${n} not found` });
    const counter = new RunCounter();
    while ((await counter.nextBatch()) > 0);
    await asOwner('alter table error_day add constraint dies check (runs < 0) not valid');
    await groupFailures(Date.now(), 5).catch(() => undefined);
    await asOwner('alter table error_day drop constraint dies');
    expect(await groups()).toEqual([]);
    await Promise.all([
      groupFailures(Date.now(), 5),
      groupFailures(Date.now(), 5),
      groupFailures(Date.now(), 5),
    ]);
    await groupAll();
    await rebuildFigures();
    await groupAll();
    expect(await theGroup()).toMatchObject({ runs: 12 });
    expect(await prisma().groupedRun.count()).toBe(12);
    const sums = await sql.query<{ hits: number; days: number }>(
      'select (select sum(runs)::int from error_hit) as hits, (select sum(runs)::int from error_day) as days',
    );
    expect(sums).toEqual([{ hits: 12, days: 12 }]);
  });

  it('stay counted when their results or their command are deleted', async () => {
    const runId = await failedRun(command, { message: 'Still counted' });
    await groupAll();
    await prisma().run.update({ where: { runId }, data: { resultDeletedAt: new Date(), errors: [] } });
    await prisma().command.update({
      where: { commandId: command.commandId },
      data: { deletedAt: new Date() },
    });
    await failedRun(command, { message: 'Still counted' });
    await groupAll();
    expect(await theGroup()).toMatchObject({ runs: 2 });
    await prisma().command.update({ where: { commandId: command.commandId }, data: { deletedAt: null } });
  });

  it('have titles without the values that they were given', async () => {
    await failedRun(command, { message: 'No card of Jane Doe', params: { name: 'Jane Doe' } });
    await groupAll();
    expect((await theGroup()).title).toBe('No card of {input}');
  });
});

describe('an error', () => {
  const set = async (data: object) => {
    const { errorGroupId } = await theGroup();
    await prisma().errorGroup.update({ where: { errorGroupId }, data });
  };

  it('that was resolved returns with the first failure of a run that began later', async () => {
    await failedRun(command, { at: ago(60_000) });
    await groupAll();
    await set({ state: 'resolved', stateSince: ago(30_000), stateByUserId: people.engineer });
    await failedRun(command, { at: ago(40_000) });
    await groupAll();
    expect(await theGroup()).toMatchObject({ state: 'resolved', runs: 2 });
    await failedRun(command, { at: ago(1000) });
    await groupAll();
    expect(await theGroup()).toMatchObject({ state: 'open', runs: 3, stateByUserId: null });
    const { errorGroupId } = await theGroup();
    const subjectId = String(errorGroupId);
    const events = await prisma().auditEvent.findMany({ where: { subjectType: 'error', subjectId } });
    expect(events).toMatchObject([
      { action: 'error.reopen', actorUserId: null, before: { state: 'resolved' } },
    ]);
  });

  it('that is ignored until a time returns with the first failure after it', async () => {
    await failedRun(command, { at: ago(60_000) });
    await groupAll();
    await set({ state: 'ignored', stateSince: ago(50_000), ignoredUntil: ago(20_000) });
    await failedRun(command, { at: ago(30_000) });
    await groupAll();
    expect((await theGroup()).state).toBe('ignored');
    await failedRun(command, { at: ago(10_000) });
    await groupAll();
    expect(await theGroup()).toMatchObject({ state: 'open', ignoredUntil: null });
  });

  it('that is ignored for some failures returns with the next one', async () => {
    await failedRun(command, { at: ago(60_000) });
    await groupAll();
    await set({ state: 'ignored', stateSince: ago(50_000), ignoredUntilRuns: 3 });
    await failedRun(command, { at: ago(20_000) });
    await failedRun(command, { at: ago(20_000) });
    await groupAll();
    expect((await theGroup()).state).toBe('ignored');
    await failedRun(command, { at: ago(10_000) });
    await groupAll();
    expect(await theGroup()).toMatchObject({ state: 'open', runs: 4, ignoredUntilRuns: null });
  });

  it('of long ago, which an upgrade finds, is resolved, and nobody hears about it', async () => {
    await failedRun(command, { at: ago(30 * DAY_MS) });
    await groupAll();
    await failedRun(command, { at: ago(20 * DAY_MS) });
    await groupAll();
    expect(await theGroup()).toMatchObject({ state: 'resolved', runs: 2 });
    expect(await prisma().notification.count()).toBe(0);
    await failedRun(command);
    await groupAll();
    expect(await theGroup()).toMatchObject({ state: 'open' });
  });
});
