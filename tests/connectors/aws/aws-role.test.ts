import { describe, expect, it } from 'vitest';
import { sql } from '@/server/base/database/db';
import { type Answered, send } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { connectionPart, faults, functionArn, machineArn } from '../../support/doubles/aws/account';
import {
  commitOfAccount,
  connect,
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
let credentialId = 0;

const messageOf = ({ body }: Answered): string =>
  (body as { error?: { message?: string } } | null)?.error?.message ?? '';
const commit = (cloudId: string): Promise<MadeCommand> => commitOfAccount(credentialId, cloudId);

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
    credentialId = await connectAccount();
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

it('S52 no secret of the role, of its sessions, or of its packages is in any table as it is', async () => {
  expect(await tablesWithSecrets()).toEqual([]);
});
