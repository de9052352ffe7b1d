import { expect, it } from 'vitest';
import { serverEvents } from '@/server/audit/server-events';
import { prisma } from '@/server/base/database/prisma';
import { makeAdmin } from '@/server/people/sign-in/operator/make-admin';
import { revokeTokensOf } from '@/server/people/sign-in/operator/person-tokens';
import { withApp } from '../support/app/app';
import { giveToken } from '../support/things/tokens';

withApp();

const DAY_MS = 24 * 60 * 60 * 1000;

async function linesOf(days: number, isJson = false): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of serverEvents(days, isJson)) lines.push(line);
  return lines;
}

it('says who came in, and what the operator did about whom, the oldest first, and nothing of organizations', async () => {
  await makeAdmin('ana@example.com', 'Acme');
  const { userId } = await prisma().user.findFirstOrThrow({ where: { email: 'ana@example.com' } });
  const session = { subjectType: 'session', subjectId: userId };
  const hourAgo = new Date(Date.now() - 60 * 60 * 1000);
  const inRequest = { requestId: 'r1', address: '10.0.0.1', at: hourAgo };
  await prisma().auditEvent.createMany({
    data: [
      { ...session, action: 'session.begin', actorUserId: userId, at: new Date(Date.now() - 8 * DAY_MS) },
      { ...session, ...inRequest, action: 'session.begin', actorUserId: userId },
      { ...inRequest, action: 'session.refused', subjectType: 'session', subjectId: 'okta' },
      { ...inRequest, action: 'operator.sign_in', subjectType: 'session', subjectId: 'operator' },
    ],
  });
  await giveToken(userId, { name: 'CI deploy' });
  await revokeTokensOf('ana@example.com');
  const lines = await linesOf(7);
  const time = hourAgo.toISOString();
  expect(lines.slice(0, 3)).toEqual([
    `${time} ana@example.com: Signed in · from 10.0.0.1`,
    `${time} Nobody signed in: Was refused at sign-in · from 10.0.0.1`,
    `${time} The operator: Signed in as the operator of the server · from 10.0.0.1`,
  ]);
  const before = JSON.stringify({ name: 'CI deploy', owner: userId });
  expect(lines[3]).toContain(` The operator: Revoked a token · about ana@example.com · before ${before}`);
  expect(lines).toHaveLength(4);
  expect(await linesOf(9)).toHaveLength(5);
  expect(JSON.parse((await linesOf(7, true))[0] ?? '')).toMatchObject({
    time,
    action: 'session.begin',
    user: 'ana@example.com',
    about_user_id: userId,
    address: '10.0.0.1',
  });
});

it('is longer than one query', async () => {
  const at = new Date();
  await prisma().auditEvent.createMany({
    data: Array.from({ length: 2_500 }, (_, index) => ({
      action: 'session.end',
      subjectType: 'session',
      subjectId: String(index),
      at,
    })),
  });
  const events = (await linesOf(1, true)).map((line) => JSON.parse(line));
  const ids = events.flatMap(({ action, subject_id: id }) => (action === 'session.end' ? [id] : []));
  expect([ids.length, new Set(ids).size]).toEqual([2_500, 2_500]);
});
