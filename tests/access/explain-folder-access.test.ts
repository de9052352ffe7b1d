import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { folderAccessOfPerson } from '@/lib/contract/sharing/sharing';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../support/things/organizations';
import { people } from '../support/things/people';
import { applyGrants, createPlace, type Place, type RandomGrants, randomGrants } from './random-grants';

withApp();

type Explanation = z.output<typeof folderAccessOfPerson>;
type Grant = Explanation['grants'][number];

let place: Place;

beforeAll(async () => {
  await createOrganizations();
  place = await createPlace();
});

const explain = (userId: string, as: string, orgId = ORG_A) =>
  send('GET', `/${orgId}/directories/${place.folderId}/users/${userId}/access`, { as });

/** The viewer must see the folder: an admin always does. */
const withAdmin = (given: RandomGrants): RandomGrants => ({
  ...given,
  memberships: [
    ...given.memberships.filter(({ userId }) => userId !== people.orgAdmin),
    { userId: people.orgAdmin, role: 'admin', state: 'active' },
  ],
});

async function explained(userId: string): Promise<Explanation | null> {
  // A person who loses the admin role in a test looks at themselves.
  const { status, body } = await explain(userId, people.orgAdmin);
  return status === 404 ? null : z.decode(folderAccessOfPerson, body as z.input<typeof folderAccessOfPerson>);
}

/** What a person actually can do. */
async function tried(as: string) {
  const path = `/${ORG_A}/directories/${place.folderId}`;
  const seen = await send('GET', path, { as });
  const changed = await send('PATCH', path, { as, body: { name: 'F' } });
  return {
    role: seen.status === 200 ? (seen.body as { role: string | null }).role : null,
    canOpen: seen.status === 200,
    canChange: changed.status === 200,
  };
}

async function takeAway(userId: string, { accessLevel, group }: Grant): Promise<void> {
  const db = prisma();
  const orgId = ORG_A;
  const { folderId } = place;
  if (accessLevel === 'org') {
    await db.membership.update({ where: { orgId_userId: { orgId, userId } }, data: { role: 'member' } });
  } else if (group === null) {
    await db.folderUserGrant.deleteMany({ where: { orgId, folderId, userId } });
  } else {
    await db.folderGroupGrant.deleteMany({ where: { orgId, folderId, groupId: group.groupId } });
  }
}

describe('S14 the explanation why a person can or cannot open a folder', () => {
  it('agrees with what they can do, whatever was granted', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, async (given) => {
        await applyGrants(place, withAdmin(given));
        for (const userId of Object.values(people)) {
          const nothing = { role: null, canOpen: false, canChange: false };
          expect((await explained(userId))?.verdict ?? nothing, userId).toEqual(await tried(userId));
        }
      }),
      { numRuns: 8 },
    );
  });

  it('predicts what is left when any one grant is removed', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, fc.nat(), async (given, choice) => {
        for (const userId of Object.values(people)) {
          await applyGrants(place, withAdmin(given));
          const { grants = [] } = (await explained(userId)) ?? {};
          const grant = grants[choice % Math.max(1, grants.length)];
          if (grant === undefined) continue;
          await takeAway(userId, grant);
          expect(await tried(userId), `${userId} without ${JSON.stringify(grant)}`).toEqual(grant.withoutIt);
        }
      }),
      { numRuns: 6 },
    );
  });

  const given: RandomGrants = {
    visibilities: ['org', 'org', 'org'],
    inFolder: [true, false, false],
    memberships: [
      { userId: people.orgAdmin, role: 'admin', state: 'active' },
      { userId: people.member, role: 'member', state: 'active' },
      { userId: people.runner, role: 'member', state: 'active' },
      { userId: people.deleted, role: 'member', state: 'deleted' },
    ],
    inGroup: [['group-1', people.member]],
    own: [
      [0, people.runner, 'runner'],
      [0, people.outsider, 'runner'],
    ],
    group: [],
    folder: [
      [people.member, 'runner'],
      [people.deleted, 'admin'],
    ],
    folderGroup: [['group-1', 'admin']],
  };

  it("names each grant with its group, why it has no effect, and the person's other commands in the folder", async () => {
    await applyGrants(place, given);
    const support = { groupId: 'group-1', name: 'Support' };
    expect(await explained(people.member)).toMatchObject({
      membership: 'active',
      commandCount: 0,
      verdict: { role: 'admin', canOpen: true, canChange: true },
      grants: [
        { role: 'admin', group: support, void: null, withoutIt: { role: 'runner', canChange: false } },
        { role: 'runner', group: null, void: null, withoutIt: { role: 'admin', canChange: true } },
      ],
    });
    expect(await explained(people.runner)).toMatchObject({
      commandCount: 1,
      verdict: { role: null, canOpen: true, canChange: false },
      grants: [],
    });
    expect(await explained(people.deleted)).toMatchObject({
      membership: 'deleted',
      verdict: { canOpen: false },
      grants: [{ role: 'admin', void: 'deleted' }],
    });
    // Folders are visible within their organization only: a command in one does not open it to outsiders.
    expect(await explained(people.outsider)).toMatchObject({
      membership: 'outside',
      commandCount: 1,
      verdict: { canOpen: false },
      grants: [],
    });
  });

  it('S02 is shown to people who see the folder, and only about people related to the organization', async () => {
    await applyGrants(place, given);
    expect((await explain(people.orgAdmin, people.runner)).status).toBe(200);
    expect((await explain(people.outsider, people.outsider)).status).toBe(404);
    expect((await explain(people.orgAdmin, people.orgAdminB)).status).toBe(404);
    expect((await explain(people.orgAdmin, people.orgAdminB, ORG_B)).status).toBe(404);
    for (const userId of [people.nobody, 'demo-none']) {
      expect((await explain(userId, people.orgAdmin)).status).toBe(404);
    }
  });
});
