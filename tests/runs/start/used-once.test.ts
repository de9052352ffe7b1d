import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '@/server/base/clock';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { groupFailures } from '@/server/insight/errors/group-failures';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { withApp } from '../../support/app/app';
import { type Answered, numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';

// No worker serves the line: a test executes what waits.
withApp();
const source = withSource(
  `create table done (amount integer);
   create function pay(amount integer) returns integer language sql as
     $$ insert into done values (amount) returning amount $$;
   create function take_back(amount integer) returns integer language sql as
     $$ insert into done values (-amount) returning amount $$;
   create function fail(amount integer) returns integer language plpgsql as
     $$ begin insert into done values (amount); raise exception 'no'; end $$;`,
  createOrganizations,
);

let pay: MadeCommand;
let takeBack: MadeCommand;
let fail: MadeCommand;

beforeAll(async () => {
  pay = await commit(source, 'public.pay(integer)');
  takeBack = await commit(source, 'public.take_back(integer)');
  fail = await commit(source, 'public.fail(integer)');
  const undoPartner = {
    kit_id: takeBack.commandId,
    minutes: 60,
    maps: [{ input_key: 'amount', from: 'input', name: 'amount' }],
  };
  const body = { undoPartner };
  expect((await send('PATCH', kit(pay), { as: people.orgAdmin, body })).status).toBe(200);
});
beforeEach(async () => {
  await source.query('truncate done');
  await sql.query('update command set needs_approval = false, confirmation_word = null');
});

const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;
const amounts = async () =>
  (await source.query('select amount from done order by 1')).map((row) => (row as { amount: number }).amount);
async function executeAll(): Promise<void> {
  while ((await executeWaiting()).length > 0);
}

interface Consent {
  name: string;
  /** Prepares something that a person has agreed to, and returns what makes it happen. */
  prepare: () => Promise<() => Promise<Answered>>;
  /** What is in the source afterward. */
  done: number[];
}

async function createBulk(of: MadeCommand, values: number[]): Promise<number> {
  const runramsList = values.map((amount) => ({ amount }));
  const body = { olId: of.templateId, kitId: of.commandId, runramsList };
  return numberIn(await send('POST', `/${ORG_A}/run-bulk-async-i`, { as: people.runner, body }), 'run_id');
}

async function runOf(command: MadeCommand, amount: number): Promise<number> {
  const runId = await createRun(command);
  expect((await startRun(command, runId, { amount })).status).toBe(202);
  return runId;
}

const consents: Consent[] = [
  {
    name: 'the start of a created run',
    prepare: async () => {
      const runId = await createRun(pay);
      return () => startRun(pay, runId, { amount: 1 });
    },
    done: [1],
  },
  {
    name: 'the start of a created run with the confirmation word',
    prepare: async () => {
      await sql.query("update command set confirmation_word = 'PAY' where command_id = $1", [pay.commandId]);
      const runId = await createRun(pay);
      const body = {
        runrams: { amount: 1 },
        olId: pay.templateId,
        runId,
        kitId: pay.commandId,
        confirmation: 'PAY',
      };
      return () => send('POST', `/${ORG_A}/run-async-ii`, { as: people.runner, body });
    },
    done: [1],
  },
  {
    name: 'the start of a created bulk run',
    prepare: async () => {
      const parentRunId = await createBulk(pay, [1, 2]);
      const body = { parentRunId, kitId: pay.commandId };
      return () => send('POST', `/${ORG_A}/run-bulk-async-ii`, { as: people.runner, body });
    },
    done: [1, 2],
  },
  {
    name: 'the approval of a run',
    prepare: async () => {
      await sql.query('update command set needs_approval = true where command_id = $1', [pay.commandId]);
      const runId = await runOf(pay, 1);
      const { approvalId } = await prisma().approvalRun.findFirstOrThrow({ where: { runId } });
      const body = { isGranted: true };
      return () => send('POST', `${kit(pay)}/approvals/${approvalId}`, { as: people.engineer, body });
    },
    done: [1],
  },
  {
    name: 'the approval of a bulk run',
    prepare: async () => {
      await sql.query('update command set needs_approval = true where command_id = $1', [pay.commandId]);
      const parentRunId = await createBulk(pay, [1, 2]);
      const started = { parentRunId, kitId: pay.commandId };
      await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as: people.runner, body: started });
      const { approvalId } = await prisma().approvalRun.findFirstOrThrow({ where: { runId: parentRunId } });
      const body = { isGranted: true };
      return () => send('POST', `${kit(pay)}/approvals/${approvalId}`, { as: people.engineer, body });
    },
    done: [1, 2],
  },
  {
    name: 'undoing a run',
    prepare: async () => {
      const parentRunId = await runOf(pay, 1);
      await executeAll();
      return async () => {
        const body = { olId: takeBack.templateId, kitId: takeBack.commandId, trigger: 'undo', parentRunId };
        const begun = await send('POST', `/${ORG_A}/run-async-i`, { as: people.runner, body });
        if (begun.status !== 201) return begun;
        return startRun(takeBack, numberIn(begun, 'run_id'), { amount: 1 });
      };
    },
    done: [-1, 1],
  },
  {
    name: 'running what failed with an error again',
    prepare: async () => {
      await sql.query('delete from run_mark');
      await runOf(fail, 1);
      await executeAll();
      await source.query(`create or replace function fail(amount integer) returns integer language sql as
        $$ insert into done values (amount) returning amount $$`);
      const errorId = await errorOf(fail);
      return () => send('POST', `${kit(fail)}/errors/${errorId}/rerun`, { as: people.engineer, body: {} });
    },
    done: [1],
  },
];

/** The error that a command failed with, as the worker counts and groups it. */
async function errorOf({ commandId }: MadeCommand): Promise<number> {
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
  while ((await groupFailures(clock.nowMs())) > 0);
  return (await prisma().errorHit.findFirstOrThrow({ where: { commandId } })).errorGroupId;
}

describe('S85 a consent is used once', () => {
  it.each(consents)('$name, twice at once and once more', async ({ prepare, done }) => {
    const act = await prepare();
    const both = await Promise.all([act(), act()]);
    expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
    await executeAll();
    expect((await act()).status).toBeGreaterThanOrEqual(400);
    await executeAll();
    expect(await amounts()).toEqual(done);
  });
});
