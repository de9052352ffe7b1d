import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { callRoll } from '@/server/base/events/worker-alive';
import { claimRuns } from '@/server/runs/execute/claim-runs';
import { recoverLostRuns } from '@/server/runs/execute/recover-lost-runs';
import { startElsewhere } from '@/server/runs/execute/start-elsewhere';
import { readEvents } from '../../support/app/event-stream';
import { send, sendRaw } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { faults, machineArn } from '../../support/doubles/aws/account';
import {
  commitOfAccount,
  connectAccount,
  keysOf,
  tablesWithSecrets,
  withAwsDouble,
} from '../../support/doubles/aws/connected-account';
import { type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, readRun, runSync, startRun } from '../../support/things/runs';

const double = await withAwsDouble();

const as = people.orgAdmin;

describe('a state machine', () => {
  let onboard: MadeCommand;
  let quick: MadeCommand;

  beforeAll(async () => {
    const credentialId = await connectAccount();
    onboard = await commitOfAccount(credentialId, machineArn('onboard'));
    quick = await commitOfAccount(credentialId, machineArn('quick'));
  });

  const executionOf = (runId: number) =>
    [...double.executions.values()].find(({ name }) => name.startsWith(`pushboard-${runId}-`));

  it('has the inputs that its definition reads', async () => {
    expect(await keysOf(onboard)).toEqual(['customer: any']);
    expect(await keysOf(quick)).toEqual(['n: any']);
  });

  it('S59 is started once, although a worker dies between starting it and saying so', async () => {
    const runId = await createRun(onboard, as);
    await startRun(onboard, runId, { customer: 'Ana' }, as);
    const [run] = await claimRuns('dead', 1);
    if (run?.runId !== runId) throw new Error('The run was not claimed');
    expect(run.goesElsewhere).toBe(true);
    let answerDead = () => {};
    double.afterStart = () => {
      double.afterStart = null;
      return new Promise((resolve) => {
        answerDead = resolve;
      });
    };
    const dead = startElsewhere(run, 'dead', new AbortController().signal);
    await expect.poll(() => executionOf(runId)?.asked).toBe(1);
    // It ends before the next worker asks: its name is taken then.
    double.endAll({ status: 'SUCCEEDED', output: '{"id":1}' });
    expect(await recoverLostRuns(await callRoll(0))).toMatchObject({ lost: 0, backInLine: 1 });
    const [again] = await claimRuns('alive', 1);
    if (again?.runId !== runId) throw new Error('The run was not claimed again');
    await startElsewhere(again, 'alive', new AbortController().signal);
    answerDead();
    await dead;
    expect(executionOf(runId)).toMatchObject({ asked: 2, input: '{"customer":"Ana"}' });
    expect([...double.executions.values()].filter(({ name }) => name.includes(`-${runId}-`))).toHaveLength(1);
  });

  describe('while a worker serves', () => {
    withWorker();

    async function begin(values = { customer: 'Ana' }): Promise<number> {
      const runId = await createRun(onboard, as);
      expect((await startRun(onboard, runId, values, as)).status).toBe(202);
      await expect.poll(() => executionOf(runId)?.status).toBe('RUNNING');
      return runId;
    }

    it('is followed to its end, with its output, and a link to the execution', async () => {
      const runId = await begin();
      const path = `/${ORG_A}/kits/${onboard.commandId}/runs/${runId}`;
      const events = readEvents(await sendRaw('GET', `${path}/events`, { as }));
      await expect
        .poll(async () => (await send('GET', path, { as })).body)
        .toMatchObject({ status: 'running', links: [{ kind: 'execution' }] });
      double.endAll({ status: 'SUCCEEDED', output: '{"customer_id": 12345678901234567890}' });
      const { body } = await readRun(onboard, runId, as);
      const text = await (await sendRaw('GET', path, { as })).text();
      expect(text).toContain('"payload":{"customer_id":12345678901234567890}');
      // Watchers learn of the link before the end.
      expect((await events).map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ status: 'running', link_count: 1 }),
      );
      expect(body).toMatchObject({
        status: 'success',
        links: [
          {
            kind: 'execution',
            url: expect.stringContaining(`#/v2/executions/details/${executionOf(runId)?.executionArn}`),
          },
        ],
        metadata: [{ name: 'Execution', value: executionOf(runId)?.executionArn }],
      });
    });

    it('that fails says what the state said, and one that takes too long or is stopped in AWS says that', async () => {
      const runId = await begin();
      const cause = JSON.stringify({ errorMessage: 'card declined', errorType: 'PaymentError' });
      double.endAll({ status: 'FAILED', error: 'PaymentError', cause });
      expect((await readRun(onboard, runId, as)).body).toMatchObject({
        status: 'failed',
        errors: [
          {
            code: 'PaymentError',
            message: 'The execution failed. PaymentError: card declined',
            detail: cause,
          },
        ],
      });
      for (const [status, words] of [
        ['TIMED_OUT', /longer than its state machine allows/],
        ['ABORTED', /stopped in AWS/],
      ] as const) {
        const stopped = await begin();
        double.endAll({ status });
        expect((await readRun(onboard, stopped, as)).body).toMatchObject({
          errors: [{ message: expect.stringMatching(words) }],
        });
      }
    });

    it('is stopped there when the run is canceled', async () => {
      const runId = await begin();
      expect(
        (await send('POST', `/${ORG_A}/kits/${onboard.commandId}/runs/${runId}/cancel`, { as })).status,
      ).toBe(202);
      expect((await readRun(onboard, runId, as)).body).toMatchObject({
        status: 'failed',
        end_reason: 'cancelled',
      });
      expect(executionOf(runId)).toMatchObject({ status: 'ABORTED', error: 'Pushboard.Stopped' });
    });

    it('is not harmed by throttling, or by credentials that expired meanwhile', async () => {
      const runId = await begin();
      double.faultOf = (action) => (action === 'DescribeExecution' ? faults.throttledSteps : null);
      const isReleased = () =>
        sql.query(`select from open_run where worker_id is null and look_at > now() + interval '5 seconds'`);
      await expect.poll(async () => (await isReleased()).length).toBe(1);
      double.faultOf = () => null;
      double.revokeSessions();
      double.endAll({ status: 'SUCCEEDED', output: '"done"' });
      await sql.query(`update open_run set look_at = now() - interval '1 second' where state = 'elsewhere'`);
      await expect
        .poll(async () => (await readRun(onboard, runId, as)).body)
        .toMatchObject({ status: 'success', payload: 'done' });
    });

    it('that has been running for hours is checked twice a minute, and none of it is lost', async () => {
      const runId = await begin();
      const execution = executionOf(runId);
      if (execution !== undefined) execution.startedAt -= 5 * 3_600_000;
      const isRested = () =>
        sql.query(`select from open_run where worker_id is null and look_at > now() + interval '20 seconds'`);
      await expect.poll(async () => (await isRested()).length).toBe(1);
      double.endAll({ status: 'SUCCEEDED', output: '[{"a":1},{"a":2}]' });
      await sql.query(`update open_run set look_at = now() - interval '1 second' where state = 'elsewhere'`);
      expect((await readRun(onboard, runId, as)).body).toMatchObject({
        status: 'success',
        total_rows_returned: 2,
      });
    });

    it('is not started with more than Step Functions accepts', async () => {
      const started = double.count('StartExecution');
      expect((await runSync(onboard, { customer: 'x'.repeat(300_000) }, as)).body).toMatchObject({
        status: 'failed',
        errors: [{ message: expect.stringContaining('Step Functions accepts 256 kB at most') }],
      });
      expect(double.count('StartExecution')).toBe(started);
    });

    it('that is an express workflow answers while the run waits', async () => {
      expect((await runSync(quick, { n: 'one' }, as)).body).toMatchObject({
        status: 'success',
        payload: { n: 'one' },
        links: [{ kind: 'execution', url: expect.stringContaining('#/express-executions/details/') }],
      });
    });
  });
});

it('S52 no secret of the role or of its sessions is in any table as it is', async () => {
  expect(await tablesWithSecrets()).toEqual([]);
});
