import { beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { beginSession, type SignedIn } from '@/server/people/sign-in/begin-session';
import { actorOfSession } from '@/server/people/sign-in/session';
import { withApp } from '../../support/app/app';

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
  it('who is new is created, with their own organization and an audit row', async () => {
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

  it('with the same subject at another issuer is another person', async () => {
    const { userId } = await signIn();
    const other = await signIn({ ...ana, issuer: 'https://elsewhere.example', email: null });
    expect(other.userId).not.toBe(userId);
  });

  it('is never matched by address: an address that belongs to another identity is refused, and nothing is created', async () => {
    await signIn();
    const stranger = { ...ana, issuer: 'https://elsewhere.example', email: 'ANA@example.com' };
    await expect(signIn(stranger)).rejects.toMatchObject({ code: 'conflict' });
    expect(await prisma().identity.count()).toBe(1);
    expect(await prisma().session.count()).toBe(1);
  });

  it('who was invited by address becomes the invited person', async () => {
    await prisma().user.create({
      data: { userId: 'invited', name: 'ana@example.com', email: 'ana@example.com' },
    });
    expect((await signIn()).userId).toBe('invited');
    expect((await prisma().user.findUniqueOrThrow({ where: { userId: 'invited' } })).name).toBe('Ana Ruiz');
  });

  it('is created once by two concurrent sign-ins', async () => {
    const [first, second] = await Promise.all([signIn(), signIn()]);
    expect(first.userId).toBe(second.userId);
    expect(await prisma().user.count()).toBe(1);
  });
});
