import { beforeAll, describe, expect, it } from 'vitest';
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

let close: MadeCommand;
let ordersRun: number;

beforeAll(async () => {
  close = await commit(source, 'public.close_order(integer)');
  ordersRun = await createEndedRun(ORG_A, await commit(source, 'public.orders()'), people.engineer);
});

const create = (ids: number[], rerunOf: number | null): Promise<Answered> =>
  send('POST', `/${ORG_A}/run-bulk-async-i`, {
    as: people.engineer,
    body: {
      olId: close.templateId,
      kitId: close.commandId,
      rerunOf,
      runramsList: ids.map((id) => ({ id })),
    },
  });

/** Runs a row for each id to its end. */
async function runRows(ids: number[], rerunOf: number | null = null): Promise<number> {
  const runId = numberIn(await create(ids, rerunOf), 'run_id');
  const body = { parentRunId: runId, kitId: close.commandId };
  await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as: people.engineer, body });
  while ((await executeWaiting()).length > 0);
  return runId;
}

async function leftToDealWith(): Promise<number[]> {
  const filters = 'filter=is_bulk_parent:true&filter=status:failed&filter=is_dealt_with:false';
  const { body } = await send('GET', `/${ORG_A}/skinny-runs?${filters}`, { as: people.engineer });
  return (body as { run_id: number }[]).map(({ run_id }) => run_id);
}

describe('a bulk run whose failed rows are changed and run', () => {
  it('is dealt with when one later bulk run took over all of them', async () => {
    const first = await runRows([1, -1, -2]);
    expect(await leftToDealWith()).toEqual([first]);
    // One of the two is left.
    await runRows([2], first);
    expect(await leftToDealWith()).toEqual([first]);
    // What failed again stands for both.
    const second = await runRows([2, -2], first);
    expect(await leftToDealWith()).toEqual([second]);
    await runRows([3], second);
    expect(await leftToDealWith()).toEqual([]);
  });

  it('isn’t dealt with by rows that were created and never started', async () => {
    const failed = await runRows([-1]);
    await create([1], failed);
    expect(await leftToDealWith()).toEqual([failed]);
  });

  it('has ended with failed rows, and is one of the same command', async () => {
    const succeeded = await runRows([1]);
    const message = `Run ${succeeded} has not ended with failed rows that these could be.`;
    expect(await create([1], succeeded)).toMatchObject({ status: 409, body: { error: { message } } });
    expect((await create([1], ordersRun)).status).toBe(404);
  });
});
