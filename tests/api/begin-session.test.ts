import { beforeEach, describe, expect, it } from 'vitest';
import { beginSession, type SignedIn } from '@/server/identity/begin-session';
import { actorOfSession } from '@/server/identity/session';
import { prisma } from '@/server/prisma';
import { withApp } from '../support/app';

withApp();

const source = { actorUserId: null, requestId: null, address: null };
const ana: SignedIn = {
  issuer: 'https://id.example.com',
  subject: 'auth0|1',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
};
const signIn = (person: SignedIn = ana) => beginSession(person, null, source);

beforeEach(async () => {
  await prisma().identity.deleteMany();
  await prisma().session.deleteMany();
  await prisma().membership.deleteMany();
  await prisma().orgSlug.deleteMany();
  await prisma().org.deleteMany();
  await prisma().user.deleteMany();
});

describe('a person is an issuer and a subject', () => {
  it('who signs in first is made, with an organization of their own, and the audit log says so', async () => {
    const { token, userId } = await signIn();
    expect(await actorOfSession(token)).toMatchObject({
      userId,
      name: 'Ana Ruiz',
      memberships: [{ role: 'admin' }],
    });
    expect(
      await prisma().auditEvent.findFirst({ where: { action: 'session.begin', actorUserId: userId } }),
    ).not.toBeNull();
  });

  it('is the same person at the next sign-in, whatever else has changed', async () => {
    const { userId } = await signIn();
    expect((await signIn({ ...ana, name: 'Ana R.', email: 'new@example.com' })).userId).toBe(userId);
    expect(await prisma().org.count()).toBe(1);
  });

  it('the same subject at another issuer is somebody else', async () => {
    const { userId } = await signIn();
    const other = await signIn({ ...ana, issuer: 'https://elsewhere.example', email: null });
    expect(other.userId).not.toBe(userId);
  });

  it('an address proves nothing: who signs in with it in another way is refused, and nothing is made', async () => {
    await signIn();
    const stranger = { ...ana, issuer: 'https://elsewhere.example', email: 'ANA@example.com' };
    await expect(signIn(stranger)).rejects.toMatchObject({ code: 'conflict' });
    expect(await prisma().identity.count()).toBe(1);
    expect(await prisma().session.count()).toBe(1);
  });

  it('whoever was invited by their address becomes the person that was invited', async () => {
    await prisma().user.create({
      data: { userId: 'invited', name: 'ana@example.com', email: 'ana@example.com' },
    });
    expect((await signIn()).userId).toBe('invited');
    expect((await prisma().user.findUniqueOrThrow({ where: { userId: 'invited' } })).name).toBe('Ana Ruiz');
  });

  it('twice at once is one person', async () => {
    const both = await Promise.allSettled([signIn(), signIn()]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await prisma().user.count()).toBe(1);
  });
});
