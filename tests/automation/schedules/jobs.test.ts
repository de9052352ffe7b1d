import { beforeAll, describe, expect, it } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { type Answered, numberIn, send } from '../../support/app/http';
import { loseKeys } from '../../support/things/lost-keys';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  integerInput,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

const date: InputType = {
  typeSystem: 'postgres',
  typeId: 'date',
  jsonType: 'string',
  component: 'b-datepicker',
  inputType: null,
  constraints: {},
  options: null,
  element: null,
  properties: null,
};
const password: InputType = { ...date, typeId: 'text', component: 'b-input', inputType: 'password' };

let made: Awaited<ReturnType<typeof createGrantedCommands>>;
let dated: MadeCommand;
/** The ids of its inputs, by key. */
const inputIds: Record<string, number> = {};

beforeAll(async () => {
  await createOrganizations();
  made = await createGrantedCommands();
  dated = await createCommand(ORG_A, people.creator, made.credentialA, {
    friendlyName: 'dated',
    inputs: [
      integerInput('amount'),
      integerInput('since', { type: date }),
      integerInput('pin', { type: password, defaultAmbiguousInput: 'omit' }),
    ],
  });
  const rows = await prisma().commandInput.findMany({
    where: { commandId: dated.commandId },
    include: { templateInput: true },
  });
  for (const row of rows) inputIds[row.templateInput.key] = row.inputId;
});

const jobsOf = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}/cron-jobs`;
const values = () => ({ amount: 1, since: { relative: 'today - 7 days' } });

function create(more: object = {}, as: string = people.creator, of: MadeCommand = dated): Promise<Answered> {
  const body = { name: 'Late orders', cronExpression: '0 7 * * 1-5', cronTimezone: 'Europe/Berlin' };
  return send('POST', jobsOf(of), { as, body: { ...body, runrams: values(), ...more } });
}

const change = (id: number, body: object, as: string = people.creator): Promise<Answered> =>
  send('PATCH', `${jobsOf(dated)}/${id}`, { as, body });

describe('a scheduled job', () => {
  it('is created as documented, on, with its next time, its values, and its owner', async () => {
    const body = {
      cronExpression: ' 0 7 * *  mon-fri ',
      cronTimezone: 'PST',
      orgId: ORG_A,
      olId: dated.templateId,
      kitId: dated.commandId,
      createdByUoId: `${people.creator}_${ORG_A}`,
      lastRunTimeUtc: null,
      isEnabled: true,
      isDeleted: false,
      runramsDeprecated: {},
      cronJobInputs: [
        { legoInstanceInputId: inputIds.amount, value: '5', valueJson: 5 },
        { legoInstanceInputId: inputIds.since, value: null, valueJson: { relative: 'yesterday' } },
      ],
    };
    const { status, body: job } = await create(body);
    expect(status).toBe(201);
    expect(job).toMatchObject({
      cron_expression: '0 7 * * MON-FRI',
      cron_timezone: 'America/Los_Angeles',
      is_enabled: true,
      is_deleted: false,
      last_run_time_utc: null,
      created_by_uo_id: `${people.creator}_${ORG_A}`,
      runrams: { amount: 5, since: { relative: 'yesterday' } },
      cron_job_inputs: [{ value: '5', value_json: 5 }, { value_json: { relative: 'yesterday' } }],
      last_runs: [],
    });
    const next = new Date((job as { next_run_time_utc: string }).next_run_time_utc);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect(next.toLocaleTimeString('en-US', { timeZone: 'America/Los_Angeles' })).toBe('7:00:00 AM');
  });

  it('S53 keeps a password sealed, shows that it is set, and keeps it when others are changed', async () => {
    const id = numberIn(await create({ runrams: { ...values(), pin: 'canary-pin' } }), 'cron_job_id');
    const shown = await change(id, { runrams: { ...values(), amount: 2, pin: { is_set: true } } });
    expect(JSON.stringify(shown.body)).not.toContain('canary-pin');
    expect(shown.body).toMatchObject({ runrams: { amount: 2 } });
    const stored = await prisma().scheduledJobInput.findFirstOrThrow({
      where: { scheduledJobId: id, inputId: inputIds.pin ?? 0 },
    });
    expect(stored.value).toBeNull();
    expect(Buffer.from(stored.sealedValue ?? []).toString('latin1')).not.toContain('canary-pin');
    const audit = await prisma().auditEvent.findMany({ where: { subjectType: 'scheduled_job' } });
    expect(JSON.stringify(audit.map(({ before, after }) => [before, after]))).not.toContain('canary-pin');
  });

  it('whose password can’t be opened anymore gets it again, is paused, or is deleted', async () => {
    const id = numberIn(await create({ runrams: { ...values(), pin: 'first' } }), 'cron_job_id');
    loseKeys();
    const kept = await change(id, { runrams: { ...values(), pin: { is_set: true } } });
    expect(kept).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/Enter it again/) } },
    });
    expect((await change(id, { isEnabled: false })).status).toBe(200);
    expect((await change(id, { isEnabled: true })).status).toBe(422);
    expect((await change(id, { isEnabled: true, runrams: { ...values(), pin: 'second' } })).status).toBe(200);
    expect((await change(id, { runrams: { ...values(), pin: { is_set: true } } })).status).toBe(200);
  });

  it.each([
    [{ cronExpression: '0 25 * * *' }, /The hour can't be/],
    [{ cronTimezone: 'Europe/Nowhere' }, /not a valid time zone/],
    [{ runrams: { amount: 1, since: { relative: 'soon' } } }, /Write it like/],
    [{ runrams: { amount: 'x', since: '2026-01-01' } }, /whole number/],
    [{ runrams: { amount: 1, since: '2026-01-01', other: 1 } }, /no input of this name/],
    [{ runrams: { since: '2026-01-01' } }, /Required/],
    [{ cronJobInputs: [{ legoInstanceInputId: 2_147_483_647 }] }, /belongs to another command/],
    [{ retryCount: 2 }, /Safe/],
  ])('is refused with words for %j', async (more, message) => {
    const { status, body } = await create(more);
    expect([400, 422]).toContain(status);
    expect((body as { error: { message: string } }).error.message).toMatch(message);
  });

  it('is paused, resumed, deleted, and restored; only one that is on has a next time', async () => {
    const id = numberIn(await create(), 'cron_job_id');
    expect((await change(id, { isEnabled: false })).body).toMatchObject({
      is_enabled: false,
      next_run_time_utc: null,
    });
    expect((await change(id, { isEnabled: true })).body).toMatchObject({
      is_enabled: true,
      paused_reason: null,
    });
    expect((await send('DELETE', `${jobsOf(dated)}/${id}`, { as: people.creator })).status).toBe(204);
    const listed = async (query = '') =>
      (
        (await send('GET', `${jobsOf(dated)}${query}`, { as: people.creator })).body as {
          cron_job_id: number;
        }[]
      ).map((job) => job.cron_job_id);
    expect(await listed()).not.toContain(id);
    expect(await listed('?showDeleted=true')).toContain(id);
    const ofOrg = async (query: string) =>
      (
        (await send('GET', `/${ORG_A}/cron-jobs?${query}`, { as: people.creator })).body as {
          cron_job_id: number;
          is_deleted: boolean;
        }[]
      ).map((job) => [job.cron_job_id, job.is_deleted]);
    const onlyDeleted = await ofOrg('onlyDeleted=true&per_page=200');
    expect(onlyDeleted).toContainEqual([id, true]);
    expect(onlyDeleted.filter(([, isDeleted]) => isDeleted !== true)).toEqual([]);
    const restored = await change(id, { isDeleted: false });
    expect(restored.body).toMatchObject({ is_deleted: false, is_enabled: true });
    expect((restored.body as { next_run_time_utc: string }).next_run_time_utc).not.toBeNull();
  });

  it('S18 saving checks both: who saves it, and the owner; a taken one has the rights of who took it', async () => {
    const id = numberIn(
      await create({ runrams: { amount: 1 } }, people.engineer, made.command),
      'cron_job_id',
    );
    const path = `${jobsOf(made.command)}/${id}`;
    await prisma().membership.update({
      where: { orgId_userId: { orgId: ORG_A, userId: people.engineer } },
      data: { state: 'deleted' },
    });
    const refused = await send('PATCH', path, { as: people.creator, body: { runrams: { amount: 2 } } });
    expect(refused.status).toBe(409);
    expect((await send('PATCH', path, { as: people.creator, body: { name: 'Renamed' } })).status).toBe(200);
    const taken = await send('POST', `${path}/take`, { as: people.creator });
    expect(taken.body).toMatchObject({ created_by_uo_id: `${people.creator}_${ORG_A}` });
    expect((await send('PATCH', path, { as: people.creator, body: { runrams: { amount: 2 } } })).status).toBe(
      200,
    );
    await prisma().membership.update({
      where: { orgId_userId: { orgId: ORG_A, userId: people.engineer } },
      data: { state: 'active' },
    });
  });

  it('S18 a job that is on is taken over only if it can run with the rights of the one who takes it', async () => {
    const id = numberIn(
      await create({ runrams: { amount: 1 } }, people.engineer, made.command),
      'cron_job_id',
    );
    const take = () => send('POST', `${jobsOf(made.command)}/${id}/take`, { as: people.creator });
    await prisma().scheduledJob.update({
      where: { scheduledJobId: id },
      data: { timeoutSeconds: 9_999_999 },
    });
    expect((await take()).status).toBeGreaterThanOrEqual(400);
    const kept = await prisma().scheduledJob.findUniqueOrThrow({ where: { scheduledJobId: id } });
    expect(kept).toMatchObject({ ownerUserId: people.engineer, isEnabled: true });
    await prisma().scheduledJob.update({ where: { scheduledJobId: id }, data: { timeoutSeconds: null } });
    expect(await take()).toMatchObject({ status: 200, body: { is_mine: true, is_enabled: true } });
    const { nextRunAt } = await prisma().scheduledJob.findUniqueOrThrow({ where: { scheduledJobId: id } });
    expect(nextRunAt).toEqual(kept.nextRunAt);
  });

  it('S14 the list of the organization holds exactly the jobs that the caller can read, the next one first', async () => {
    const all = await prisma().scheduledJob.findMany({ where: { deletedAt: null } });
    for (const as of Object.values(people)) {
      const { status, body } = await send('GET', `/${ORG_A}/cron-jobs`, { as });
      const listed =
        status === 200 ? (body as { cron_job_id: number; next_run_time_utc: string | null }[]) : [];
      const readable: number[] = [];
      for (const job of all) {
        const one = await send('GET', `/${ORG_A}/kits/${job.commandId}/cron-jobs/${job.scheduledJobId}`, {
          as,
        });
        if (one.status === 200) readable.push(job.scheduledJobId);
      }
      expect(listed.map((job) => job.cron_job_id).sort(), as).toEqual(readable.sort());
      const times = listed.map((job) => job.next_run_time_utc ?? '9999');
      expect(times).toEqual([...times].sort());
    }
  });

  it('S06 a runner changes none, and another organization sees none', async () => {
    const id = numberIn(
      await create({ runrams: { amount: 1 } }, people.creator, made.command),
      'cron_job_id',
    );
    const path = `${jobsOf(made.command)}/${id}`;
    expect((await send('PATCH', path, { as: people.runner, body: { isEnabled: false } })).status).toBe(403);
    expect((await create({ runrams: { amount: 1 } }, people.runner, made.command)).status).toBe(403);
    expect((await send('GET', path.replace(ORG_A, ORG_B), { as: people.orgAdminB })).status).toBe(404);
  });
});
