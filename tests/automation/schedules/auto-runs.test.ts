import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fanOutEnded } from '@/server/automation/schedules/auto-runs/fan-out';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { commit, withSource } from '../../support/app/source';
import { executeWaiting } from '../../support/app/worker';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();
const source = withSource(
  `create table refunded (order_id bigint, total numeric, memo text, reason text, day date);
   create function late(most integer) returns table (id bigint, total numeric, memo text, iban text) language sql as
     $$ select 9007199254740993 + n, 0.10 + n, case when n = 2 then null else 'late' end, 'DE00' || n
        from generate_series(1, most) n $$;
   create function broken(most integer) returns integer language plpgsql as
     $$ begin raise exception 'no'; end $$;
   create function refund(order_id bigint, total numeric, memo text, reason text, day date) returns void language sql as
     $$ insert into refunded values (order_id, total, memo, reason, day) $$;`,
  createOrganizations,
);

let late: MadeCommand;
let broken: MadeCommand;
let refund: MadeCommand;
let decorationId: number;
const inputIds: Record<string, number> = {};

const kit = ({ commandId }: MadeCommand) => `/${ORG_A}/kits/${commandId}`;
const as = people.engineer;

beforeAll(async () => {
  late = await commit(source, 'public.late(integer)');
  broken = await commit(source, 'public.broken(integer)');
  refund = await commit(source, 'public.refund(bigint, numeric, text, text, date)');
  const rows = await prisma().commandInput.findMany({
    where: { commandId: refund.commandId },
    include: { templateInput: true },
  });
  for (const row of rows) inputIds[row.templateInput.key] = row.inputId;
  await prisma().commandInput.update({
    where: { inputId: inputIds.memo ?? 0 },
    data: { defaultAmbiguousInput: 'explicitNull' },
  });
});

beforeEach(async () => {
  await sql.query('delete from scheduled_job');
  await sql.query('delete from decoration');
  await sql.query('delete from error_decoration');
  await sql.query('delete from bulk_run');
  await sql.query('delete from run');
  await source.query('delete from refunded');
  await sql.query('delete from output_column');
  const columns = ['id', 'total', 'memo', 'iban'];
  const made = await Promise.all(
    columns.map((path, position) =>
      prisma().outputColumn.create({
        data: {
          orgId: ORG_A,
          commandId: late.commandId,
          kind: 'column',
          resultSet: 0,
          position,
          path,
          type: 'text',
        },
      }),
    ),
  );
  const idOf = (path: string) => made.find((each) => each.path === path)?.outputColumnId;
  const colMaps = [
    { noOutColId: idOf('id'), legoInstanceInputId: inputIds.order_id },
    { noOutColId: idOf('total'), legoInstanceInputId: inputIds.total },
    { noOutColId: idOf('memo'), legoInstanceInputId: inputIds.memo },
  ];
  const body = { name: 'Refund', inputKitId: refund.commandId, colMaps };
  decorationId = numberIn(await send('POST', `${kit(late)}/decorations`, { as, body }), 'decoration_id');
});

const own = (values: Record<string, unknown>) =>
  Object.entries(values).map(([key, valueJson]) => ({ legoInstanceInputId: inputIds[key], valueJson }));
const REASON = { reason: 'late', day: { relative: 'yesterday' } };

async function createJob(of: MadeCommand, most = 3, more: object = {}): Promise<number> {
  const body = { name: 'Late orders', cronExpression: '0 3 * * *', runrams: { most }, ...more };
  return numberIn(await send('POST', `${kit(of)}/cron-jobs`, { as, body }), 'cron_job_id');
}
const link = (jobId: number, values: Record<string, unknown> = REASON, who: string = as) =>
  send('POST', `${kit(late)}/cron-jobs/${jobId}/decorations`, {
    as: who,
    body: { cronJobId: jobId, decorationId, cronJobDecorationInputs: own(values) },
  });

const auditsOf = async (jobId: number) =>
  (
    await prisma().auditEvent.findMany({
      where: { subjectType: 'scheduled_job', subjectId: String(jobId) },
      orderBy: { auditEventId: 'asc' },
    })
  ).map(({ action }) => action);

/** Fires a job, and does everything that follows. */
async function fire(jobId: number): Promise<void> {
  await sql.query(
    "update scheduled_job set next_run_at = now() - interval '1 second' where scheduled_job_id = $1",
    [jobId],
  );
  await claimAllDue();
  await openAllClaimed();
  await executeWaiting();
}

async function lead(): Promise<void> {
  while ((await fanOutEnded()) > 0);
  while ((await executeWaiting()).length > 0);
  await settleBulkRuns(null);
}

const autoRuns = () =>
  prisma().run.findMany({
    where: { trigger: { in: ['row_decoration', 'error_jump'] } },
    orderBy: { runId: 'asc' },
  });
const words = ({ status, errors }: { status: string; errors: unknown }) => [
  status,
  (errors as { message: string }[] | null)?.[0]?.message,
];

describe('a job with a row decoration', () => {
  it('S59 runs the other command once for each row, with exact values, nulls, and the job’s own', async () => {
    const jobId = await createJob(late);
    expect((await link(jobId)).status).toBe(201);
    await fire(jobId);
    await Promise.all([fanOutEnded(), fanOutEnded(), fanOutEnded()]);
    await lead();
    const [parent, ...others] = await autoRuns();
    const scheduled = await prisma().run.findFirstOrThrow({ where: { trigger: 'schedule' } });
    expect(others).toEqual([]);
    expect(parent).toMatchObject({
      commandId: refund.commandId,
      trigger: 'row_decoration',
      parentRunId: scheduled.runId,
      scheduledJobId: null,
      startedByUserId: people.engineer,
      startedThrough: `schedule:${jobId}`,
      status: 'success',
    });
    const rows = await source.query(
      `select order_id::text, total::text, memo, reason, day = (now() at time zone 'utc')::date - 1 as is_yesterday from refunded order by order_id`,
    );
    expect(rows).toEqual([
      { order_id: '9007199254740994', total: '1.10', memo: 'late', reason: 'late', is_yesterday: true },
      { order_id: '9007199254740995', total: '2.10', memo: null, reason: 'late', is_yesterday: true },
      { order_id: '9007199254740996', total: '3.10', memo: 'late', reason: 'late', is_yesterday: true },
    ]);
    expect(await prisma().dueAutoRun.count()).toBe(0);
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=auto_run_parent_id:${scheduled.runId}`, {
      as,
    });
    expect(body).toMatchObject([
      { run_id: parent?.runId, is_bulk_parent: true, auto_run_parent_id: scheduled.runId },
    ]);
    const listed = await send('GET', `/${ORG_A}/skinny-runs?filter=run_id:${scheduled.runId}`, { as });
    expect(listed.body).toMatchObject([{ has_auto_runs: true }]);
  });

  it('runs the other command only for rows that have the button', async () => {
    const path = `${kit(late)}/decorations/${decorationId}`;
    const shownWhen = [
      { key: 'memo', test: 'is_filled', values: [] },
      { key: 'total', test: 'is_not', values: ['3.1'] },
    ];
    expect((await send('PATCH', path, { as, body: { shownWhen } })).status).toBe(200);
    const jobId = await createJob(late);
    await link(jobId);
    await fire(jobId);
    await lead();
    expect(await source.query('select total::text from refunded')).toEqual([{ total: '1.10' }]);
    expect((await autoRuns()).map(({ status }) => status)).toEqual(['success']);
  });

  it('shows what is linked, keeps secrets and access, and says what is wrong with it', async () => {
    const jobId = await createJob(late);
    expect((await link(jobId, { reason: 'x', day: 'soon' })).body).toMatchObject({
      error: { issues: [{ path: 'runrams.day' }] },
    });
    expect(await link(jobId)).toMatchObject({
      status: 201,
      body: { problem: null, name: 'Refund', input_kit_name: 'refund' },
    });
    expect((await link(jobId)).status).toBe(409);
    const read = async () =>
      (await send('GET', `${kit(late)}/cron-jobs/${jobId}`, { as })).body as {
        cron_job_decorations: unknown[];
      };
    expect((await read()).cron_job_decorations).toMatchObject([
      {
        decoration_id: decorationId,
        decoration: { col_maps: [{ path: 'id' }, { path: 'total' }, { path: 'memo' }] },
        cron_job_decoration_inputs: [
          { lego_instance_input_id: inputIds.reason, value: 'late' },
          { lego_instance_input_id: inputIds.day, value_json: { relative: 'yesterday' } },
        ],
      },
    ]);
    await sql.query('delete from decoration');
    expect((await read()).cron_job_decorations).toMatchObject([
      { problem: 'The row button was deleted.', name: 'Refund' },
    ]);
    await fire(jobId);
    await lead();
    expect((await autoRuns()).map(words)).toEqual([['failed', 'The row button was deleted.']]);
    const path = `${kit(late)}/cron-jobs/${jobId}/decorations/${decorationId}`;
    expect((await send('DELETE', path, { as })).status).toBe(204);
    expect((await read()).cron_job_decorations).toEqual([]);
    expect((await auditsOf(jobId)).slice(-2)).toEqual(['cron_job.auto_run', 'cron_job.auto_run_end']);
  });

  it('says on its job what its button lost, and sends no row without it', async () => {
    const jobId = await createJob(late);
    await link(jobId);
    const problem = async () =>
      (
        (await send('GET', `${kit(late)}/cron-jobs/${jobId}`, { as })).body as {
          cron_job_decorations: { problem: string | null }[];
        }
      ).cron_job_decorations[0]?.problem;
    await sql.query("update output_column set is_present = false where path = 'memo'");
    expect(await problem()).toBe(
      'Its button needs “memo”, which the last result no longer had. Choose again what the button fills and which rows have it.',
    );
    await sql.query(
      "update output_column set is_present = true; update decoration set lost_inputs = '{total}'",
    );
    expect(await problem()).toMatch(/^Its button fills “total”, which the command no longer has/);
    await fire(jobId);
    await lead();
    expect((await autoRuns()).map(words)).toEqual([
      ['failed', expect.stringMatching(/fills “total”, which the command no longer has/)],
    ]);
    expect(await source.query('select from refunded')).toEqual([]);
  });

  it('S16 S18 stops when its owner loses the other command, or the decoration opens another one', async () => {
    const jobId = await createJob(late);
    await link(jobId);
    await sql.query('delete from command_user_grant where command_id = $1 and user_id = $2', [
      refund.commandId,
      people.engineer,
    ]);
    await fire(jobId);
    await lead();
    expect((await autoRuns()).map(words)).toEqual([
      ['failed', expect.stringMatching(/can no longer run this command/)],
    ]);
    await prisma().commandUserGrant.create({
      data: { orgId: ORG_A, commandId: refund.commandId, userId: people.engineer, role: 'admin' },
    });
    await send('PATCH', `${kit(late)}/decorations/${decorationId}`, {
      as,
      body: { inputKitId: broken.commandId },
    });
    await fire(jobId);
    await lead();
    expect((await autoRuns()).map(words)[1]).toEqual([
      'failed',
      expect.stringMatching(/Choose its inputs again/),
    ]);
    expect(await source.query('select from refunded')).toEqual([]);
    const path = `${kit(late)}/cron-jobs/${jobId}/decorations/${decorationId}`;
    expect(await send('PATCH', path, { as, body: { cronJobDecorationInputs: own(REASON) } })).toMatchObject({
      status: 400,
    });
    const most = await prisma().commandInput.findFirstOrThrow({ where: { commandId: broken.commandId } });
    const body = { cronJobDecorationInputs: [{ legoInstanceInputId: most.inputId, value: '1' }] };
    expect(await send('PATCH', path, { as, body })).toMatchObject({
      status: 200,
      body: { problem: null, input_kit_name: 'broken' },
    });
    expect((await auditsOf(jobId)).at(-1)).toBe('cron_job.auto_run_change');
  });

  it('S18 is linked only by someone who may run the other command, as may the job’s owner', async () => {
    const jobId = await createJob(late);
    const grant = { orgId: ORG_A, commandId: refund.commandId, userId: people.engineer };
    await prisma().commandUserGrant.delete({ where: { orgId_commandId_userId: grant } });
    expect((await link(jobId)).status).toBe(400);
    expect(await link(jobId, REASON, people.orgAdmin)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/owner of this job can't run/) } },
    });
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'admin' } });
  });

  it('S18 keeps its job from people who can’t run the other command, until it is unlinked', async () => {
    const jobId = await createJob(late);
    await link(jobId);
    const grant = { orgId: ORG_A, commandId: late.commandId, userId: people.member, role: 'admin' as const };
    await prisma().commandUserGrant.create({ data: grant });
    const take = () => send('POST', `${kit(late)}/cron-jobs/${jobId}/take`, { as: people.member });
    const refused = await take();
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          message: expect.stringMatching(
            /^You can't run the command that the auto-run “Refund” of this job starts/,
          ),
        },
      },
    });
    const path = `${kit(late)}/cron-jobs/${jobId}/decorations/${decorationId}`;
    expect((await send('DELETE', path, { as: people.member })).status).toBe(204);
    expect(await take()).toMatchObject({ status: 200, body: { is_mine: true } });
    const { orgId, commandId, userId } = grant;
    await prisma().commandUserGrant.delete({
      where: { orgId_commandId_userId: { orgId, commandId, userId } },
    });
  });

  it('sends nothing that is masked, and fails the rows that need it', async () => {
    const jobId = await createJob(late);
    await link(jobId);
    await prisma().command.update({
      where: { commandId: late.commandId },
      data: { maskedOutputs: [{ kind: 'column', path: 'total' }] },
    });
    await fire(jobId);
    await lead();
    await prisma().command.update({ where: { commandId: late.commandId }, data: { maskedOutputs: [] } });
    const [parent] = await autoRuns();
    expect(words(parent ?? { status: '', errors: null })).toEqual(['failed', '3 of 3 rows failed.']);
    const children = await prisma().run.findMany({ where: { trigger: 'bulk' } });
    expect(children.map(words)).toEqual(
      Array(3).fill(['failed', 'Some of the input values are invalid: Total: Required']),
    );
    expect(JSON.stringify(children.map(({ params }) => params))).not.toContain('•');
  });

  it('waits for room among the bulk runs, which the history shows, and runs once there is some', async () => {
    const jobId = await createJob(late);
    await link(jobId);
    await fire(jobId);
    await lead();
    const shown = async () =>
      (await send('GET', `/${ORG_A}/skinny-runs?filter=cron_job_id:${jobId}`, { as })).body as {
        auto_runs_wait_for: string | null;
      }[];
    await sql.query('update bulk_run set settled_at = null, row_count = 10000000');
    await fire(jobId);
    await lead();
    expect((await shown()).map((run) => run.auto_runs_wait_for)).toEqual(['room', null]);
    expect(await autoRuns()).toHaveLength(1);
    await sql.query('update bulk_run set settled_at = now()');
    await sql.query("update due_auto_run set taken_until = now() - interval '1 second'");
    await lead();
    expect((await shown()).map((run) => run.auto_runs_wait_for)).toEqual([null, null]);
    expect(await autoRuns()).toHaveLength(2);
  });

  it('runs at most 10,000 rows, and says how many it left out', async () => {
    const jobId = await createJob(late, 10_003);
    await link(jobId);
    await fire(jobId);
    expect(await fanOutEnded()).toBe(1);
    expect(await prisma().bulkRun.findFirst()).toMatchObject({ rowCount: 10_000, leftOutRows: 3 });
    await sql.query('delete from open_run where parent_run_id is not null');
    await settleBulkRuns(null);
    expect((await autoRuns()).map(words)).toEqual([
      ['failed', expect.stringMatching(/^Only the first 10000 of 10003 rows/)],
    ]);
  });

  it('S16 asks for approval of the rows where the other command needs it', async () => {
    const jobId = await createJob(late);
    await link(jobId);
    await prisma().command.update({ where: { commandId: refund.commandId }, data: { needsApproval: true } });
    await fire(jobId);
    await lead();
    await prisma().command.update({ where: { commandId: refund.commandId }, data: { needsApproval: false } });
    expect(
      await prisma().approvalRequest.findFirst({ where: { commandId: refund.commandId } }),
    ).toMatchObject({ runCount: 3, state: 'waiting', note: 'Auto-run of Late orders' });
    expect(await source.query('select from refunded')).toEqual([]);
  });
});

describe('a job with an error auto-run', () => {
  it('S59 runs the command of the error jump once, in the last class, and only if it fails', async () => {
    await send('POST', `${kit(broken)}/error-decorations`, { as, body: { inputKitId: refund.commandId } });
    const jobId = await createJob(broken);
    const values = { ...REASON, order_id: 1, total: 2 };
    const path = `${kit(broken)}/cron-jobs/${jobId}/error-decorations`;
    const post = (given: Record<string, unknown>) =>
      send('POST', path, {
        as,
        body: {
          cronJobId: jobId,
          errorDecorationOutputKitId: broken.commandId,
          cronJobErrorDecorationInputs: own(given),
        },
      });
    expect((await post(REASON)).status).toBe(400);
    expect((await post(values)).status).toBe(201);
    await fire(jobId);
    await fanOutEnded();
    const open = await sql.query('select class from open_run');
    expect(open).toEqual([{ class: 4 }]);
    await lead();
    const scheduled = await prisma().run.findFirstOrThrow({ where: { trigger: 'schedule' } });
    expect(await autoRuns()).toMatchObject([
      { trigger: 'error_jump', parentRunId: scheduled.runId, status: 'success' },
    ]);
    expect(await source.query('select reason, memo from refunded')).toEqual([{ reason: 'late', memo: null }]);
    expect((await send('DELETE', path, { as })).status).toBe(204);
    await fire(jobId);
    await lead();
    expect(await autoRuns()).toHaveLength(1);
  });
});
