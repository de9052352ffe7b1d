import fc from 'fast-check';
import statement from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibleCommands } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { prisma } from '@/server/base/database/prisma';
import { column, query } from '@/server/base/database/statements';
import { withApp } from '../support/app/app';
import { send } from '../support/app/http';
import { createOrganizations, ORG_A, ORG_B } from '../support/things/organizations';
import { people } from '../support/things/people';
import { applyGrants, createPlace, type Place, randomGrants } from './random-grants';

withApp();

let place: Place;

beforeAll(async () => {
  await createOrganizations();
  place = await createPlace();
});

describe('the list', () => {
  it('ends by pages where it ends as a whole', async () => {
    const { status, body } = await send('GET', `/${ORG_A}/skinny-kits?page=400`, { as: people.orgAdmin });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Pages end at 10000 commands');
  });
});

describe('S14 the list', () => {
  it('contains the commands that the person can open, whatever was granted', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, async (given) => {
        await applyGrants(place, given);
        for (const as of Object.values(people)) {
          const listed = await send('GET', `/${ORG_A}/skinny-kits`, { as });
          const ids =
            listed.status === 200 ? (listed.body as { kit_id: number }[]).map(({ kit_id }) => kit_id) : [];
          const inOnePass = await accessibleTo(as);
          for (const commandId of place.commandIds) {
            const opened = await send('GET', `/${ORG_A}/tiny-kits/${commandId}`, { as });
            // People outside the organization have no list of it, but they can open a public command.
            const isOpen = opened.status === 200 && (listed.status === 200 || hasAccess(opened.body));
            expect(ids.includes(commandId), `${as} and ${commandId}`).toBe(isOpen);
            const hasAny = opened.status === 200 && hasAccess(opened.body);
            expect(inOnePass.includes(commandId), `runs for ${as} of ${commandId}`).toBe(hasAny);
          }
        }
      }),
      { numRuns: 8 },
    );
  });

  it('names the people who can run each command, whatever was granted', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, async (given) => {
        await applyGrants(place, given);
        for (const commandId of place.commandIds) {
          const { body } = await send('GET', `/${ORG_A}/kits/${commandId}/users`, { as: people.creator });
          const { users } = body as { users: { user_id: string; is_pending_to_org: boolean }[] };
          const idsOf = (isPending: boolean) =>
            users.filter((user) => user.is_pending_to_org === isPending).map(({ user_id }) => user_id);
          const able: string[] = [];
          for (const as of Object.values(people)) {
            const { status, body } = await send('GET', `/${ORG_A}/tiny-kits/${commandId}`, { as });
            if (status === 200 && hasAccess(body)) able.push(as);
          }
          expect(idsOf(false).sort()).toEqual(able.sort());
          // Those who were invited will have it when they join.
          expect(idsOf(true).filter((userId) => able.includes(userId))).toEqual([]);
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe('the short list', () => {
  it('names the first of all people, and counts them all', async () => {
    interface Listed {
      kit_id: number;
      engineers: { user_id: string }[];
      runners: { user_id: string }[];
    }
    await fc.assert(
      fc.asyncProperty(randomGrants, async (given) => {
        await applyGrants(place, given);
        for (const as of [people.orgAdmin, people.creator]) {
          const list = (more: string) => send('GET', `/${ORG_A}/skinny-kits?sort=kit_id${more}`, { as });
          const { status, body } = await list('');
          // Former members have no list.
          if (status !== 200) continue;
          const whole = body as Listed[];
          const expected = whole.map(({ engineers, runners, ...rest }) => ({
            ...rest,
            engineers: engineers.slice(0, 3),
            runners: runners.slice(0, Math.max(0, 3 - engineers.length)),
          }));
          expect((await list('&people=brief')).body).toEqual(expected);
        }
      }),
      { numRuns: 8 },
    );
  });
});

/** With and without the last runs of all commands. */
const orders = fc.constantFrom('', '&sortDesc=name', '&sortDesc=last_run_at', '&sortDesc=recent_runs');

describe('pages of the list', () => {
  beforeAll(async () => {
    const commands = await prisma().command.findMany();
    // The first commands have run, the last one twice.
    const ran = [...commands.slice(0, 2), commands[1]].flatMap((command) => command ?? []);
    await prisma().run.createMany({
      data: ran.map(({ orgId, commandId, templateId }, hour) => ({
        orgId,
        commandId,
        templateId,
        startedByUserId: people.creator,
        status: 'success',
        createdAt: new Date(Date.UTC(2026, 0, 1, hour)),
        queuedAt: new Date(Date.UTC(2026, 0, 1, hour)),
      })),
    });
  });

  it('add up to the whole list, with commands granted from elsewhere at the end', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, fc.integer({ min: 1, max: 4 }), orders, async (given, size, order) => {
        await applyGrants(place, given);
        for (const as of Object.values(people)) {
          for (const org of [ORG_A, ORG_B]) {
            const list = (more: string) =>
              send('GET', `/${org}/skinny-kits?people=brief${order}${more}`, { as });
            const whole = await list('');
            if (whole.status !== 200) continue;
            const rows: unknown[] = [];
            for (let page = 0; rows.length === page * size; page += 1) {
              rows.push(...((await list(`&page=${page}&per_page=${size}`)).body as unknown[]));
            }
            expect(rows, `${as} in ${org}`).toEqual(whole.body);
          }
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe('S14 folders', () => {
  it('lists those that the person can open, with the people who have a role on them', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, async (given) => {
        await applyGrants(place, given);
        const withRole: string[] = [];
        for (const as of Object.values(people)) {
          const listed = await send('GET', `/${ORG_A}/directories`, { as });
          const opened = await send('GET', `/${ORG_A}/directories/${place.folderId}`, { as });
          const found = listed.status === 200 ? (listed.body as Folder[]) : [];
          expect(found.length === 1, as).toBe(opened.status === 200);
          if (opened.status !== 200) continue;
          const folder = opened.body as Folder;
          expect(found.map(named)).toEqual([named(folder)]);
          if (folder.role !== null) withRole.push(`${as} ${folder.role}`);
          const told = named(folder).filter((one) => one.startsWith(`${as} `));
          expect(told, as).toEqual(folder.role === null ? [] : [`${as} ${folder.role}`]);
        }
        const { body } = await send('GET', `/${ORG_A}/directories/${place.folderId}`, { as: people.creator });
        if (!isFolder(body)) return;
        expect(named(body).sort()).toEqual(withRole.sort());
      }),
      { numRuns: 8 },
    );
  });
});

interface Folder {
  role: string | null;
  all_users: { user_id: string; role: string; is_pending_to_org: boolean }[];
}

const isFolder = (body: unknown): body is Folder =>
  typeof body === 'object' && body !== null && 'all_users' in body;

/** The people who have a role. The folder itself also names the invited, who will have one. */
const named = ({ all_users }: Folder): string[] =>
  all_users
    .filter(({ is_pending_to_org }) => !is_pending_to_org)
    .map(({ user_id, role }) => `${user_id} ${role}`);

async function accessibleTo(userId: string): Promise<number[]> {
  const rows = await query(
    { command_id: column.int },
    accessibleCommands(anyone(statement`${userId}`), statement`${ORG_A}`),
  );
  return rows.map(({ command_id }) => command_id);
}

const hasAccess = (body: unknown): boolean => (body as { has_access: boolean }).has_access;
