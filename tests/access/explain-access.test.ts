import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandAccessOfPerson } from '@/lib/contract/sharing/sharing';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { applyGrants, createPlace, type Place, randomGrants } from './random-grants';

withApp();

type Explanation = z.output<typeof commandAccessOfPerson>;
type Grant = Explanation['grants'][number];

let place: Place;

beforeAll(async () => {
  await createOrganizations();
  place = await createPlace();
});

const explain = (commandId: number, userId: string, as: string = people.creator) =>
  send('GET', `/${ORG_A}/kits/${commandId}/users/${userId}/access`, { as });

/** The explanation for a person; null if there is none, because they are not related to the organization. */
async function explained(commandId: number, userId: string): Promise<Explanation | null> {
  const { status, body } = await explain(commandId, userId);
  return status === 404
    ? null
    : z.decode(commandAccessOfPerson, body as z.input<typeof commandAccessOfPerson>);
}

/** What a person actually can do. */
async function tried(commandId: number, as: string) {
  const seen = await send('GET', `/${ORG_A}/tiny-kits/${commandId}`, { as });
  const run = await send('POST', `/${ORG_A}/run-groups`, { as, body: { kitId: commandId } });
  const configured = await send('PATCH', `/${ORG_A}/kits/${commandId}`, {
    as,
    body: { chartFirst: false },
  });
  const { role, access_level } =
    seen.status === 200
      ? (seen.body as { role: string | null; access_level: string | null })
      : { role: null, access_level: null };
  return {
    role,
    accessLevel: access_level,
    canSee: seen.status === 200,
    canRun: run.status < 400,
    canConfigure: configured.status === 200,
  };
}

/** Removes one of the grants that were named, and nothing else. */
async function takeAway(
  commandId: number,
  userId: string,
  { accessLevel, group, folder }: Grant,
): Promise<void> {
  const db = prisma();
  const orgId = ORG_A;
  switch (accessLevel) {
    case 'org':
      await db.membership.update({ where: { orgId_userId: { orgId, userId } }, data: { role: 'member' } });
      return;
    case 'creator':
      await db.command.update({ where: { commandId }, data: { createdByUserId: people.nobody } });
      return;
    case 'user_kit':
      await db.commandUserGrant.deleteMany({ where: { orgId, commandId, userId } });
      return;
    case 'kit':
      await db.commandGroupGrant.deleteMany({ where: { orgId, commandId, groupId: group?.groupId ?? '' } });
      return;
    case 'dir': {
      const folderId = folder?.folderId ?? 0;
      if (group === null) await db.folderUserGrant.deleteMany({ where: { orgId, folderId, userId } });
      else await db.folderGroupGrant.deleteMany({ where: { orgId, folderId, groupId: group.groupId } });
    }
  }
}

describe('S14 the explanation why a person can or cannot run a command', () => {
  it('agrees with what they can do, whatever was granted', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, async (given) => {
        await applyGrants(place, given);
        for (const commandId of place.commandIds) {
          for (const userId of Object.values(people)) {
            const told = await explained(commandId, userId);
            const found = await tried(commandId, userId);
            const nothing = { ...found, role: null, accessLevel: null, canRun: false, canConfigure: false };
            expect(told?.verdict ?? nothing, `${userId} and ${commandId}`).toEqual(found);
          }
        }
      }),
      { numRuns: 5 },
    );
  });

  it('predicts what is left when any one grant is removed', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, fc.nat(), async (given, choice) => {
        await applyGrants(place, given);
        for (const userId of Object.values(people)) {
          for (const commandId of place.commandIds) {
            await applyGrants(place, given);
            const { grants = [] } = (await explained(commandId, userId)) ?? {};
            const grant = grants[choice % Math.max(1, grants.length)];
            if (grant === undefined) continue;
            await takeAway(commandId, userId, grant);
            expect(await tried(commandId, userId), `${userId} without ${JSON.stringify(grant)}`).toEqual(
              grant.withoutIt,
            );
          }
        }
      }),
      { numRuns: 4 },
    );
  });

  it('names each grant with its group and folder, and why it has no effect if so', async () => {
    const [commandId = 0] = place.commandIds;
    await applyGrants(place, {
      visibilities: ['org', 'org', 'org'],
      inFolder: [true, false, false],
      memberships: [
        { userId: people.member, role: 'member', state: 'active' },
        { userId: people.pending, role: 'admin', state: 'pending' },
      ],
      inGroup: [['group-1', people.member]],
      own: [[0, people.outsider, 'runner']],
      group: [[0, 'group-1', 'runner']],
      folder: [],
      folderGroup: [['group-1', 'admin']],
    });
    const runner = { role: 'runner', accessLevel: 'kit', canSee: true, canRun: true, canConfigure: false };
    const engineer = { role: 'admin', accessLevel: 'dir', canSee: true, canRun: true, canConfigure: true };
    const support = { groupId: 'group-1', name: 'Support' };
    const folder = { folderId: place.folderId, name: 'F' };
    expect(await explained(commandId, people.member)).toMatchObject({
      membership: 'active',
      verdict: engineer,
      grants: [
        { accessLevel: 'dir', role: 'admin', group: support, folder, void: null, withoutIt: runner },
        { accessLevel: 'kit', role: 'runner', group: support, folder: null, void: null, withoutIt: engineer },
      ],
    });
    expect(await explained(commandId, people.pending)).toMatchObject({
      membership: 'pending',
      verdict: { canRun: false },
      grants: [{ accessLevel: 'org', void: 'pending' }],
    });
    expect(await explained(commandId, people.outsider)).toMatchObject({
      membership: 'outside',
      verdict: { canRun: true, canConfigure: false },
      grants: [{ accessLevel: 'user_kit', void: null, withoutIt: { canRun: false, canSee: false } }],
    });
    await prisma().command.update({ where: { commandId }, data: { visibility: 'justme' } });
    expect(await explained(commandId, people.member)).toMatchObject({
      verdict: { canSee: false },
      grants: [{ void: 'justme' }, { void: 'justme' }],
    });
    expect(await explained(commandId, people.outsider)).toMatchObject({ grants: [{ void: 'justme' }] });
  });

  it('shows a person from outside only their own', async () => {
    const [commandId = 0] = place.commandIds;
    await applyGrants(place, {
      visibilities: ['org', 'org', 'org'],
      inFolder: [false, false, false],
      memberships: [],
      inGroup: [],
      own: [[0, people.outsider, 'runner']],
      group: [],
      folder: [],
      folderGroup: [],
    });
    expect((await explain(commandId, people.outsider, people.outsider)).status).toBe(200);
    expect((await explain(commandId, people.creator, people.outsider)).status).toBe(404);
    // A person unrelated to the organization is not found, and neither is an unknown id.
    expect((await explain(commandId, people.nobody)).status).toBe(404);
    expect((await explain(commandId, 'demo-none')).status).toBe(404);
  });
});
