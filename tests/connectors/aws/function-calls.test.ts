import { afterAll, beforeAll, expect, it } from 'vitest';
import { pool } from '@/server/base/database/db';
import { withApp } from '../../support/app/app';
import { numberIn, send } from '../../support/app/http';
import { withWorker } from '../../support/app/worker';
import { connectionPart, functionArn, OWN } from '../../support/doubles/aws/account';
import { AwsDouble } from '../../support/doubles/aws/aws-double';
import { packageOf, REFUND_SOURCE } from '../../support/doubles/aws/packages';
import { createOrganizations, type MadeCommand, ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { createRun, readRun, runSync, startRun } from '../../support/things/runs';

const double = await new AwsDouble().start();
withApp({
  AWS_ENDPOINT: double.origin,
  AWS_ACCESS_KEY_ID: OWN.accessKeyId,
  AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
  AWS_EC2_METADATA_DISABLED: 'true',
});
withWorker();

const as = people.orgAdmin;
let credentialId = 0;
let refund: MadeCommand;
let slow: MadeCommand;
let answer = (_: { payload: string }) => {};
let noteCall = () => {};
const isCalled = new Promise<void>((resolve) => {
  noteCall = resolve;
});

beforeAll(async () => {
  await createOrganizations();
  double.functions.set('refund-order', {
    name: 'refund-order',
    runtime: 'python3.13',
    handler: 'app.handler',
    zip: packageOf('app.py', REFUND_SOURCE),
    invoke: () => ({ payload: '"of the latest"' }),
    aliases: {
      live: {
        zip: packageOf('app.py', REFUND_SOURCE.replaceAll('note', 'remark')),
        invoke: () => ({ payload: '"of live"' }),
      },
    },
  });
  double.functions.set('slow', {
    name: 'slow',
    invoke: () =>
      new Promise((settle) => {
        answer = settle;
        noteCall();
      }),
  });
  const body = { credType: 'aws', name: 'Billing account', aws: connectionPart };
  credentialId = numberIn(await send('POST', `/${ORG_A}/creds`, { as, body }), 'creds_id');
  refund = await commit('refund-order');
  slow = await commit('slow');
});
afterAll(() => double.stop());

async function commit(name: string): Promise<MadeCommand> {
  const cloudId = functionArn(name);
  const body = { cloudId, credsId: credentialId, commitType: 'addition' };
  await send('POST', `/${ORG_A}/batch-commit`, { as, body });
  const { rows } = await pool().query<{ command_id: number; template_id: number }>(
    'select c.command_id, c.template_id from command c join template t using (org_id, template_id) where t.cloud_id = $1',
    [cloudId],
  );
  const [made] = rows;
  if (made === undefined) throw new Error(`${cloudId} was not added`);
  return { commandId: made.command_id, templateId: made.template_id };
}

it('a function can be watched in CloudWatch while it computes', async () => {
  const runId = await createRun(slow, as);
  await startRun(slow, runId, { event: {} }, as);
  const path = `/${ORG_A}/kits/${slow.commandId}/runs/${runId}`;
  await expect
    .poll(async () => (await send('GET', path, { as })).body)
    .toMatchObject({
      status: 'running',
      links: [{ kind: 'console', url: expect.stringMatching(/\$252Fslow\/log-events\$3Fstart\$3D\d+$/) }],
    });
  // The link is saved before the call is made.
  await isCalled;
  answer({ payload: '1' });
  expect((await readRun(slow, runId, as)).body).toMatchObject({
    status: 'success',
    links: [{ kind: 'console' }, { kind: 'log' }],
  });
});

it('functions are called by the alias of the connection, and one that lacks it says so', async () => {
  const path = `/${ORG_A}/creds/${credentialId}?force=true`;
  const set = (qualifier: string) => send('PATCH', path, { as, body: { aws: { qualifier } } });
  expect((await runSync(refund, { order_id: 1 }, as)).body).toMatchObject({ payload: 'of the latest' });
  expect((await set('a b')).status).toBe(400);
  expect((await set('live')).status).toBe(200);
  expect((await runSync(refund, { order_id: 1 }, as)).body).toMatchObject({ payload: 'of live' });
  expect((await runSync(slow, { event: {} }, as)).body).toMatchObject({ status: 'failed' });
});
