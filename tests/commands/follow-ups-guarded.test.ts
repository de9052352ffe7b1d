import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { numberIn, send } from '../support/app/http';
import { commit, withSource } from '../support/app/source';
import { executeWaiting } from '../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { createRun, startRun } from '../support/things/runs';

withApp();
const source = withSource(
  `create table done (what text);
   create function pay(amount integer) returns integer language plpgsql as
     $$ begin if amount < 0 then raise exception 'no'; end if; return amount; end $$;
   create function clean(amount integer, region text default 'EU') returns integer language sql as
     $$ insert into done values (region) returning amount $$;`,
  createOrganizations,
);

let pay: MadeCommand;
/** Undoes a payment, and is where the error box of a failed one leads. */
let clean: MadeCommand;
const as = people.orgAdmin;
const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;

beforeAll(async () => {
  pay = await commit(source, 'public.pay(integer)');
  clean = await commit(source, 'public.clean(integer, text)');
  const undoPartner = {
    kit_id: clean.commandId,
    minutes: 60,
    maps: [{ input_key: 'amount', from: 'input', name: 'amount' }],
  };
  expect((await send('PATCH', kit(pay), { as, body: { undoPartner } })).status).toBe(200);
  await prisma().errorDecoration.create({
    data: { orgId: ORG_A, commandId: pay.commandId, targetCommandId: clean.commandId, createdByUserId: as },
  });
});
beforeEach(async () => {
  await source.query('truncate done');
  await sql.query('update command set needs_approval = false, confirmation_word = null');
  await sql.query('update command_input set locked = false where locked');
  await prisma().commandUserGrant.upsert({
    where: { orgId_commandId_userId: { orgId: ORG_A, commandId: clean.commandId, userId: people.runner } },
    create: { orgId: ORG_A, commandId: clean.commandId, userId: people.runner, role: 'runner' },
    update: {},
  });
});

async function ended(amount: number): Promise<number> {
  const runId = await createRun(pay);
  await startRun(pay, runId, { amount });
  await executeWaiting();
  return runId;
}

const begin = (trigger: string, parentRunId: number) =>
  send('POST', `/${ORG_A}/run-async-i`, {
    as: people.runner,
    body: { olId: clean.templateId, kitId: clean.commandId, trigger, parentRunId },
  });
const done = () => source.query('select what from done');

describe.each([
  ['undo', 5],
  ['error_jump', -5],
])('S18 %s', (trigger, amount) => {
  const start = async (params: Record<string, JsonValue> = {}) => {
    const runId = numberIn(await begin(trigger, await ended(amount)), 'run_id');
    return startRun(clean, runId, { amount: 1, ...params });
  };

  it('gives nobody a command that they may not run', async () => {
    const parentRunId = await ended(amount);
    await prisma().commandUserGrant.deleteMany({
      where: { commandId: clean.commandId, userId: people.runner },
    });
    expect((await begin(trigger, parentRunId)).status).toBe(404);
  });

  it('is not offered by a run that ended otherwise, or of another command', async () => {
    const other = await createRun(clean);
    await startRun(clean, other, { amount: 1 });
    await executeWaiting();
    await source.query('truncate done');
    expect((await begin(trigger, other)).status).toBeGreaterThanOrEqual(400);
  });

  it('asks for the word and for the approval that the command needs', async () => {
    await sql.query("update command set confirmation_word = 'CLEAN' where command_id = $1", [
      clean.commandId,
    ]);
    expect((await start()).status).toBe(400);
    await sql.query(
      'update command set confirmation_word = null, needs_approval = true where command_id = $1',
      [clean.commandId],
    );
    expect((await start()).body).toMatchObject({ approval: { state: 'waiting' } });
    await executeWaiting();
    expect(await done()).toEqual([]);
  });

  it('sends no other value for what is locked', async () => {
    await sql.query(
      `update command_input i set locked = true, default_value = '"EU"' from template_input t
        where t.template_input_id = i.template_input_id and t.key = 'region' and i.command_id = $1`,
      [clean.commandId],
    );
    expect((await start({ region: 'US' })).status).toBe(400);
    expect((await start()).status).toBe(202);
    await executeWaiting();
    expect(await done()).toEqual([{ what: 'EU' }]);
  });
});
