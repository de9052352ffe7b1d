import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp({ ORGS_PER_PERSON: '3', MAILS_PER_HOUR: '2' });
beforeAll(createOrganizations);

describe('S80 organizations', () => {
  it('are created by one person up to a number, also at once', async () => {
    const create = (name: string) =>
      send('POST', '/users/me/orgs', { as: people.nobody, body: { orgName: name } });
    const made = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(create));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect((await create('Six')).body).toMatchObject({
      error: { message: expect.stringContaining('You have created 3 organizations already') },
    });
    expect(await prisma().org.count({ where: { createdByUserId: people.nobody } })).toBe(3);
    // Leaving one, or another admin there, makes no room.
    await prisma().membership.deleteMany({ where: { userId: people.nobody } });
    expect((await create('Seven')).status).toBe(409);
  });
});

describe('S80 messages', () => {
  const invite = (orgId: string, as: string, emails: string[]) =>
    send('POST', `/${orgId}/invite`, { as, body: { recipients: emails.map((email) => ({ email })) } });

  it('are counted for all people of an organization together, and another one is served', async () => {
    const admins = [people.orgAdmin, people.creator, people.engineer, people.runner, people.member];
    await prisma().membership.updateMany({
      where: { orgId: ORG_A, userId: { in: admins } },
      data: { role: 'admin' },
    });
    const statuses: number[] = [];
    for (const admin of admins)
      statuses.push((await invite(ORG_A, admin, [`1-${admin}@x.example`, `2-${admin}@x.example`])).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    expect((await invite(ORG_B, people.orgAdminB, ['new@x.example'])).status).toBe(200);
  });

  it('are counted for a person in all of their organizations together', async () => {
    await prisma().membership.create({ data: { orgId: ORG_A, userId: people.orgAdminB, role: 'admin' } });
    await prisma().mailMessage.deleteMany({ where: { orgId: ORG_A } });
    expect((await invite(ORG_A, people.orgAdminB, ['one@x.example', 'two@x.example'])).status).toBe(429);
    expect((await invite(ORG_A, people.orgAdminB, ['one@x.example'])).status).toBe(200);
  });
});
