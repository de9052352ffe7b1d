import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { fillPath } from '@/lib/contract/url';
import { transaction } from '@/server/db';
import { hashOfToken } from '@/server/ids';
import { queueMail } from '@/server/mail/queue-mail';
import { prisma } from '@/server/prisma';
import { withApp } from '../support/app';
import { sendRaw } from '../support/http';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../support/organizations';
import { people } from '../support/people';
import { accessTable, type Caller, type Outcome, outcomes } from './access-table';

withApp();

/** The values for names in a path or body. */
interface Things {
  orgId: string;
  kitId: number;
  runId: number;
  runGroupId: number;
  credsId: number;
  directoryId: number;
  olId: number;
  inputId: number;
  revision: number;
  format: string;
  groupId: string;
  token: string;
  mailId: number;
  ignoreId: number;
  sourceId: number;
}

let inA: Things;
let inB: Things;

beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  const runA = await createEndedRun(ORG_A, made.command, people.runner);
  const runB = await createEndedRun(ORG_B, made.ofB, people.orgAdminB);
  const { folderId: folderB } = await prisma().folder.create({ data: { orgId: ORG_B, name: 'Of B' } });
  inA = await thingsOf(ORG_A, made.command, {
    runId: runA,
    credsId: made.credentialA,
    directoryId: made.folderId,
  });
  await askEngineer(inA.kitId);
  inB = await thingsOf(ORG_B, made.ofB, { runId: runB, credsId: made.credentialB, directoryId: folderB });
  await repair();
});

const REQUEST_TOKEN = 'the-token-of-a-request-for-access';

/** An unsent message of the organization. */
async function postTo(orgId: string): Promise<number> {
  const sender = {
    kind: 'person' as const,
    userId: people.orgAdmin,
    name: 'Admin',
    email: null,
    memberships: [],
  };
  const to = { userId: people.runner, name: 'Runner', email: 'runner@example.com' };
  const content = { paragraphs: ['Hello'], note: null, link: null, closing: '', replyTo: null };
  await transaction((tx) => queueMail(tx, orgId, sender, to, 'share', { subject: 'Hello', content }));
  return (await prisma().mailMessage.findFirstOrThrow({ where: { orgId } })).mailId;
}

async function askEngineer(commandId: number): Promise<void> {
  await prisma().accessRequest.create({
    data: {
      orgId: ORG_A,
      commandId,
      requesterUserId: people.member,
      engineerUserId: people.engineer,
      tokenHash: new Uint8Array(hashOfToken(REQUEST_TOKEN)),
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
}

async function thingsOf(
  orgId: string,
  { commandId, templateId }: MadeCommand,
  others: Pick<Things, 'runId' | 'credsId' | 'directoryId'>,
): Promise<Things> {
  const input = await prisma().commandInput.findFirst({ where: { orgId, commandId } });
  const { runGroupId } = await prisma().runGroup.create({
    data: { orgId, commandId, userId: orgId === ORG_A ? people.runner : people.orgAdminB },
  });
  const { ignoreId } = await prisma().syncIgnore.create({
    data: { orgId, cloudId: 'db::postgres::1::x.y()' },
  });
  const { staticCommandSourceId: sourceId } = await prisma().staticCommandSource.create({
    data: { orgId, credentialId: others.credsId, kind: 'openapi', title: 'Walked', server: '' },
  });
  const content = { settings: {}, headers: [], inputs: [] };
  await prisma().commandRevision.create({ data: { orgId, commandId, version: 1, content } });
  return {
    orgId,
    kitId: commandId,
    olId: templateId,
    inputId: input?.inputId ?? 1,
    revision: 1,
    format: 'csv',
    runGroupId,
    groupId: 'group-of-nobody',
    token: REQUEST_TOKEN,
    mailId: await postTo(orgId),
    ignoreId,
    sourceId,
    ...others,
  };
}

/** Restores what an authorized caller has just deleted. */
async function repair(): Promise<void> {
  const { kitId: commandId, directoryId: folderId, ignoreId } = inA;
  const db = prisma();
  await db.folder.upsert({
    where: { folderId },
    update: {},
    create: { folderId, orgId: ORG_A, name: 'Refunds' },
  });
  for (const [userId, role] of [
    [people.folderRunner, 'runner'] as const,
    [people.engineer, 'admin'] as const,
  ]) {
    const grant = { orgId: ORG_A, folderId, userId };
    await db.folderUserGrant.upsert({
      where: { orgId_folderId_userId: grant },
      update: {},
      create: { ...grant, role },
    });
  }
  await db.command.update({ where: { commandId }, data: { folderId, deletedAt: null } });
  const { groupId } = inA;
  await db.group.upsert({
    where: { groupId },
    update: {},
    create: { groupId, orgId: ORG_A, name: 'Of nobody' },
  });
  await db.syncIgnore.upsert({
    where: { ignoreId },
    update: {},
    create: { ignoreId, orgId: ORG_A, cloudId: 'db::postgres::1::x.y()' },
  });
}

const callers: Caller[] = ['signedOut', ...(Object.keys(people) as (keyof typeof people)[])];

/** The least that a request needs to reach the access decision: ids in their places, and nothing else. */
function leastRequest(operation: AnyOperation, things: Things, userId: string) {
  const words: Record<string, string> = Object.fromEntries(
    Object.entries({ ...things, userId }).map(([name, value]) => [name, String(value)]),
  );
  const { permission } = operation;
  const places = [
    'id' in permission ? permission.id : '',
    'command' in permission ? (permission.command ?? '') : '',
  ].filter((place) => place.startsWith('body.'));
  const body = Object.fromEntries(
    places.map((place) => [place.slice(5), things[place.slice(5) as keyof Things]]),
  );
  const query = operation.id === 'followRuns' ? `?runs=${things.runId}` : '';
  return {
    target: fillPath(operation.path, words) + query,
    body: operation.body === null ? undefined : body,
  };
}

async function outcomeOf(operation: AnyOperation, things: Things, caller: Caller): Promise<Outcome> {
  const userId = caller === 'signedOut' ? people.runner : people[caller];
  const { target, body } = leastRequest(operation, things, userId);
  const as = caller === 'signedOut' ? {} : { as: people[caller] };
  const response = await sendRaw(operation.method, target, {
    ...as,
    ...(body === undefined ? {} : { body }),
  });
  await response.body?.cancel();
  if (operation.method === 'DELETE' && response.ok) await repair();
  return response.status === 401 || response.status === 403 || response.status === 404
    ? response.status
    : 'ok';
}

describe('S01 every operation answers every kind of caller as the table says', () => {
  for (const operation of operations) {
    it(operation.id, async () => {
      const row = accessTable[operation.id];
      expect(row, `${operation.id} needs a row in access-table.ts`).toBeDefined();
      if (row === undefined) return;
      const found: Partial<Record<Caller, Outcome>> = {};
      for (const caller of callers) found[caller] = await outcomeOf(operation, inA, caller);
      // Signing in needs a person. Without a body it is malformed for everyone alike.
      expect(found).toEqual(outcomes[row]);
    });
  }

  it('has no row for a removed operation', () => {
    expect(Object.keys(accessTable).sort()).toEqual(operations.map(({ id }) => id).sort());
  });
});

/** The changes that a runner may make: to their own things, and requests to others. */
const OPEN_TO_RUNNERS = new Set([
  'cancelRun',
  'createFolder',
  'createOrg',
  'createRun',
  'createRunGroup',
  'deleteRunResult',
  'finishDirectorySignIn',
  'endTour',
  'joinOrg',
  'makeRunStatement',
  'pinCommand',
  'readInvitation',
  'recordRecent',
  'renewDirectorySession',
  'runAndWait',
  'sendGeneralEmail',
  'signInAsDemoPerson',
  'signOut',
  'startDirectorySignIn',
  'startRun',
  'unpinCommand',
]);

describe('S06 S07 a runner', () => {
  const runners = ['runner', 'groupRunner', 'folderRunner', 'outsider'] as const;

  it('creates, changes, and deletes only their own things', () => {
    const open = operations
      .filter(({ id, method }) => {
        const row = accessTable[id];
        return (
          method !== 'GET' && row !== undefined && runners.some((caller) => outcomes[row][caller] === 'ok')
        );
      })
      .map(({ id }) => id);
    expect(open.sort()).toEqual([...OPEN_TO_RUNNERS].sort());
  });
});

describe('S02 another organization in the path', () => {
  const belowOrg = operations.filter(({ path }) => path.startsWith('/{orgId}'));

  for (const operation of belowOrg) {
    it(`${operation.id}: an admin of B gets the same not-found as for an unknown id`, async () => {
      const foreign = leastRequest(operation, inA, people.orgAdminB);
      const missing = leastRequest(operation, { ...inA, orgId: 'org-none' }, people.orgAdminB);
      const as = people.orgAdminB;
      const answers = await Promise.all(
        [foreign, missing].map(async ({ target, body }) => {
          const response = await sendRaw(operation.method, target, {
            as,
            ...(body === undefined ? {} : { body }),
          });
          const { error } = await response.json();
          return { status: response.status, code: error.code, message: error.message };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.status).toBe(404);
    });

    it(`${operation.id}: ids of B are not found under A's path, by A's admin`, async () => {
      const { permission } = operation;
      if (!['command', 'folder', 'template', 'credential', 'run'].includes(permission.needs)) return;
      expect(await outcomeOf(operation, { ...inB, orgId: ORG_A }, 'orgAdmin')).toBe(404);
    });
  }
});
