import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool, sql } from '@/server/db';
import { claimRuns } from '@/server/runs/claim-runs';
import { recoverLostRuns } from '@/server/runs/recover-lost-runs';
import { startElsewhere } from '@/server/runs/start-elsewhere';
import { withApp } from '../support/app';
import { connectionPart, faults, functionArn, machineArn, OWN } from '../support/aws/account';
import { AwsDouble } from '../support/aws/aws-double';
import { packageOf, REFUND_SOURCE } from '../support/aws/packages';
import { readEvents } from '../support/event-stream';
import { type Answered, numberIn, send, sendRaw } from '../support/http';
import { createOrganizations, type MadeCommand, ORG_A } from '../support/organizations';
import { people } from '../support/people';
import { createRun, readRun, runSync, startRun } from '../support/runs';
import { withWorker } from '../support/worker';

const double = await new AwsDouble().start();
withApp({
  AWS_ENDPOINT: double.origin,
  AWS_ACCESS_KEY_ID: OWN.accessKeyId,
  AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: 'true',
});

const as = people.orgAdmin;
let credentialId = 0;

const connect = (part: object = connectionPart) =>
  send('POST', `/${ORG_A}/creds`, { as, body: { credType: 'aws', name: 'Billing account', aws: part } });

const messageOf = ({ body }: Answered): string =>
  (body as { error?: { message?: string } } | null)?.error?.message ?? '';

async function commit(cloudId: string): Promise<MadeCommand> {
  const { body } = await send('POST', `/${ORG_A}/batch-commit`, {
    as,
    body: { cloudId, credsId: credentialId, commitType: 'addition' },
  });
  expect(body).toMatchObject({ commits: [{ cloud_id: cloudId, error: null }] });
  const { rows } = await pool().query<{ command_id: number; template_id: number }>(
    'select c.command_id, c.template_id from command c join template t using (org_id, template_id) where t.cloud_id = $1',
    [cloudId],
  );
  const [made] = rows;
  if (made === undefined) throw new Error(`${cloudId} was not added`);
  return { commandId: made.command_id, templateId: made.template_id };
}

async function keysOf({ commandId }: MadeCommand): Promise<string[]> {
  const { body } = await send('GET', `/${ORG_A}/deep-kits-6/${commandId}`, { as });
  const { anchor_ol } = body as { anchor_ol: { kit_run_schema: { key: string; type_id: string }[] } };
  return anchor_ol.kit_run_schema.map(({ key, type_id }) => `${key}: ${type_id}`);
}

beforeAll(async () => {
  await createOrganizations();
  double.functions.set('refund-order', {
    name: 'refund-order',
    runtime: 'python3.13',
    handler: 'app.handler',
    description: 'Refunds an order.',
    zip: packageOf('app.py', REFUND_SOURCE),
    invoke: (event) => ({ payload: JSON.stringify([event]), log: 'START\nrefunding\nEND\n' }),
  });
  double.functions.set('legacy', {
    name: 'legacy',
    invoke: () => ({
      payload: '{"errorMessage":"order not found","errorType":"KeyError","stackTrace":["line 1","line 2"]}',
      functionError: 'Unhandled',
      log: 'Traceback',
    }),
  });
  double.machines.set('onboard', {
    name: 'onboard',
    definition: {
      StartAt: 'A',
      States: { A: { Type: 'Task', Resource: 'r', Parameters: { 'x.$': '$.customer' }, End: true } },
    },
  });
  double.machines.set('quick', {
    name: 'quick',
    type: 'EXPRESS',
    definition: {
      QueryLanguage: 'JSONata',
      StartAt: 'A',
      States: { A: { Type: 'Succeed', Output: '{% $states.input.n %}' } },
    },
    answer: (input) => ({ output: JSON.stringify(input) }),
  });
});
beforeEach(() => {
  double.faultOf = () => null;
  double.afterStart = null;
});
afterAll(() => double.stop());

describe('a role in an AWS account', () => {
  it('S33 takes no address: a region that is not one, or an ARN that is not a role’s, is refused', async () => {
    const wrong = [
      { regionName: 'evil.example.com/' },
      { regionName: 'us-east-1.evil.example' },
      { roleArn: 'arn:aws:iam::123456789012:user/x' },
      { roleArn: 'http://169.254.169.254/' },
      { externalId: '' },
      { endpoint: 'http://169.254.169.254/' },
    ];
    for (const part of wrong) {
      const refused = await connect({ ...connectionPart, ...part });
      expect(refused.status, JSON.stringify(part)).toBe(400);
    }
    expect(double.received).toEqual([]);
  });

  it('that cannot be assumed is refused in words, with what AWS says', async () => {
    const refused = await connect({ ...connectionPart, externalId: 'another-one' });
    expect(refused.status).toBe(422);
    expect(messageOf(refused)).toMatch(
      /trust policy.*external ID.*AWS says: User: .*not authorized to perform: sts:AssumeRole/s,
    );
    expect(messageOf(refused)).not.toContain('another-one');
    double.faultOf = (action) =>
      action === 'AssumeRole'
        ? { status: 403, code: 'RegionDisabledException', message: 'STS is not activated in this region' }
        : null;
    expect(messageOf(await connect())).toMatch(/eu-central-1 isn't enabled.*choose another region/);
    double.faultOf = (action) => (action === 'ListStateMachines' ? faults.refused : null);
    expect(messageOf(await connect())).toMatch(/has no permission for this.*policy/);
    double.faultOf = (action) =>
      action === 'AssumeRole' ? { status: 403, code: 'ExpiredToken', message: 'expired' } : null;
    expect(messageOf(await connect())).toMatch(/Pushboard's own AWS credentials have expired/);
  });

  it('is connected with the external ID sealed, as the documents’ part', async () => {
    const { externalId, ...open } = connectionPart;
    const connected = await connect({ ...connectionPart, awsCredsId: null });
    expect(connected.status).toBe(201);
    credentialId = numberIn(connected, 'creds_id');
    const { body } = await send('GET', `/${ORG_A}/creds/${credentialId}`, { as });
    expect(body).toMatchObject({
      cred_type: 'aws',
      syncs: true,
      settings: { ...open, externalId: { is_set: true } },
      aws: { role_arn: open.roleArn, external_id: { is_set: true }, region_name: open.regionName },
    });
    const stored = await sql.query(
      `select settings::text || encode(sealed_secrets, 'escape') as all from credential`,
    );
    expect(JSON.stringify([body, stored])).not.toContain(externalId);
  });

  it('S35 another role needs the external ID again, and another organization doesn’t find it', async () => {
    const path = `/${ORG_A}/creds/${credentialId}`;
    const roleArn = 'arn:aws:iam::210987654321:role/Other';
    const { status, body } = await send('PATCH', path, { as, body: { aws: { roleArn } } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { issues: [{ path: 'aws.externalId' }] } });
    for (const sub of ['', '/diff'])
      expect((await send('GET', `/org-b/creds/${credentialId}${sub}`, { as: people.orgAdminB })).status).toBe(
        404,
      );
  });

  it('lists all functions and state machines, page by page, and assumes the role once', async () => {
    double.pageSize = 1;
    const before = double.count('AssumeRole');
    const { body } = await send('POST', `/${ORG_A}/find-additions`, { as, body: { credsId: credentialId } });
    double.pageSize = 1000;
    const { added } = body as { added: { cloud_id: string; cloud_name: string }[] };
    expect(added.map(({ cloud_id }) => cloud_id).sort()).toEqual(
      [functionArn('legacy'), functionArn('refund-order'), machineArn('onboard'), machineArn('quick')].sort(),
    );
    expect(double.count('AssumeRole') - before).toBe(1);
  });
});

describe('a Lambda function', () => {
  withWorker();
  let refund: MadeCommand;
  let legacy: MadeCommand;

  it('has the inputs that its code reads, else one for the whole event', async () => {
    refund = await commit(functionArn('refund-order'));
    legacy = await commit(functionArn('legacy'));
    expect(await keysOf(refund)).toEqual(['order_id: integer', 'note: string']);
    expect(await keysOf(legacy)).toEqual(['event: object']);
    // The package is downloaded once for each version of the code.
    const downloads = double.count('GetObject');
    await send('GET', `/${ORG_A}/creds/${credentialId}/diff`, { as });
    expect(double.count('GetObject')).toBe(downloads);
  });

  it('is called with the values, every digit of them, and answers rows, its log, its request, and a link', async () => {
    const { body } = await runSync(refund, { order_id: '9007199254740993' }, as);
    expect(body).toMatchObject({
      status: 'success',
      payload_format: 'json.table.rowwise',
      logging_message: 'START\nrefunding\nEND',
      lambda_request_id: expect.stringMatching(/^[\da-f-]{36}$/),
      cloudwatch_url: expect.stringMatching(
        /^https:\/\/eu-central-1\.console\.aws\.amazon\.com\/cloudwatch\/.*\$252Faws\$252Flambda\$252Frefund-order\/log-events\$3FfilterPattern\$3D\$2522[\da-f-]+\$2522$/,
      ),
    });
    expect(double.lastEvent).toBe('{"order_id":9007199254740993}');
    const { run_id, cloudwatch_url } = body as { run_id: number; cloudwatch_url: string };
    const url = await send('GET', `/${ORG_A}/run-log-url/${run_id}`, { as });
    expect(url.body).toEqual({ url: cloudwatch_url });
  });

  it('that fails fails the run with its own error, and its answer stays the result', async () => {
    const { body } = await runSync(legacy, { event: { order: 7 } }, as);
    expect(body).toMatchObject({
      status: 'failed',
      errors: [{ message: 'order not found', code: 'KeyError', detail: 'line 1\nline 2' }],
      payload: { errorType: 'KeyError' },
      logging_message: 'Traceback',
    });
  });

  it('that answers 6 MB is kept whole, and one that answers more says so', async () => {
    const target = double.functions.get('legacy');
    if (target === undefined) throw new Error('It is there');
    const rows = Array.from({ length: 60_000 }, (_, n) => ({ n, text: 'x'.repeat(80) }));
    target.invoke = () => ({ payload: JSON.stringify(rows) });
    expect((await runSync(legacy, {}, as)).body).toMatchObject({
      status: 'success',
      total_rows_returned: 60_000,
    });
    target.invoke = () => ({ payload: JSON.stringify('x'.repeat(6_300_000)) });
    expect((await runSync(legacy, {}, as)).body).toMatchObject({
      status: 'failed',
      errors: [{ code: 'Function.ResponseSizeTooLarge', hint: expect.stringContaining('6 MB at most') }],
    });
  });

  it('is called again after it was throttled or its session was revoked, and never after a lost answer', async () => {
    const target = double.functions.get('legacy');
    let calls = 0;
    if (target !== undefined)
      target.invoke = () => {
        calls += 1;
        return { payload: '"ok"' };
      };
    let refusals = 1;
    double.faultOf = (action) => (action === 'Invoke' && refusals-- > 0 ? faults.throttled : null);
    expect((await runSync(legacy, {}, as)).body).toMatchObject({ status: 'success', payload: 'ok' });
    expect(calls).toBe(1);
    double.revokeSessions();
    expect((await runSync(legacy, {}, as)).body).toMatchObject({ status: 'success' });
    expect(calls).toBe(2);
    double.faultOf = (action) => (action === 'Invoke' ? faults.broken : null);
    const invoked = double.count('Invoke');
    expect((await runSync(legacy, {}, as)).body).toMatchObject({
      status: 'failed',
      errors: [
        { code: 'ServiceException', message: expect.stringContaining('Lambda has a problem right now') },
      ],
    });
    expect(double.count('Invoke')).toBe(invoked + 1);
  });

  it('takes inputs that engineers add where the code doesn’t tell them', async () => {
    const target = double.functions.get('legacy');
    if (target !== undefined) target.invoke = (event) => ({ payload: JSON.stringify({ event }) });
    const added = await send('POST', `/${ORG_A}/kits/${legacy.commandId}/lego-instance-inputs`, {
      as,
      body: { kitId: legacy.commandId, legoInput: { key: 'amount', typeId: 'integer:int64' } },
    });
    expect(added.status, JSON.stringify(added.body)).toBeLessThan(300);
    await runSync(legacy, { event: { a: 1 }, amount: '9007199254740993' }, as);
    expect(double.lastEvent).toBe('{"a":1,"amount":9007199254740993}');
  });

  it('that is computing is not disturbed when the session of the role is replaced', async () => {
    const target = double.functions.get('legacy');
    let answer = (_: { payload: string }) => {};
    const isCalled = new Promise<void>((resolve) => {
      if (target !== undefined)
        target.invoke = () =>
          new Promise((settle) => {
            answer = settle;
            resolve();
          });
    });
    const runId = await createRun(legacy, as);
    await startRun(legacy, runId, { event: {}, amount: 1 }, as);
    await isCalled;
    double.revokeSessions();
    expect((await runSync(refund, { order_id: 1 }, as)).body).toMatchObject({ status: 'success' });
    answer({ payload: '"at last"' });
    expect((await readRun(legacy, runId, as)).body).toMatchObject({ status: 'success', payload: 'at last' });
  });

  it('is ended here when the run is canceled', async () => {
    const target = double.functions.get('legacy');
    let begun = () => {};
    const isCalled = new Promise<void>((resolve) => {
      begun = resolve;
    });
    if (target !== undefined)
      target.invoke = () => {
        begun();
        return new Promise(() => {});
      };
    const runId = await createRun(legacy, as);
    await startRun(legacy, runId, { event: {}, amount: 1 }, as);
    await isCalled;
    await send('POST', `/${ORG_A}/kits/${legacy.commandId}/runs/${runId}/cancel`, { as });
    expect((await readRun(legacy, runId, as)).body).toMatchObject({
      status: 'failed',
      end_reason: 'cancelled',
    });
  });
});

describe('a state machine', () => {
  let onboard: MadeCommand;
  let quick: MadeCommand;

  beforeAll(async () => {
    onboard = await commit(machineArn('onboard'));
    quick = await commit(machineArn('quick'));
  });

  const executionOf = (runId: number) =>
    [...double.executions.values()].find(({ name }) => name.startsWith(`pushboard-${runId}-`));

  it('has the inputs that its definition reads', async () => {
    expect(await keysOf(onboard)).toEqual(['customer: string']);
    expect(await keysOf(quick)).toEqual(['n: string']);
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
    expect(await recoverLostRuns(0)).toMatchObject({ lost: 0, backInLine: 1 });
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
        .poll(async () => (await send('GET', path, { as })).body, { timeout: 5000 })
        .toMatchObject({ status: 'running', links: [{ kind: 'execution' }] });
      double.endAll({ status: 'SUCCEEDED', output: '{"customer_id": 12345678901234567890}' });
      const { body } = await readRun(onboard, runId, as);
      // Watchers learn of the link before the end.
      expect((await events).map(({ data }) => data)).toContainEqual(
        expect.objectContaining({ status: 'running', link_count: 1 }),
      );
      expect(body).toMatchObject({
        status: 'success',
        payload: { customer_id: '12345678901234567890' },
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
      await sql.query(`update open_run set look_at = now() where state = 'elsewhere'`);
      await expect
        .poll(async () => (await readRun(onboard, runId, as)).body, { timeout: 40_000 })
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
      await sql.query(`update open_run set look_at = now() where state = 'elsewhere'`);
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

it('S52 no secret of the role, of its sessions, or of its packages is in any table as it is', async () => {
  const tables = await sql.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const { name } of tables) {
    const rows = await sql.query<{ text: string }>(`select t::text as text from ${name} t`);
    expect(JSON.stringify(rows).includes('canary'), name).toBe(false);
  }
});
