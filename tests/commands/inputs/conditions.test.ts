import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { runSync } from '../../support/things/runs';

withApp();
const source = withSource(
  `create function refund(kind text, amount numeric, reason text default 'none') returns text language sql
     as $$ select concat_ws('/', kind, coalesce(amount::text, 'null'), reason) $$;
   create function report(first date, last date) returns text language sql as 'select first || ''/'' || last'`,
  createOrganizations,
);
withWorker();

let refund: MadeCommand;
let report: MadeCommand;
const inputIds = new Map<string, number>();

beforeAll(async () => {
  refund = await commit(source, 'public.refund(text, numeric, text)');
  report = await commit(source, 'public.report(date, date)');
  const inputs = await prisma().commandInput.findMany({
    where: { commandId: refund.commandId },
    include: { templateInput: true },
  });
  for (const { inputId, templateInput } of inputs) inputIds.set(templateInput.key, inputId);
});

const change = (key: string, body: object) =>
  send('PATCH', `/${ORG_A}/kits/${refund.commandId}/li-inputs/${inputIds.get(key)}`, {
    as: people.orgAdmin,
    body,
  });

const when = (key: string, test: string, ...values: unknown[]) => [{ key, test, values }];

const outcome = async (params: Record<string, string | number>) => {
  const { status, body } = await runSync(refund, params);
  const { payload, error } = body as { payload?: string; error?: { issues: { message: string }[] } };
  return status === 200 ? payload : error?.issues.map(({ message }) => message).join();
};

describe('an input that is shown only with certain values', () => {
  it('is null where it isn’t, and can’t be sent then', async () => {
    const { status } = await change('amount', { conditions: { shown: when('kind', 'is', 'partial') } });
    expect(status).toBe(200);
    expect(await outcome({ kind: 'partial', amount: 5 })).toBe('partial/5/none');
    expect(await outcome({ kind: 'partial' })).toBe('Required');
    expect(await outcome({ kind: 'full' })).toBe('full/null/none');
    expect(await outcome({ kind: 'full', amount: 5 })).toBe('Does not apply with these values');
  });

  it('is answered to runners, whose form follows the same rule', async () => {
    const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${refund.commandId}`, { as: people.runner });
    const { anchor_ol } = body as { anchor_ol: { kit_run_schema: { key: string; conditions: unknown }[] } };
    expect(anchor_ol.kit_run_schema.find(({ key }) => key === 'amount')?.conditions).toEqual({
      shown: when('kind', 'is', 'partial'),
    });
  });
});

describe('an input that is required or locked only with certain values', () => {
  it('follows the others', async () => {
    await change('reason', { conditions: { required: when('amount', 'is_more_than', 100) } });
    expect(await outcome({ kind: 'partial', amount: '100.00' })).toBe('partial/100.00/none');
    expect(await outcome({ kind: 'partial', amount: '100.01' })).toBe('Required');
    await change('reason', {
      defaultValue: 'fixed',
      conditions: { locked: when('kind', 'is_not', 'partial') },
    });
    expect(await outcome({ kind: 'full' })).toBe('full/null/fixed');
    expect(await outcome({ kind: 'full', reason: 'mine' })).toMatch('locked by the command');
    expect(await outcome({ kind: 'partial', amount: 1, reason: 'mine' })).toBe('partial/1/mine');
  });
});

describe('conditions that could not be followed', () => {
  it.each([
    ['an unknown input', 'amount', { shown: when('nothing', 'is_filled') }, 'no input named nothing'],
    ['itself', 'amount', { shown: when('amount', 'is_filled') }, 'cannot depend on itself'],
    ['a circle', 'kind', { shown: when('amount', 'is_filled') }, 'through other inputs'],
    ['values of another type', 'kind', { required: when('amount', 'is', 'many') }, 'amount: '],
  ])('are refused: %s', async (_, key, conditions, message) => {
    const { status, body } = await change(key, { conditions });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  it('are refused about hidden inputs, whose values runners don’t have', async () => {
    await change('reason', { hidden: true });
    expect(await change('amount', { conditions: { shown: when('reason', 'is_filled') } })).toMatchObject({
      status: 400,
    });
    await change('reason', { hidden: false });
  });
});

describe('a check across inputs', () => {
  const check = {
    left: 'last',
    test: 'is_after',
    right: 'first',
    message: 'The end must be after the start',
  };
  const save = (inputChecks: object[]) =>
    send('PATCH', `/${ORG_A}/kits/${report.commandId}`, { as: people.orgAdmin, body: { inputChecks } });

  it('answers with the engineer’s message, at the input', async () => {
    expect(await save([check])).toMatchObject({ status: 200, body: { input_checks: [check] } });
    expect(await runSync(report, { first: '2026-01-01', last: '2026-01-02' })).toMatchObject({ status: 200 });
    expect(await runSync(report, { first: '2026-01-02', last: '2026-01-02' })).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'params.last', message: check.message }] } },
    });
  });

  it('compares with a fixed value, too, which must be one that the input can have', async () => {
    const limit = {
      left: 'last',
      test: 'is_before',
      right: null,
      value: '2027-01-01',
      message: 'Not after 2026',
    };
    expect(await save([limit])).toMatchObject({ status: 200, body: { input_checks: [limit] } });
    expect(await runSync(report, { first: '2026-01-01', last: '2026-12-31' })).toMatchObject({ status: 200 });
    expect(await runSync(report, { first: '2026-01-01', last: '2027-01-01' })).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'params.last', message: limit.message }] } },
    });
    expect(await save([{ ...limit, value: 'soon' }])).toMatchObject({ status: 400 });
    expect(await save([{ ...limit, value: undefined }])).toMatchObject({ status: 400 });
    expect(await save([{ ...limit, right: 'first' }])).toMatchObject({ status: 400 });
    expect(await save([check])).toMatchObject({ status: 200 });
  });

  it('is kept in revisions, and can’t be about inputs that don’t exist', async () => {
    expect(await save([{ ...check, right: 'nothing' }])).toMatchObject({ status: 400 });
    expect(await save([{ ...check, right: 'last' }])).toMatchObject({ status: 400 });
    const { body } = await send('GET', `/${ORG_A}/kits/${report.commandId}/revisions`, {
      as: people.orgAdmin,
    });
    const [latest] = body as { differences: { setting: string; after: unknown }[] }[];
    expect(latest?.differences).toMatchObject([{ setting: 'input_checks', after: [check] }]);
  });
});

describe('a rule about an input that a sync took away', () => {
  it('stops the command, rather than being left out', async () => {
    const gone = [{ left: 'first', test: 'is_at_most', right: 'max_rows', message: 'Ten at most' }];
    await prisma().command.update({ where: { commandId: report.commandId }, data: { inputChecks: gone } });
    const refused = await runSync(report, { first: '2026-01-01', last: '2026-01-02' });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('The check “Ten at most” compares “max_rows”') } },
    });
    await prisma().command.update({ where: { commandId: report.commandId }, data: { inputChecks: [] } });
    const { status } = await runSync(report, { first: '2026-01-01', last: '2026-01-02' });
    expect(status).toBe(200);
  });
});
