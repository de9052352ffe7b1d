import { beforeEach, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { forgetIssuer, forgetPerson } from '@/server/people/sign-in/operator/forget';
import { makeAdmin } from '@/server/people/sign-in/operator/make-admin';
import { listTokensOf, revokeTokensOf } from '@/server/people/sign-in/operator/person-tokens';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import { bearer, giveToken } from '../../support/things/tokens';

withApp();

const ANA = 'ana@example.com';
const HOUR_MS = 60 * 60 * 1000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

let ana: string;

beforeEach(async () => {
  await prisma().user.deleteMany();
  await prisma().orgSlug.deleteMany();
  await prisma().org.deleteMany();
  await makeAdmin(ANA, 'Acme');
  await makeAdmin('bo@example.com', 'Acme');
  ana = (await prisma().user.findFirstOrThrow({ where: { email: ANA } })).userId;
});

const statusWith = async (token: string) =>
  (await send('GET', '/users/me', { headers: bearer(token) })).status;

/** A connected program whose token has ended, and which may still renew it. */
async function connectApp(): Promise<void> {
  const { tokenId } = await giveToken(ana, { name: 'Desk', expiresAt: later(-1) });
  const hash = Buffer.from(tokenId);
  await prisma().oauthGrant.create({
    data: {
      tokenId,
      clientId: 'desk',
      clientName: 'Desk',
      redirectUri: 'https://desk.example/back',
      familyHash: hash,
      refreshHash: hash,
      refreshExpiresAt: later(24),
    },
  });
}

const events = async () =>
  (
    await prisma().auditEvent.findMany({
      where: { action: { in: ['token.revoke', 'app.disconnect'] } },
      orderBy: { auditEventId: 'asc' },
    })
  ).map(({ orgId, actorUserId, action, before }) => ({ orgId, actorUserId, action, before }));

describe("a person's tokens, for the operator", () => {
  it('are listed with what they may do, their last use, and their end, without those that have ended', async () => {
    expect(await listTokensOf(ANA)).toEqual([`${ANA} has no tokens and no connected programs.`]);
    const scope = { kind: 'run' as const, commandIds: [1, 2], folderIds: [] };
    const { token } = await giveToken(ana, { name: 'CI deploy', scope });
    await giveToken(ana, { name: 'Old', expiresAt: later(-1) });
    await connectApp();
    await statusWith(token);
    const [head, first = '', second = '', ...more] = await listTokensOf(` ${ANA.toUpperCase()}`);
    expect(head).toBe(`1 token and 1 connected program of ${ANA}:`);
    expect(first).toContain(`CI deploy (token …${token.slice(-4)}): Run 2 commands · created `);
    expect(first).toMatch(
      / · last used \d{4}-\d\d-\d\d \d\d:\d\d UTC.* · until \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
    expect(second).toMatch(
      /^ {2}Desk \(connected program\): Everything · connected .* · never used · until /,
    );
    expect(more).toEqual([]);
    await expect(listTokensOf('x@example.com')).rejects.toThrow('Nobody here has the address x@example.com.');
  });

  it('S32 end at once, with the connected programs, and with an event for each', async () => {
    const { token } = await giveToken(ana, { name: 'CI deploy' });
    await connectApp();
    const bo = await prisma().user.findFirstOrThrow({ where: { email: 'bo@example.com' } });
    const other = await giveToken(bo.userId);
    await prisma().oauthCode.create({
      data: {
        codeHash: Buffer.from('code'),
        userId: ana,
        clientId: 'desk',
        clientName: 'Desk',
        redirectUri: 'https://desk.example/back',
        codeChallenge: 'x',
        scope: { kind: 'everything' },
        allowsUnasked: false,
        audience: 'http://localhost:3000/api/mcp',
        expiresAt: later(1),
      },
    });
    expect(await statusWith(token)).toBe(200);
    const [head] = await revokeTokensOf(ANA);
    expect(head).toBe(`Ended 1 token and 1 connected program of ${ANA}:`);
    expect([await statusWith(token), await statusWith(other.token)]).toEqual([401, 200]);
    expect([await prisma().oauthGrant.count(), await prisma().oauthCode.count()]).toEqual([0, 0]);
    expect(await events()).toEqual([
      { orgId: null, actorUserId: null, action: 'token.revoke', before: { name: 'CI deploy', owner: ana } },
      { orgId: null, actorUserId: null, action: 'app.disconnect', before: { name: 'Desk', owner: ana } },
    ]);
    expect(await revokeTokensOf(ANA)).toEqual([
      `${ANA} has no tokens and no connected programs. Nothing was ended.`,
    ]);
  });

  it('S32 end when the operator forgets the person, and not when their provider is forgotten', async () => {
    const { token } = await giveToken(ana);
    await prisma().identity.create({ data: { userId: ana, issuer: 'https://old.example', subject: 'ana' } });
    await forgetIssuer('https://old.example');
    expect(await statusWith(token)).toBe(200);
    expect(await forgetPerson(ANA)).toContain('Also ended 1 token of theirs.');
    expect(await statusWith(token)).toBe(401);
  });
});
