import fc from 'fast-check';
import { prisma } from '@/server/base/database/prisma';
import { createCommand, createCredential, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';

const GROUPS = ['group-1', 'group-2'] as const;
/** The last one is a copycat of the first. */
const MOST_COMMANDS = 3;

const role = fc.constantFrom('admin' as const, 'runner' as const);
const who = fc.constantFrom(...Object.values(people));
/** Everyone but the creator, who stays to check the others. */
const other = fc.constantFrom(...Object.values(people).filter((userId) => userId !== people.creator));
const command = fc.integer({ min: 0, max: MOST_COMMANDS - 1 });
const group = fc.constantFrom(...GROUPS);
const each = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: MOST_COMMANDS, maxLength: MOST_COMMANDS });

/** Grants of every kind, to any person, on commands of every visibility, in a folder or in none. */
export const randomGrants = fc.record({
  visibilities: each(fc.constantFrom('justme', 'org', 'public', 'store' as const)),
  inFolder: each(fc.boolean()),
  memberships: fc.uniqueArray(
    fc.record({
      userId: other,
      role: fc.constantFrom('admin', 'member' as const),
      state: fc.constantFrom('active', 'active', 'pending', 'deleted' as const),
    }),
    { selector: ({ userId }) => userId, maxLength: 11 },
  ),
  inGroup: fc.uniqueArray(fc.tuple(group, who), { maxLength: 8, selector: ([g, p]) => `${g} ${p}` }),
  own: fc.uniqueArray(fc.tuple(command, who, role), { maxLength: 6, selector: ([c, p]) => `${c} ${p}` }),
  group: fc.uniqueArray(fc.tuple(command, group, role), { maxLength: 4, selector: ([c, g]) => `${c} ${g}` }),
  folder: fc.uniqueArray(fc.tuple(who, role), { maxLength: 4, selector: ([p]) => p }),
  folderGroup: fc.uniqueArray(fc.tuple(group, role), { maxLength: 2, selector: ([g]) => g }),
});

export type RandomGrants = typeof randomGrants extends fc.Arbitrary<infer G> ? G : never;

export interface Place {
  commandIds: number[];
  folderId: number;
}

/** The commands, the folder, and the groups that random grants are given on. */
export async function createPlace(): Promise<Place> {
  const credentialId = await createCredential(ORG_A);
  const commandIds: number[] = [];
  for (const friendlyName of ['one', 'two', 'three']) {
    commandIds.push((await createCommand(ORG_A, people.creator, credentialId, { friendlyName })).commandId);
  }
  await prisma().command.update({
    where: { commandId: commandIds.at(-1) ?? 0 },
    data: { followsCommandId: commandIds[0] ?? 0 },
  });
  await prisma().group.create({ data: { orgId: ORG_A, groupId: 'group-2', name: 'Finance' } });
  const { folderId } = await prisma().folder.create({ data: { orgId: ORG_A, name: 'F' } });
  return { commandIds, folderId };
}

/** Sets the organization's memberships and grants, whatever they were before. */
export async function applyGrants({ commandIds, folderId }: Place, given: RandomGrants): Promise<void> {
  const db = prisma();
  const orgId = ORG_A;
  await db.commandUserGrant.deleteMany();
  await db.commandGroupGrant.deleteMany();
  await db.folderUserGrant.deleteMany();
  await db.folderGroupGrant.deleteMany();
  await db.membership.deleteMany({ where: { orgId, userId: { not: people.creator } } });
  await db.groupMember.deleteMany();
  for (const [index, commandId] of commandIds.entries()) {
    await db.command.update({
      where: { commandId },
      data: {
        // Copycats are never published.
        visibility: index === MOST_COMMANDS - 1 ? 'org' : (given.visibilities[index] ?? 'org'),
        folderId: given.inFolder[index] ? folderId : null,
        createdByUserId: people.creator,
      },
    });
  }
  await db.membership.createMany({ data: given.memberships.map((membership) => ({ orgId, ...membership })) });
  const members = new Set<string>([people.creator, ...given.memberships.map(({ userId }) => userId)]);
  const inGroup = given.inGroup.filter(([, userId]) => members.has(userId));
  await db.groupMember.createMany({ data: inGroup.map(([groupId, userId]) => ({ orgId, groupId, userId })) });
  const idOf = (index: number) => commandIds[index] ?? 0;
  await db.commandUserGrant.createMany({
    data: given.own.map(([index, userId, role]) => ({ orgId, commandId: idOf(index), userId, role })),
  });
  await db.commandGroupGrant.createMany({
    data: given.group.map(([index, groupId, role]) => ({ orgId, commandId: idOf(index), groupId, role })),
  });
  await db.folderUserGrant.createMany({
    data: given.folder.map(([userId, role]) => ({ orgId, folderId, userId, role })),
  });
  await db.folderGroupGrant.createMany({
    data: given.folderGroup.map(([groupId, role]) => ({ orgId, folderId, groupId, role })),
  });
}
