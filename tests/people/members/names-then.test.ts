import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  ORG_A,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

const as = people.orgAdmin;
const HOUR_MS = 3_600_000;
const kitId = { value: 0 };
const runs = { before: 0, after: 0 };

beforeAll(async () => {
  await createOrganizations();
  const { command } = await createGrantedCommands();
  kitId.value = command.commandId;
  runs.before = await createEndedRun(ORG_A, command, people.runner);
  await prisma().run.update({
    where: { runId: runs.before },
    data: { createdAt: new Date(Date.now() - HOUR_MS) },
  });
  await send('PATCH', `/${ORG_A}/command-templates/${command.templateId}`, {
    as: people.orgAdmin,
    body: { overrideName: 'Refund' },
  });
  await send('PATCH', `/${ORG_A}/members/${people.runner}`, { as, body: { role: 'admin' } });
  await send('PATCH', `/${ORG_A}/members/${people.runner}`, { as, body: { role: 'member' } });
  for (const userId of [people.runner, people.engineer, people.orgAdmin])
    await prisma().user.update({ where: { userId }, data: { name: `New name of ${userId}` } });
  await prisma().org.update({ where: { orgId: ORG_A }, data: { name: 'New name of A' } });
  runs.after = await createEndedRun(ORG_A, command, people.runner);
  // What happens in the millisecond of the change still has the former name.
  await prisma().run.update({
    where: { runId: runs.after },
    data: { createdAt: new Date(Date.now() + 1_000) },
  });
});

interface Event {
  action: string;
  user_name: string;
  subject_name: string;
}

async function eventsOf(action: string): Promise<Event[]> {
  return (await send('GET', `/${ORG_A}/audit?filter=action:${action}`, { as })).body as Event[];
}

async function receiptOf(runId: number) {
  const { body } = await send('GET', `/${ORG_A}/receipts/${runId}`, { as });
  const { signed } = z.object({ signed: z.string() }).parse(body);
  return JSON.parse(signed);
}

describe('S79 what happened keeps the names of its time', () => {
  it('in the audit log: who did it, and to whom', async () => {
    const [latest] = await eventsOf('member.role');
    expect(latest).toMatchObject({ user_name: 'admin-a', subject_name: 'runner' });
  });

  it('in the history, and in a run', async () => {
    const { body } = await send('GET', `/${ORG_A}/skinny-runs?sortDesc=start_time`, { as });
    expect(body).toMatchObject([
      { run_id: runs.after, user_name: `New name of ${people.runner}` },
      { run_id: runs.before, user_name: 'runner', user_id: people.runner },
    ]);
    const run = await send('GET', `/${ORG_A}/kits/${kitId.value}/runs/${runs.before}`, { as });
    expect(run.body).toMatchObject({ user_name: 'runner' });
  });

  it('and is found by the name of its time and by the one of today', async () => {
    for (const name of ['runner', 'New name of']) {
      const filter = encodeURIComponent(`user_name:contains:${name}`);
      const { body } = await send('GET', `/${ORG_A}/skinny-runs?filter=${filter}`, { as });
      expect(body).toHaveLength(2);
    }
  });

  it('in receipts that are made afterward', async () => {
    expect(await receiptOf(runs.before)).toMatchObject({
      person: { user_id: people.runner, name: 'runner' },
      org: { org_id: ORG_A, name: 'org-a' },
    });
    expect(await receiptOf(runs.after)).toMatchObject({
      person: { user_id: people.runner, name: `New name of ${people.runner}` },
      org: { org_id: ORG_A, name: 'New name of A' },
    });
  });

  it('in the changelog', async () => {
    const { body } = await send('GET', `/${ORG_A}/changelog`, { as });
    expect(body).toMatchObject([{ changed_by_user: { name: 'admin-a' } }, {}]);
  });

  it('but no organization learns what a person was called before they joined', async () => {
    const added = { orgId: ORG_A, userId: people.nobody };
    await prisma().membership.create({ data: added });
    const event = { orgId: ORG_A, subjectType: 'member', subjectId: people.nobody };
    await prisma().auditEvent.create({
      data: { ...event, action: 'member.invite', at: new Date(Date.now() - HOUR_MS) },
    });
    await prisma().user.update({ where: { userId: people.nobody }, data: { name: 'Joined as' } });
    await prisma().auditEvent.create({
      data: { ...event, action: 'member.join', at: new Date(Date.now() + 1_000) },
    });
    expect(await eventsOf('member.invite')).toMatchObject([{ subject_name: 'Joined as' }]);
  });
});
