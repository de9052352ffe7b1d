import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, startRun } from '../../support/things/runs';
import { deliver } from '../../support/things/webhooks';

// No worker serves the line: what waits is executed when a test says so.
withApp();
const source = withSource(
  `create table paid (amount integer, note text);
   create function pay(amount integer, note text) returns integer language plpgsql as $$ begin
     if note = 'fail' then raise exception 'Not now'; end if;
     insert into paid values (amount, note); return amount; end $$;
   create table offered (name text);
   create function notes() returns table (name text) language sql as $$ select name from offered $$;`,
  createOrganizations,
);

let pay: MadeCommand;
let notes: MadeCommand;
const inputIds: Record<string, number> = {};
const as = people.orgAdmin;

const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;
const ok = async (answered: ReturnType<typeof send>): Promise<JsonValue> => {
  const { status, body } = await answered;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body as JsonValue;
};
const configure = (body: object) => ok(send('PATCH', kit(pay), { as, body }));
const setInput = (key: string, body: object) =>
  ok(send('PATCH', `${kit(pay)}/li-inputs/${inputIds[key]}`, { as, body }));

beforeAll(async () => {
  notes = await commit(source, 'public.notes()');
});

/** Each test has a command of its own, so that none has to undo its changes. */
beforeEach(async () => {
  await sql.query('delete from command where command_id = $1', [pay?.commandId ?? 0]);
  await sql.query('delete from template where template_id = $1', [pay?.templateId ?? 0]);
  await sql.query('delete from open_run');
  await source.query("truncate paid; truncate offered; insert into offered values ('tea'), ('milk')");
  pay = await commit(source, 'public.pay(integer, text)');
  const rows = await prisma().commandInput.findMany({
    where: { commandId: pay.commandId },
    include: { templateInput: true },
  });
  for (const row of rows) inputIds[row.templateInput.key] = row.inputId;
});

type Values = Record<string, JsonValue>;

async function startBulk(rows: Values[], who: string = people.runner): Promise<number> {
  const body = { olId: pay.templateId, kitId: pay.commandId, runramsList: rows };
  const parentRunId = numberIn(await send('POST', `/${ORG_A}/run-bulk-async-i`, { as: who, body }), 'run_id');
  await ok(
    send('POST', `/${ORG_A}/run-bulk-async-ii`, { as: who, body: { parentRunId, kitId: pay.commandId } }),
  );
  return parentRunId;
}

async function startOne(values: Values, who: string = people.runner): Promise<number> {
  const runId = await createRun(pay, who);
  expect((await startRun(pay, runId, values, who)).status).toBe(202);
  return runId;
}

const paid = async () =>
  (await source.query('select amount from paid order by 1')).map((row) => (row as { amount: number }).amount);

async function endsOf(where: object): Promise<(string | undefined)[]> {
  const runs = await prisma().run.findMany({ where, orderBy: { runId: 'asc' } });
  return runs.map(({ endReason, errors, status }) =>
    status === 'success' ? status : `${endReason}: ${(errors as { message: string }[])[0]?.message}`,
  );
}

async function createDropdown(values: string[]): Promise<number> {
  const body = { name: `Notes ${inputIds.note}`, enum: values };
  return numberIn(await send('POST', `/${ORG_A}/dropdowns`, { as, body }), 'dropdown_id');
}

interface Change {
  name: string;
  /** What is changed while two rows wait: 7 with the note "tea", and 70 with the note "milk". */
  change: () => Promise<unknown>;
  before?: () => Promise<unknown>;
  /** Which amounts are paid nevertheless. */
  paid?: number[];
  words: RegExp;
}

const changes: Change[] = [
  {
    name: 'an input is locked',
    change: () => setInput('amount', { defaultValue: 7, lockDefaultValue: true }),
    paid: [7],
    words: /Amount: Cannot be changed: its value is locked by the command/,
  },
  {
    name: 'an input is hidden',
    change: () => setInput('amount', { defaultValue: 7, hidden: true }),
    paid: [7],
    words: /the values that the command itself sets were changed/,
  },
  {
    name: 'a locked value is changed',
    before: () => setInput('note', { defaultValue: 'tea', lockDefaultValue: true }),
    change: () => setInput('note', { defaultValue: 'water' }),
    words: /the values that the command itself sets were changed/,
  },
  {
    name: 'a limit is added',
    change: () =>
      configure({
        inputChecks: [
          { left: 'amount', test: 'is_at_most', right: null, value: '50', message: 'At most 50' },
        ],
      }),
    paid: [7],
    words: /At most 50/,
  },
  {
    name: 'an input gets a dropdown that does not offer the value',
    change: async () => setInput('note', { dropdownId: await createDropdown(['tea']) }),
    paid: [7],
    words: /Note: /,
  },
  {
    name: 'its dropdown no longer offers the value',
    before: async () => setInput('note', { dropdownId: await createDropdown(['tea', 'milk']) }),
    change: async () => {
      const { dropdownId } = await prisma().dropdown.findFirstOrThrow({ orderBy: { dropdownId: 'desc' } });
      return ok(send('PATCH', `/${ORG_A}/dropdowns/${dropdownId}`, { as, body: { enum: ['tea'] } }));
    },
    paid: [7],
    words: /Note: /,
  },
  {
    name: 'it is set to need approval',
    change: () => configure({ needsApproval: true }),
    words: /set to need the approval of another engineer/,
  },
  {
    name: 'it is set to ask for a word',
    change: () => configure({ confirmationWord: 'PAY' }),
    words: /set to ask for a confirmation word/,
  },
  {
    name: 'it is deleted',
    change: () => ok(send('DELETE', kit(pay), { as })),
    words: /no longer has access/,
  },
];

describe('S87 what waits is checked against its command as it is when it starts', () => {
  it.each(changes)('bulk rows, after $name', async ({ before, change, paid: expected = [], words }) => {
    await before?.();
    const isNoteSet = (await prisma().commandInput.findUniqueOrThrow({ where: { inputId: inputIds.note } }))
      .locked;
    const rows: Values[] = [
      { amount: 7, note: 'tea' },
      { amount: 70, note: 'milk' },
    ].map(({ amount, note }): Values => (isNoteSet ? { amount } : { amount, note }));
    const parentRunId = await startBulk(rows);
    await change();
    while ((await executeWaiting()).length > 0);
    expect(await paid()).toEqual(expected);
    const ends = await endsOf({ parentRunId });
    expect(ends.filter((end) => end === 'success')).toHaveLength(expected.length);
    for (const end of ends.filter((each) => each !== 'success')) {
      expect(end).toMatch(/^refused: /);
      expect(end).toMatch(words);
    }
    const [parent] = await endsOf({ runId: parentRunId });
    expect(parent).toMatch(expected.length === 0 ? /rows failed/ : /1 of 2 rows failed/);
  });

  it('a change that has nothing to do with the values refuses nothing', async () => {
    const parentRunId = await startBulk([{ amount: 7, note: 'tea' }]);
    await configure({ description: 'Pays', timeoutSeconds: 50 });
    await setInput('note', { displayValue: 'For what' });
    await executeWaiting();
    expect(await endsOf({ parentRunId })).toEqual(['success']);
  });

  it('an engineer who became a runner no longer sets hidden inputs with what waits', async () => {
    await setInput('amount', { defaultValue: 7, hidden: true });
    const [own, other] = [
      await startOne({ amount: 70, note: 'tea' }, people.engineer),
      await startOne({ note: 'tea' }),
    ];
    const grant = { orgId: ORG_A, commandId: pay.commandId, userId: people.engineer };
    await prisma().commandUserGrant.update({
      where: { orgId_commandId_userId: grant },
      data: { role: 'runner' },
    });
    await executeWaiting();
    expect(await endsOf({ runId: own })).toEqual([expect.stringMatching(/^refused: /)]);
    expect(await endsOf({ runId: other })).toEqual(['success']);
    expect(await paid()).toEqual([7]);
  });

  const lock = () => setInput('amount', { defaultValue: 7, lockDefaultValue: true });
  const refusedAsLocked = /^refused: .*locked by the command/;

  it('a run of a person', async () => {
    const runId = await startOne({ amount: 70, note: 'tea' });
    await lock();
    await executeWaiting();
    expect(await endsOf({ runId })).toEqual([expect.stringMatching(refusedAsLocked)]);
  });

  it('a run that a schedule opened', async () => {
    const body = { name: 'Nightly', cronExpression: '0 3 * * *', runrams: { amount: 70, note: 'tea' } };
    const jobId = numberIn(await send('POST', `${kit(pay)}/cron-jobs`, { as, body }), 'cron_job_id');
    await sql.query(
      "update scheduled_job set next_run_at = now() - interval '1 second' where scheduled_job_id = $1",
      [jobId],
    );
    await claimAllDue();
    await openAllClaimed();
    await lock();
    await executeWaiting();
    expect(await endsOf({ scheduledJobId: jobId })).toEqual([expect.stringMatching(refusedAsLocked)]);
  });

  it('a run that a webhook started', async () => {
    const inputs = [
      { legoInstanceInputId: inputIds.amount, path: 'amount' },
      { legoInstanceInputId: inputIds.note, valueJson: 'tea' },
    ];
    const made = await ok(send('POST', `${kit(pay)}/webhooks`, { as, body: { name: 'Orders', inputs } }));
    const { url, secret } = made as { url: string; secret: string };
    const sent = await deliver(url, { secret, body: { amount: 70 } });
    await lock();
    await executeWaiting();
    expect(await endsOf({ runId: (sent.body as { run_id: number }).run_id })).toEqual([
      expect.stringMatching(refusedAsLocked),
    ]);
  });

  it('a run whose empty input the form opens with filled in by now still sends what it was started with', async () => {
    await setInput('note', { defaultAmbiguousInput: 'explicitNull' });
    const runId = await startOne({ amount: 9 });
    await setInput('note', { defaultValue: 'tea', useDefaultValue: true });
    await executeWaiting();
    expect(await endsOf({ runId })).toEqual(['success']);
    expect(await source.query('select note from paid')).toEqual([{ note: null }]);
  });

  it('another attempt', async () => {
    await configure({ warningTag: 'safe', retryCount: 1 });
    const runId = await startOne({ amount: 70, note: 'fail' });
    await executeWaiting();
    await lock();
    await sql.query("update open_run set look_at = now() - interval '1 second'");
    await executeWaiting();
    expect(await endsOf({ parentRunId: runId })).toEqual([expect.stringMatching(refusedAsLocked)]);
  });

  it('a run with a value that the command behind its dropdown no longer offers', async () => {
    const loading = createRun(notes, as);
    await startRun(notes, await loading, {}, as);
    await executeWaiting();
    const { outputColumnId } = await prisma().outputColumn.findFirstOrThrow({
      where: { commandId: notes.commandId, path: 'name' },
    });
    const body = {
      name: `Notes ${inputIds.note}`,
      senderKitId: notes.commandId,
      senderValueNoocId: outputColumnId,
      senderDisplayNoocId: outputColumnId,
      cacheInterval: null,
    };
    const dropdownId = numberIn(await send('POST', `/${ORG_A}/dropdowns`, { as, body }), 'dropdown_id');
    const rows: Values[] = [
      { amount: 7, note: 'tea' },
      { amount: 70, note: 'milk' },
    ];
    const parentRunId = await startBulk(rows);
    await source.query("delete from offered where name = 'milk'");
    await setInput('note', { dropdownId });
    // Each waits while the options are loaded, and gives its place to what loads them.
    for (let tries = 0; tries < 5; tries += 1) {
      await executeWaiting();
      await sql.query("update open_run set look_at = now() - interval '1 second' where look_at is not null");
    }
    expect(await endsOf({ parentRunId })).toEqual([
      'success',
      expect.stringMatching(/^refused: .*Note: "milk" is not an option of its dropdown/),
    ]);
  });

  it('an approved run whose dropdown changed after it was granted', async () => {
    const dropdownId = await createDropdown(['tea', 'milk']);
    await setInput('note', { dropdownId });
    await configure({ needsApproval: true });
    const runId = await startOne({ amount: 70, note: 'milk' });
    const { approvalId } = await prisma().approvalRun.findFirstOrThrow({ where: { runId } });
    const grant = { as: people.engineer, body: { isGranted: true } };
    await ok(send('POST', `${kit(pay)}/approvals/${approvalId}`, grant));
    await ok(send('PATCH', `/${ORG_A}/dropdowns/${dropdownId}`, { as, body: { enum: ['tea'] } }));
    await executeWaiting();
    expect(await endsOf({ runId })).toEqual([expect.stringMatching(/^refused: .*Note: /)]);
  });
});
