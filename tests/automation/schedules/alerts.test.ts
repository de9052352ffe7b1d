import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverDue } from '@/server/automation/schedules/alerts/deliver';
import { tellOfEnded } from '@/server/automation/schedules/alerts/tell';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { tidyUp } from '@/server/runs/execute/workers';
import { withApp } from '../../support/app/app';
import { forbiddenHosts } from '../../support/app/forbidden-hosts';
import { type Answered, send } from '../../support/app/http';
import { withLateJobs } from '../../support/app/late-jobs';
import { type HttpDouble, startHttpDouble } from '../../support/doubles/http-double';
import { waitingMail } from '../../support/things/mail';
import { ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp({ ALERT_ALLOW: 'localhost' });
const jobs = withLateJobs();
const { createJob, jobsPath } = jobs;

let double: HttpDouble;
let status = 200;
const received: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  double = await startHttpDouble((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      received.push({
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      });
      response.writeHead(status).end();
    });
  });
});
afterAll(() => double.close());
beforeEach(() => {
  received.length = 0;
  status = 200;
});

const alert = (jobId: number, body: object): Promise<Answered> =>
  send('POST', `${jobsPath()}/${jobId}/alerts`, { as: people.engineer, body });

/** Fires all jobs as `jobs.fire` does, and tells. */
async function fire(...ids: number[]): Promise<void> {
  await jobs.fire(...ids);
  while ((await deliverDue(new AbortController().signal)) > 0);
}

const subjects = async () => (await waitingMail(ORG_A)).map(({ subject }) => subject);

describe('people who have the command', () => {
  it('are told of the failures and successes that they chose, each once', async () => {
    const id = await createJob();
    await alert(id, { channel: 'email', userId: people.runner, events: ['first_failure', 'recovery'] });
    for (const ids of [[1], [0], [0], [1], [1], [0]]) await fire(...ids);
    expect(await subjects()).toEqual([
      'Late <orders> failed in org-a on Pushboard',
      'Late <orders> works again in org-a on Pushboard',
      'Late <orders> failed in org-a on Pushboard',
    ]);
    const [failed] = await waitingMail(ORG_A);
    expect(JSON.stringify(failed)).toContain('canary of the source');
    expect(failed?.content.closing).toContain('They change it in the scheduled job, under If it fails.');
    // A runner can't switch off what an engineer chose.
    expect(failed?.content.switchOff).toBeUndefined();
    expect(await tellOfEnded()).toBe(0);
  });

  it('get the result with it, only when it has rows or has changed', async () => {
    const id = await createJob();
    const more = { channel: 'email', events: ['success'], attachesResult: true };
    await alert(id, { ...more, userId: people.runner, onlyWhen: 'rows' });
    await alert(id, { ...more, userId: people.engineer, onlyWhen: 'changed' });
    for (const ids of [[], [1, 2], [1, 2], []]) await fire(...ids);
    const told = await prisma().mailMessage.findMany({ orderBy: { mailId: 'asc' } });
    expect(told.map(({ toUserId }) => toUserId)).toEqual([
      people.engineer,
      people.runner,
      people.engineer,
      people.runner,
      people.engineer,
    ]);
    const second = (await waitingMail(ORG_A))[1];
    expect(JSON.stringify(second)).toContain('"format":"csv"');
    expect(second?.content.closing).toContain('They change it in the scheduled job, under Send to.');
  });

  it('S15 alone are told: not who never had it, nor who lost it since', async () => {
    const id = await createJob();
    const refused = await alert(id, { channel: 'email', userId: people.member, events: ['failure'] });
    expect(refused).toMatchObject({ status: 400, body: { error: { issues: [{ path: 'userId' }] } } });
    await alert(id, { channel: 'email', userId: people.runner, events: ['failure'] });
    const grant = { orgId: ORG_A, commandId: jobs.command.commandId, userId: people.runner };
    await prisma().commandUserGrant.deleteMany({ where: grant });
    await fire(0);
    expect(await subjects()).toEqual([]);
    const { body } = await send('GET', `${jobsPath()}/${id}/alerts`, { as: people.engineer });
    expect(body).toMatchObject([{ target: 'runner', is_reached: false }]);
    await prisma().commandUserGrant.create({ data: { ...grant, role: 'runner' } });
  });

  it('who are engineers can switch the mail off, where its program offers that', async () => {
    const id = await createJob();
    await alert(id, { channel: 'email', userId: people.engineer, events: ['failure'] });
    await fire(0);
    const [told] = await waitingMail(ORG_A);
    expect(told?.content.switchOff).toMatch(/configure-tab=jobs$/);
  });

  it('who are engineers hear that a job was paused, since its owner lost the command', async () => {
    const id = await createJob();
    const membership = { where: { orgId_userId: { orgId: ORG_A, userId: people.engineer } } };
    await prisma().membership.update({ ...membership, data: { state: 'deleted' } });
    await fire(1);
    expect(await subjects()).toContain('Late <orders> no longer runs in org-a on Pushboard');
    const { body } = await send('GET', `/${ORG_A}/notifications`, { as: people.orgAdmin });
    expect(body).toMatchObject({ notifications: [{ kind: 'job_paused', kit_id: jobs.command.commandId }] });
    await prisma().membership.update({ ...membership, data: { state: 'active' } });
    expect(await prisma().scheduledJob.findUnique({ where: { scheduledJobId: id } })).toMatchObject({
      isEnabled: false,
    });
  });
});

const address = (path: string) => `http://localhost:${new URL(double.origin).port}${path}`;

describe('alerts that are created with their job', () => {
  const job = (alerts: object[]) =>
    send('POST', jobsPath(), {
      as: people.engineer,
      body: { name: 'Told', cronExpression: '0 3 1 1 *', alerts },
    });

  it('are told from its first run on, and the keys of webhooks are returned once', async () => {
    const made = await job([
      { channel: 'email', userId: people.runner, events: ['failure'] },
      { channel: 'webhook', url: address('/first'), events: ['failure'] },
    ]);
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Told',
        alerts: [
          { target: 'runner', signing_key: null },
          { channel: 'webhook', signing_key: expect.stringMatching(/^[\w-]{43}$/) },
        ],
      },
    });
    await fire(0);
    expect(await subjects()).toEqual(['Told failed in org-a on Pushboard']);
    expect(received.map(({ url }) => url)).toEqual(['/first']);
    const { cron_job_id: id } = made.body as { cron_job_id: number };
    const audited = await sql.query(
      "select from audit_event where action = 'cron_job.alert' and subject_id = $1",
      [String(id)],
    );
    expect(audited).toHaveLength(2);
  });

  it('are refused with their place, and nothing of the job is left', async () => {
    const good = { channel: 'email', userId: people.runner, events: ['failure'] };
    for (const [bad, path] of [
      [{ channel: 'email', userId: people.member, events: ['failure'] }, 'alerts.1.userId'],
      [{ channel: 'email', address: 'x@example.com', events: ['failure'] }, 'alerts.1.address'],
      [{ channel: 'email', events: ['failure'] }, 'alerts.1.userId'],
      [{ channel: 'slack', url: 'ftp://example.com', events: ['failure'] }, 'alerts.1.url'],
    ] as const) {
      expect(await job([good, bad])).toMatchObject({ status: 400, body: { error: { issues: [{ path }] } } });
    }
    expect((await job(Array.from({ length: 51 }, () => good))).status).toBe(400);
    const { body } = await send('GET', jobsPath(), { as: people.engineer });
    expect(body).toEqual([]);
  });
});

describe('addresses outside', () => {
  it('get what happened and a link, signed, and nothing of the source; each program in its own shape', async () => {
    const id = await createJob();
    const made = await alert(id, { channel: 'webhook', url: address('/hook?x=1'), events: ['failure'] });
    const { signing_key: key } = made.body as { signing_key: string };
    await alert(id, { channel: 'slack', url: address('/slack'), events: ['failure'] });
    await alert(id, { channel: 'teams', url: address('/teams'), events: ['failure'] });
    await fire(0);
    const of = (path: string) => received.find(({ url }) => url.startsWith(path));
    const hook = of('/hook?x=1');
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(hook?.headers['pushboard-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', key).update(`${seconds}.${hook?.body}`).digest('hex'));
    expect(JSON.parse(hook?.body ?? '')).toMatchObject({
      events: ['failure', 'first_failure'],
      cron_job: { cron_job_id: id, name: 'Late <orders>' },
      run: { status: 'failed', url: expect.stringContaining('#run-') },
    });
    expect(JSON.parse(of('/slack')?.body ?? '').text).toContain('Late &lt;orders&gt; failed');
    expect(JSON.parse(of('/teams')?.body ?? '')).toMatchObject({ type: 'message' });
    expect(JSON.stringify(received)).not.toContain('canary of the source');
    const { body } = await send('GET', `${jobsPath()}/${id}/alerts`, { as: people.engineer });
    expect(body).toMatchObject([
      { target: expect.stringMatching(/^localhost/), last_delivery: { state: 'sent' } },
      {},
      {},
    ]);
    expect(JSON.stringify(body)).not.toContain('/hook');
  });

  it('that fail are tried again later, and then given up', async () => {
    const id = await createJob();
    await alert(id, { channel: 'webhook', url: address('/down'), events: ['success'] });
    status = 500;
    await fire(1);
    for (let attempt = 1; attempt < 8; attempt++) {
      await sql.query(`update job_delivery set due_at = now() - interval '1 second'`);
      await deliverDue(new AbortController().signal);
    }
    expect(received.length).toBe(8);
    await sql.query(`update job_delivery set due_at = now() - interval '1 second'`);
    expect(await deliverDue(new AbortController().signal)).toBe(0);
    const { body } = await send('GET', `${jobsPath()}/${id}/alerts`, { as: people.engineer });
    expect(body).toMatchObject([
      { last_delivery: { state: 'failed', attempts: 8, error: 'The address answered 500.' } },
    ]);
  });

  it('are forgotten 30 days after they were sent', async () => {
    const id = await createJob();
    await alert(id, { channel: 'webhook', url: address('/hook'), events: ['failure'] });
    await fire(0);
    const left = () => prisma().jobDelivery.count();
    await tidyUp();
    expect(await left()).toBe(1);
    await sql.query(`update job_delivery set created_at = now() - interval '31 days'`);
    await tidyUp();
    expect(await left()).toBe(0);
  });

  it('S33 are never on this machine or in a private network, however they are written', async () => {
    const id = await createJob();
    // The name by which these tests reach their own addresses is listed by the operator.
    for (const host of forbiddenHosts.filter(
      (each) => !each.normalize('NFKC').toLowerCase().startsWith('localhost'),
    )) {
      const { status: answered } = await alert(id, {
        channel: 'webhook',
        url: `http://${host}:${new URL(double.origin).port}/`,
        events: ['failure'],
      });
      expect(answered, host).toBe(400);
    }
    for (const url of ['', 'ftp://example.com', 'https://a:b@example.com', 'javascript:alert(1)']) {
      expect((await alert(id, { channel: 'slack', url, events: ['failure'] })).status, url).toBe(400);
    }
    expect(received).toEqual([]);
  });
});
