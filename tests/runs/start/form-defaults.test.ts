import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { callMcp, connectMcp, MODERN } from '../../support/app/mcp';
import { serveSite } from '../../support/app/site';
import { commit, withSource } from '../../support/app/source';
import { withWorker } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { readRun, runInThree, runSync } from '../../support/things/runs';
import { giveToken } from '../../support/things/tokens';
import { deliver } from '../../support/things/webhooks';

const site = await serveSite();
withApp({ APP_URL: site.url });
const source = withSource(
  `create function ring(who text, times integer) returns text language plpgsql as $$ begin
     if who = 'Nobody' then raise exception 'Nobody is there'; end if;
     return who || ' ' || coalesce(times::text, 'without end'); end $$`,
  createOrganizations,
);
withWorker();

type Values = Record<string, JsonValue>;

let ring: MadeCommand;
const inputIds: Record<string, number> = {};
const kit = () => `/${ORG_A}/kits/${ring.commandId}`;

beforeAll(async () => {
  ring = await commit(source, 'public.ring(text, integer)');
  const rows = await prisma().commandInput.findMany({
    where: { commandId: ring.commandId },
    include: { templateInput: true },
  });
  for (const row of rows) inputIds[row.templateInput.key] = row.inputId;
  const { templateId } = ring;
  await prisma().template.update({ where: { templateId }, data: { warningTag: 'safe' } });
});

/** The form opens with a name, which is required, and with a number, which may be emptied. */
beforeEach(async () => {
  await setDefault('who', 'Ann', 'required');
  await setDefault('times', 3, 'explicitNull');
});

async function setDefault(key: string, value: JsonValue, defaultAmbiguousInput: string): Promise<void> {
  await prisma().commandInput.update({
    where: { inputId: inputIds[key] ?? 0 },
    data: { useDefaultValue: value !== null, defaultValue: value ?? undefined, defaultAmbiguousInput },
  });
}

interface Heard {
  params: unknown;
  payload: unknown;
}

async function heard(runId: number): Promise<Heard> {
  const { body } = await readRun(ring, runId, people.orgAdmin);
  const { runrams: params, payload } = body as { runrams: unknown; payload: unknown };
  return { params, payload };
}

async function startBulk(rows: Values[]): Promise<number> {
  const body = { olId: ring.templateId, kitId: ring.commandId, runramsList: rows };
  const parentRunId = numberIn(
    await send('POST', `/${ORG_A}/run-bulk-async-i`, { as: people.runner, body }),
    'run_id',
  );
  const started = { parentRunId, kitId: ring.commandId };
  await send('POST', `/${ORG_A}/run-bulk-async-ii`, { as: people.runner, body: started });
  return parentRunId;
}

/** The one run that a way started. */
async function runOf(where: object): Promise<number> {
  return (await prisma().run.findFirstOrThrow({ where, orderBy: { runId: 'desc' } })).runId;
}

const ways: Record<string, (values: Values) => Promise<number>> = {
  'the three requests': async (values) => numberIn(await runInThree(ring, values), 'run_id'),
  'run-sync': async (values) => numberIn(await runSync(ring, values), 'run_id'),
  'a bulk run': async (values) => runOf({ parentRunId: await startBulk([values]) }),
  'a scheduled job': async (runrams) => {
    const body = { name: 'Bell', cronExpression: '0 3 1 1 *', runrams };
    const as = people.engineer;
    const scheduledJobId = numberIn(await send('POST', `${kit()}/cron-jobs`, { as, body }), 'cron_job_id');
    await prisma().scheduledJob.update({
      where: { scheduledJobId },
      data: { nextRunAt: new Date(Date.now() - 60_000) },
    });
    await claimAllDue();
    await openAllClaimed();
    // The worker may have claimed it first, and opens it a moment later.
    await expect.poll(() => prisma().run.count({ where: { scheduledJobId } }), { timeout: 60_000 }).toBe(1);
    return runOf({ scheduledJobId });
  },
  'a webhook with fixed values': async (values) => {
    const inputs = Object.entries(values).map(([key, valueJson]) => ({
      legoInstanceInputId: inputIds[key],
      valueJson,
    }));
    return delivered({ inputs }, {});
  },
  'a webhook with values from its body': async (values) => {
    const inputs = Object.entries(inputIds).map(([path, legoInstanceInputId]) => ({
      legoInstanceInputId,
      path,
    }));
    return delivered({ inputs }, values);
  },
  MCP: async (values) => {
    const { token } = await giveToken(people.runner);
    const client = await connectMcp(site.url, token, MODERN);
    const called = await callMcp(client, `ring_${ring.commandId}`, values);
    return called.structuredContent?.run_id as number;
  },
};

async function delivered(more: object, body: Values): Promise<number> {
  const as = people.engineer;
  const made = await send('POST', `${kit()}/webhooks`, { as, body: { name: 'Bell', ...more } });
  const { url, secret } = made.body as { url: string; secret: string };
  return numberIn(await deliver(url, { secret, body }), 'run_id');
}

describe.each(Object.entries(ways))('a run by %s', (_, run) => {
  it('sends what the form would send if nobody touched it', async () => {
    expect(await heard(await run({}))).toEqual({ params: { who: 'Ann', times: 3 }, payload: 'Ann 3' });
  });

  it('sends nothing for what was emptied', async () => {
    const { payload } = await heard(await run({ who: 'Bob', times: '' }));
    expect(payload).toBe('Bob without end');
  });
});

it('a row that is run again sends what it sent, although the form has opened with a default since', async () => {
  await setDefault('times', null, 'explicitNull');
  const parentRunId = await startBulk([{ who: 'Nobody' }]);
  const failed = await runOf({ parentRunId });
  expect((await heard(failed)).params).toEqual({ who: 'Nobody' });
  await setDefault('times', 3, 'explicitNull');
  const as = people.runner;
  const again = await send('POST', `${kit()}/runs/${parentRunId}/bulk/rerun-failed`, { as, body: {} });
  const repeated = await runOf({ parentRunId: numberIn(again, 'parent_run_id') });
  expect((await heard(repeated)).params).toEqual({ who: 'Nobody', times: '' });
});
