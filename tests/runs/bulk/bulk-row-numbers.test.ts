import { beforeAll, describe, expect, it } from 'vitest';
import { settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

// No worker serves the line here: rows wait until a test takes them.
withApp();
const source = withSource(
  `create function close_order(id integer) returns integer language plpgsql as $$ begin
     if id < 0 then raise exception 'No order has this number'; end if;
     return id;
   end $$;`,
  createOrganizations,
);

let close: MadeCommand;
beforeAll(async () => {
  close = await commit(source, 'public.close_order(integer)');
});

async function start(runId: number, as: string): Promise<void> {
  const body = { parentRunId: runId, kitId: close.commandId };
  expect((await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as, body })).status).toBe(202);
}

describe('the rows of a bulk run', () => {
  const rowsOf = async (runId: number) => {
    const path = `/${ORG_A}/kits/${close.commandId}/runs/${runId}/bulk/rows?sort=row`;
    return ((await send('GET', path, { as: people.engineer })).body as { row: number }[]).map(
      ({ row }) => row,
    );
  };
  const numbered = (ids: number[], rowNumbers: number[]) =>
    send('POST', `/${ORG_A}/run-bulk-async-i`, {
      as: people.engineer,
      body: {
        olId: close.templateId,
        kitId: close.commandId,
        runramsList: ids.map((id) => ({ id })),
        rowNumbers,
      },
    });

  it('have the numbers that they have where they come from, also when some are run again', async () => {
    const runId = numberIn(await numbered([1, -1, -2], [2, 5, 9]), 'run_id');
    await start(runId, people.engineer);
    while ((await executeWaiting()).length > 0);
    await settleBulkRuns(runId);
    expect(await rowsOf(runId)).toEqual([2, 5, 9]);
    const errors = await send('GET', `/${ORG_A}/kits/${close.commandId}/runs/${runId}/bulk/errors`, {
      as: people.engineer,
    });
    expect(errors.body).toEqual([{ message: 'No order has this number', count: 2, rows: [5, 9] }]);
    const again = await send('POST', `/${ORG_A}/kits/${close.commandId}/runs/${runId}/bulk/rerun-failed`, {
      as: people.engineer,
      body: {},
    });
    expect(await rowsOf(numberIn(again, 'parent_run_id'))).toEqual([5, 9]);
  });

  it('have their places without such numbers, of which there is one for each', async () => {
    expect(await rowsOf(numberIn(await numbered([1, 2], []), 'run_id'))).toEqual([1, 2]);
    const refused = await numbered([1, 2], [4]);
    expect(refused).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'rowNumbers' }] } } });
  });
});
