import { describe, expect, it } from 'vitest';
import { sendDueDigests } from '@/server/automation/schedules/alerts/send-digests';
import { sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { withLateJobs } from '../../support/app/late-jobs';
import { waitingMail } from '../../support/things/mail';
import { ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();
const jobs = withLateJobs();
const { fire, jobsPath } = jobs;
const createJob = (name = 'Late orders', as?: string) => jobs.createJob(name, as);

const DAY = 86_400_000;
const path = `/${ORG_A}/cron-job-digest`;
const turnOn = (as: string, more: object = {}) =>
  send('PUT', path, { as, body: { isOn: true, hour: 7, timezone: 'Europe/Berlin', ...more } });
/** Sends what is due so many days from now. */
const sendIn = (days: number) => sendDueDigests(new Date(Date.now() + days * DAY));

describe('a daily summary', () => {
  it('is off until a person turns it on, for an hour of a time zone', async () => {
    expect((await send('GET', path, { as: people.engineer })).body).toMatchObject({ is_on: false });
    const { body } = await turnOn(people.engineer);
    expect(body).toMatchObject({ is_on: true, which: 'owned', hour: 7, timezone: 'Europe/Berlin' });
    const next = new Date((body as { next_time: string }).next_time);
    expect(next.toLocaleTimeString('en-US', { timeZone: 'Europe/Berlin' })).toBe('7:00:00 AM');
    expect((await turnOn(people.engineer, { timezone: 'Europe/Nowhere' })).status).toBe(400);
    await send('PUT', path, { as: people.engineer, body: { isOn: false } });
    expect((await send('GET', path, { as: people.engineer })).body).toMatchObject({ is_on: false });
  });

  it('tells of failures and recoveries since the last one, once with several workers', async () => {
    await createJob();
    await turnOn(people.engineer);
    for (const ids of [[1], [0], [0]]) await fire(...ids);
    expect(await sendDueDigests()).toBe(0);
    const sent = await Promise.all([sendIn(1), sendIn(1), sendIn(1)]);
    expect(sent.reduce((sum, count) => sum + count)).toBe(1);
    const mails = await waitingMail(ORG_A);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Scheduled jobs in org-a on Pushboard: 1 fails');
    expect(mails[0]?.content.switchOff).toMatch(/\/account\?tab=mail$/);
    const [, line] = mails[0]?.content.paragraphs ?? [];
    expect(line).toMatch(/^Late orders \(.+\) failed 2 times\. Next: /);
    expect(JSON.stringify(mails)).not.toContain('canary of the source');
  });

  it('says what works again, and has no mail on a day with nothing to tell', async () => {
    await createJob();
    await turnOn(people.engineer);
    await fire(1);
    await sendIn(1);
    expect(await waitingMail(ORG_A)).toEqual([]);
    await fire(0);
    await fire(1);
    await sql.query("update job_digest set since_at = now() - interval '1 hour'");
    await sendIn(2);
    const [mail] = await waitingMail(ORG_A);
    expect(mail?.subject).toMatch(/nothing fails now$/);
    expect(mail?.content.paragraphs[1]).toMatch(/failed once, works again\./);
  });

  it('S16 is only about jobs whose command the person has at that moment', async () => {
    await createJob('Of the engineer');
    await createJob('Of the admin', people.orgAdmin);
    await turnOn(people.orgAdmin, { which: 'configured' });
    await turnOn(people.runner, { which: 'configured' });
    await turnOn(people.engineer);
    await fire(0);
    const where = { orgId_userId: { orgId: ORG_A, userId: people.engineer } };
    await prisma().membership.update({ where, data: { state: 'pending' } });
    await sendIn(1);
    const mails = await waitingMail(ORG_A);
    expect(mails.map(({ content }) => content.paragraphs.length - 1)).toEqual([2]);
    await prisma().membership.update({ where, data: { state: 'active' } });
  });
});

describe('addresses that an admin listed', () => {
  const list = (addresses: string[], as: string = people.orgAdmin) =>
    send('PUT', `/${ORG_A}/alert-addresses`, { as, body: { addresses } });
  const alert = (jobId: number, address: string) =>
    send('POST', `${jobsPath()}/${jobId}/alerts`, {
      as: people.engineer,
      body: { channel: 'email', address, events: ['success'], attachesResult: true },
    });

  it('get alerts with results, until they are taken off the list', async () => {
    const id = await createJob();
    expect(await alert(id, 'on-call@example.com')).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'address' }] } },
    });
    expect((await list(['On-Call@example.com', 'on-call@example.com'])).body).toMatchObject({
      addresses: ['on-call@example.com'],
      may_change: true,
    });
    expect(await alert(id, 'On-Call@Example.com')).toMatchObject({
      status: 201,
      body: { target: 'on-call@example.com', is_reached: true, user_id: null },
    });
    await fire(1);
    const told = await waitingMail(ORG_A);
    expect(told).toMatchObject([{ toAddress: 'on-call@example.com' }]);
    expect(JSON.stringify(told)).toContain('"format":"csv"');
    await list([]);
    await fire(1);
    expect(await waitingMail(ORG_A)).toHaveLength(1);
    const { body } = await send('GET', `${jobsPath()}/${id}/alerts`, { as: people.engineer });
    expect(body).toMatchObject([{ target: 'on-call@example.com', is_reached: false }]);
  });

  it('are changed by admins alone, and read by those who choose among them', async () => {
    expect((await list(['a@example.com'], people.engineer)).status).toBe(403);
    expect((await list(['no address'])).status).toBe(400);
    await list(['a@example.com']);
    const { body } = await send('GET', `/${ORG_A}/alert-addresses`, { as: people.engineer });
    expect(body).toEqual({ addresses: ['a@example.com'], may_change: false });
  });
});
