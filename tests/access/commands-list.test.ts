import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibleCommands } from '@/server/access/scope';
import { sql } from '@/server/db';
import { prisma } from '@/server/prisma';
import { withApp } from '../support/app';
import { send } from '../support/http';
import { createCommand, createCredential, createOrganisations, ORG_A } from '../support/organisations';
import { people } from '../support/people';

withApp();

const commandIds: number[] = [];
let folderId: number;

beforeAll(async () => {
  await createOrganisations();
  const credentialId = await createCredential(ORG_A);
  for (const friendlyName of ['one', 'two', 'three']) {
    commandIds.push((await createCommand(ORG_A, people.creator, credentialId, { friendlyName })).commandId);
  }
  ({ folderId } = await prisma().folder.create({ data: { orgId: ORG_A, name: 'F' } }));
});

const role = fc.constantFrom('admin' as const, 'runner' as const);
const who = fc.constantFrom(...Object.values(people));
const command = fc.integer({ min: 0, max: 2 });

/** Grants of every kind, to anybody, on commands of every visibility, in a folder or in none. */
const grants = fc.record({
  visibilities: fc.array(fc.constantFrom('justme', 'org', 'public', 'store' as const), {
    minLength: 3,
    maxLength: 3,
  }),
  inFolder: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  own: fc.uniqueArray(fc.tuple(command, who, role), { maxLength: 6, selector: ([c, p]) => `${c} ${p}` }),
  group: fc.uniqueArray(fc.tuple(command, role), { maxLength: 2, selector: ([c]) => c }),
  folder: fc.uniqueArray(fc.tuple(who, role), { maxLength: 3, selector: ([p]) => p }),
});

describe('S14 the list', () => {
  it('is what one can open, whatever was granted', async () => {
    await fc.assert(
      fc.asyncProperty(grants, async (given) => {
        await apply(given);
        for (const as of Object.values(people)) {
          const listed = await send('GET', `/${ORG_A}/skinny-kits`, { as });
          const ids =
            listed.status === 200 ? (listed.body as { kit_id: number }[]).map(({ kit_id }) => kit_id) : [];
          const inOnePass = await accessibleTo(as);
          for (const commandId of commandIds) {
            const opened = await send('GET', `/${ORG_A}/tiny-kits/${commandId}`, { as });
            // Who may not enter the organisation has no list of it; a public command can be opened all the same.
            const isOpen = opened.status === 200 && (listed.status === 200 || hasAccess(opened.body));
            expect(ids.includes(commandId), `${as} and ${commandId}`).toBe(isOpen);
            const hasAny = opened.status === 200 && hasAccess(opened.body);
            expect(inOnePass.includes(commandId), `runs for ${as} of ${commandId}`).toBe(hasAny);
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});

async function accessibleTo(userId: string): Promise<number[]> {
  const rows = await sql.query<{ command_id: number }>(accessibleCommands('$1', '$2'), [userId, ORG_A]);
  return rows.map(({ command_id }) => command_id);
}

const hasAccess = (body: unknown): boolean => (body as { has_access: boolean }).has_access;

async function apply(given: typeof grants extends fc.Arbitrary<infer G> ? G : never): Promise<void> {
  const db = prisma();
  await db.commandUserGrant.deleteMany();
  await db.commandGroupGrant.deleteMany();
  await db.folderUserGrant.deleteMany();
  for (const [index, commandId] of commandIds.entries()) {
    const data = {
      visibility: given.visibilities[index] ?? 'org',
      folderId: given.inFolder[index] ? folderId : null,
    };
    await db.command.update({ where: { commandId }, data });
  }
  const idOf = (index: number) => commandIds[index] ?? 0;
  await db.commandUserGrant.createMany({
    data: given.own.map(([index, userId, role]) => ({ orgId: ORG_A, commandId: idOf(index), userId, role })),
  });
  await db.commandGroupGrant.createMany({
    data: given.group.map(([index, role]) => ({
      orgId: ORG_A,
      commandId: idOf(index),
      groupId: 'group-1',
      role,
    })),
  });
  await db.folderUserGrant.createMany({
    data: given.folder.map(([userId, role]) => ({ orgId: ORG_A, folderId, userId, role })),
  });
}
