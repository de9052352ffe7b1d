import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { type Answered, numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import {
  createEndedRun,
  createOrganizations,
  type MadeCommand,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

// No worker serves the line here: rows wait until a test takes them.
withApp();
const source = withSource(
  `create function orders() returns table (id integer) language sql as 'select 1';
   create function close_order(id integer) returns integer language plpgsql as $$ begin
     if id < 0 then raise exception 'No order has this number'; end if;
     return id;
   end $$;`,
  createOrganizations,
);

let orders: MadeCommand;
let close: MadeCommand;
let ordersRun: number;

beforeAll(async () => {
  orders = await commit(source, 'public.orders()');
  close = await commit(source, 'public.close_order(integer)');
  ordersRun = await createRunWithResult();
  // The runner may close orders, and see neither their list nor its runs.
  const { commandId } = orders;
  await prisma().commandUserGrant.deleteMany({ where: { commandId, userId: people.runner } });
});

/** As if its result was stored; nobody reads it here. */
async function createRunWithResult(): Promise<number> {
  const runId = await createEndedRun(ORG_A, orders, people.engineer);
  await prisma().run.update({
    where: { runId },
    data: { hasResult: true, payloadFormat: 'json.table.rowwise' },
  });
  return runId;
}

const create = (sourceRunId: number | null, as: string, ids = [1, -1]): Promise<Answered> =>
  send('POST', `/${ORG_A}/run-bulk-async-i`, {
    as,
    body: {
      olId: close.templateId,
      kitId: close.commandId,
      sourceRunId,
      runramsList: ids.map((id) => ({ id })),
    },
  });

async function start(runId: number, as: string): Promise<void> {
  const body = { parentRunId: runId, kitId: close.commandId };
  expect((await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as, body })).status).toBe(202);
}

const summary = async (runId: number, as: string) =>
  (await send('GET', `/${ORG_A}/skinny-runs/${runId}`, { as })).body;
const listed = async (as: string) =>
  (await send('GET', `/${ORG_A}/skinny-runs?filter=bulk_parent_id:null&filter=is_bulk_parent:true`, { as }))
    .body;
const audited = (action: string) =>
  prisma().auditEvent.findFirst({ where: { action }, orderBy: { auditEventId: 'desc' } });

describe('the run that rows of a bulk run were taken from', () => {
  it('is recorded, and told only to people who see that run', async () => {
    const runId = numberIn(await create(ordersRun, people.engineer), 'run_id');
    await start(runId, people.engineer);
    expect(await prisma().bulkRun.findFirst({ where: { runId } })).toMatchObject({ sourceRunId: ordersRun });
    expect((await audited('run.start_bulk'))?.after).toEqual({
      run_id: runId,
      rows: 2,
      rows_from: ordersRun,
    });
    expect(await summary(runId, people.engineer)).toMatchObject({ rows_from_run_id: ordersRun });
    expect(await summary(runId, people.orgAdmin)).toMatchObject({ rows_from_run_id: ordersRun });
    expect(await summary(runId, people.runner)).toMatchObject({ bulk_rows: 2, rows_from_run_id: null });
    expect(await listed(people.engineer)).toMatchObject([{ run_id: runId, rows_from_run_id: ordersRun }]);
    expect(await listed(people.runner)).toMatchObject([{ run_id: runId, rows_from_run_id: null }]);

    // What failed has the same source when it is run again.
    while ((await executeWaiting()).length > 0);
    const again = await send('POST', `/${ORG_A}/kits/${close.commandId}/runs/${runId}/bulk/rerun-failed`, {
      as: people.runner,
      body: {},
    });
    const againId = numberIn(again, 'parent_run_id');
    expect(await summary(againId, people.engineer)).toMatchObject({ rows_from_run_id: ordersRun });
    expect(await summary(againId, people.runner)).toMatchObject({ rows_from_run_id: null });

    // It goes with the access to its command.
    const { commandId } = orders;
    await prisma().commandUserGrant.deleteMany({ where: { commandId, userId: people.engineer } });
    expect(await summary(runId, people.engineer)).toMatchObject({ rows_from_run_id: null });
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId, userId: people.engineer, role: 'runner' },
    });
  });

  it('can’t be one that the person doesn’t see, and nothing tells whether it exists', async () => {
    const hidden = await create(ordersRun, people.runner);
    const missing = await create(2_000_000_000, people.runner);
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    const message = expect.stringMatching(/^This doesn't exist, or you don't have access to it\.$/);
    for (const { body } of [hidden, missing]) expect(body).toMatchObject({ error: { message } });
  });

  it('has ended and has a result', async () => {
    const going = await createRunWithResult();
    await prisma().run.update({ where: { runId: going }, data: { status: 'running', endedAt: null } });
    const without = await createEndedRun(ORG_A, orders, people.engineer);
    const deleted = await createRunWithResult();
    await prisma().run.update({
      where: { runId: deleted },
      data: { hasResult: false, resultDeletedAt: new Date() },
    });
    const before = await prisma().bulkRun.count();
    const refused = [
      [
        going,
        `Run ${going}, which these rows are from, is still in progress. Take its rows when it has ended.`,
      ],
      [
        without,
        `Run ${without} has no result that these rows could be from. Take the rows from another result.`,
      ],
      [
        deleted,
        `The result of run ${deleted}, which these rows are from, was deleted. Take the rows from another result.`,
      ],
    ] as const;
    for (const [runId, message] of refused) {
      const answer = await create(runId, people.engineer);
      expect(answer).toMatchObject({ status: 409, body: { error: { message } } });
      // A person who doesn't see the run isn't told in which state it is.
      expect((await create(runId, people.runner)).status).toBe(404);
    }
    expect(await prisma().bulkRun.count()).toBe(before);
  });

  it('stands in the request if the command needs approval', async () => {
    await send('PATCH', `/${ORG_A}/kits/${close.commandId}`, {
      as: people.orgAdmin,
      body: { needsApproval: true },
    });
    const runId = numberIn(await create(ordersRun, people.engineer, [1]), 'run_id');
    await start(runId, people.engineer);
    expect((await audited('approval.request'))?.after).toMatchObject({ run_id: runId, rows_from: ordersRun });
  });
});
