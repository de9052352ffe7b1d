import fc from 'fast-check';
import statement from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person, Through } from '@/lib/access/vocabulary';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { loadFolder } from '@/server/access/load/load';
import { loadCommand } from '@/server/access/load/load-command';
import { loadRun } from '@/server/access/load/load-run';
import { accessibleCommands } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { prisma } from '@/server/base/database/prisma';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { authorize } from '@/server/http/requests/authorize';
import { unsafeActorOfUserId } from '@/server/people/sign-in/session';
import { runFilters } from '@/server/runs/history/run-filters';
import { runQuery } from '@/server/runs/history/run-query';
import { loadRunScope } from '@/server/runs/history/run-scope';
import { withApp } from '../support/app/app';
import { createEndedRun, createOrganizations, ORG_A } from '../support/things/organizations';
import { people } from '../support/things/people';
import { applyGrants, createPlace, type Place, randomGrants } from './random-grants';

withApp();

let place: Place;

beforeAll(async () => {
  await createOrganizations();
  place = await createPlace();
});

async function through(userId: string, way: Through): Promise<Person> {
  const actor = await unsafeActorOfUserId(userId);
  if (actor.kind === 'signedOut') throw new Error(`There is nobody named ${userId}`);
  return { ...actor, through: way };
}

const tokenFor = (commandIds: number[], folderIds: number[]): Through => ({
  kind: 'token',
  id: 'a-token',
  scope: { kind: 'run', commandIds, folderIds },
});

/** The status of the refusal; 200 if there is none. */
async function statusOf(asked: Promise<unknown>): Promise<number> {
  try {
    await asked;
    return 200;
  } catch (refusal) {
    if (refusal instanceof AppError) return refusal.status;
    throw refusal;
  }
}

async function accessible(actor: Person): Promise<number[]> {
  const ids = await query(
    { command_id: column.int },
    accessibleCommands(viewerOf(actor), statement`${ORG_A}`),
  );
  return ids.map(({ command_id }) => command_id).sort((a, b) => a - b);
}

const chosen = fc.record({
  commands: fc.uniqueArray(fc.integer({ min: 0, max: 2 })),
  folder: fc.boolean(),
});

describe('S22 a token for some commands', () => {
  it('has the chosen commands that its person has, whatever was granted', async () => {
    await fc.assert(
      fc.asyncProperty(randomGrants, chosen, async (given, { commands, folder }) => {
        await applyGrants(place, given);
        const commandIds = commands.map((index) => place.commandIds[index] ?? 0);
        const isChosen = (id: number) =>
          commandIds.includes(id) || (folder && given.inFolder[place.commandIds.indexOf(id)]);
        for (const userId of Object.values(people)) {
          const person = await through(userId, { kind: 'demo' });
          const token = await through(userId, tokenFor(commandIds, folder ? [place.folderId] : []));
          const expected = (await accessible(person)).filter(isChosen);
          expect(await accessible(token), userId).toEqual(expected);
          for (const id of place.commandIds) {
            const status = await statusOf(loadCommand(token, ORG_A, id, 'command.run'));
            expect(status === 200, `${userId} runs ${id}`).toBe(expected.includes(id));
          }
          const isOpen = (await statusOf(loadFolder(token, ORG_A, place.folderId, 'folder.see'))) === 200;
          const wasOpen = (await statusOf(loadFolder(person, ORG_A, place.folderId, 'folder.see'))) === 200;
          expect(isOpen && !wasOpen, `${userId} opens more with a token`).toBe(false);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('sees the runs that were started with it, and no others of the same person', async () => {
    const [commandId = 0] = place.commandIds;
    const { templateId } = await prisma().command.findUniqueOrThrow({ where: { commandId } });
    const own = await createEndedRun(ORG_A, { commandId, templateId }, people.creator);
    await prisma().run.update({ where: { runId: own }, data: { startedThrough: 'token:a-token' } });
    const other = await createEndedRun(ORG_A, { commandId, templateId }, people.creator);
    const token = await through(people.creator, tokenFor([commandId], []));
    const person = await through(people.creator, { kind: 'demo' });
    const listed = async (actor: Person) => {
      const filters = runFilters([]);
      const scope = await loadRunScope(viewerOf(actor), ORG_A, filters, null);
      const page = runQuery(ORG_A, filters, scope).page('desc', 0, 10);
      const rows = await query({ run_id: column.int, created_at: column.time }, page);
      return rows.map(({ run_id }) => run_id);
    };
    expect(await listed(token)).toEqual([own]);
    expect(await listed(person)).toEqual([other, own]);
    expect(await statusOf(loadRun(token, ORG_A, commandId, own, 'run.see'))).toBe(200);
    expect(await statusOf(loadRun(token, ORG_A, commandId, other, 'run.see'))).toBe(404);
  });
});

const isOnlyInPerson = ({ permission }: AnyOperation): boolean =>
  permission.needs === 'signedIn' && permission.inPerson === true;

describe('S22 every operation', () => {
  const id = String(2_000_000_000);
  const params = {
    orgId: ORG_A,
    kitId: id,
    runId: id,
    directoryId: id,
    olId: id,
    credsId: id,
    runGroupId: id,
  };

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s is refused to a token by its effect, before anything is looked up',
    async (_, operation) => {
      if (operation.permission.needs === 'nothing') return;
      const asked = async (way: Through) => {
        const actor = await through(people.orgAdmin, way);
        return statusOf(
          authorize(operation, actor, params, async () => ({ kitId: 2_000_000_000, runId: 1, olId: 1 })),
        );
      };
      const whole = await asked({ kind: 'demo' });
      const reads = await asked({ kind: 'token', id: 't', scope: { kind: 'read' } });
      const isReading = operation.effect === 'read' && !isOnlyInPerson(operation);
      expect(reads).toBe(isReading ? whole : 403);
      const runs = await asked(tokenFor([], []));
      if (operation.effect === 'change') expect(runs).toBe(403);
      const everything = await asked({ kind: 'token', id: 't', scope: { kind: 'everything' } });
      const { permission } = operation;
      const manages =
        permission.needs === 'org' && permission.action === 'org.manage' && operation.effect === 'change';
      expect(everything).toBe(manages || isOnlyInPerson(operation) ? 403 : whole);
    },
  );

  it('that is a GET reads, except the options of a dropdown, which its command may have to be run for', () => {
    const others = operations.filter(({ method, effect }) => method === 'GET' && effect !== 'read');
    expect(others.map((operation) => operation.id)).toEqual(['listDropdownOptions']);
  });
});
