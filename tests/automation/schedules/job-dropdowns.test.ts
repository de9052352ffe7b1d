import { beforeAll, expect, it } from 'vitest';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createScheduledJob } from '../../support/things/schedules';

withApp();
const source = withSource(
  `create function countries() returns table (code text) language sql as $$ values ('DE'), ('FR') $$;
   create function ship(country text) returns text language sql as $$ select country $$;`,
  createOrganizations,
);

let ship: MadeCommand;
let inputId: number;

beforeAll(async () => {
  ship = await commit(source, 'public.ship(text)');
  const { commandId } = await commit(source, 'public.countries()');
  const column = await prisma().outputColumn.findFirstOrThrow({ where: { commandId, path: 'code' } });
  const { dropdownId } = await prisma().dropdown.create({
    data: {
      orgId: ORG_A,
      name: 'Countries',
      kind: 'command_output',
      senderCommandId: commandId,
      valueColumnId: column.outputColumnId,
      displayColumnId: column.outputColumnId,
      createdByUserId: people.engineer,
    },
  });
  const input = await prisma().commandInput.findFirstOrThrow({ where: { commandId: ship.commandId } });
  inputId = input.inputId;
  await prisma().commandInput.update({
    where: { inputId },
    data: { dropdownId, dropdownLinkedBy: people.orgAdmin },
  });
});

/** A job that is due, with a value of the dropdown. */
async function dueJob(country: string): Promise<number> {
  const jobId = await createScheduledJob(ORG_A, ship.commandId, people.engineer, {
    nextRunAt: new Date(Date.now() - 1000),
  });
  await prisma().scheduledJobInput.create({
    data: { orgId: ORG_A, scheduledJobId: jobId, inputId, value: JSON.stringify(country) },
  });
  return jobId;
}

it('the options that a value is checked against are loaded while other jobs go on', async () => {
  const [right, wrong] = [await dueJob('DE'), await dueJob('JP')];
  await claimAllDue();
  // No worker executes the run that loads them, so waiting for it would take long.
  await openAllClaimed();
  const statesOf = async () =>
    (await prisma().scheduledFiring.findMany({ orderBy: { scheduledJobId: 'asc' } })).map(
      ({ state }) => state,
    );
  expect(await statesOf()).toEqual(['due', 'due']);
  expect(await prisma().dropdownRun.count()).toBe(1);

  await executeWaiting();
  await sql.query('update scheduled_firing set taken_until = now()');
  await openAllClaimed();
  await executeWaiting();
  const runs = await prisma().run.findMany({
    where: { commandId: ship.commandId },
    orderBy: { scheduledJobId: 'asc' },
  });
  expect(runs.map(({ scheduledJobId, status }) => [scheduledJobId, status])).toEqual([
    [right, 'success'],
    [wrong, 'cron_error'],
  ]);
  expect(JSON.stringify(runs[1]?.errors)).toContain('is not an option of its dropdown');
});

it('a change of a job waits for the options outside its transaction', async () => {
  await prisma().dropdownRun.deleteMany();
  const jobId = await createScheduledJob(ORG_A, ship.commandId, people.engineer);
  const path = `/${ORG_A}/kits/${ship.commandId}/cron-jobs/${jobId}`;
  const body = { cronJobInputs: [{ legoInstanceInputId: inputId, valueJson: 'FR' }] };
  const changing = send('PATCH', path, { as: people.orgAdmin, body });
  await expect.poll(() => prisma().dropdownRun.count()).toBe(1);
  // Would wait for the change if that held the job.
  await sql.query("update scheduled_job set name = 'Other' where scheduled_job_id = $1", [jobId]);
  await executeWaiting();
  expect(await changing).toMatchObject({ status: 200, body: { name: 'Other' } });
});

it('a change takes old options where new ones cannot be loaded, and asks for these once', async () => {
  await sql.query("update run set ended_at = now() - interval '2 days' where trigger = 'dropdown'");
  const before = await prisma().dropdownRun.count();
  await source.query(
    `create or replace function countries() returns table (code text) language sql as $$ select (1 / 0)::text $$`,
  );
  const jobId = await createScheduledJob(ORG_A, ship.commandId, people.engineer);
  const path = `/${ORG_A}/kits/${ship.commandId}/cron-jobs/${jobId}`;
  const change = (valueJson: string) =>
    send('PATCH', path, {
      as: people.orgAdmin,
      body: { cronJobInputs: [{ legoInstanceInputId: inputId, valueJson }] },
    });
  const changing = change('FR');
  await expect.poll(() => prisma().dropdownRun.count()).toBe(before + 1);
  await executeWaiting();
  expect(await changing).toMatchObject({ status: 200 });
  expect(await prisma().dropdownRun.count()).toBe(before + 1);
});
