import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { fillPath } from '@/lib/wire/url';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../support/app/app';
import { bytesInUse } from '../support/app/bytes-in-use';
import { loadRoute, sendRaw } from '../support/app/http';
import { repeats } from '../support/setup/reach';
import {
  createEndedRun,
  createGrantedCommands,
  createOrganizations,
  ORG_A,
} from '../support/things/organizations';
import { people } from '../support/things/people';
import { type FuzzedRequest, type Known, requestsTo } from './fuzz-values';

withApp({ REQUESTS_PER_SECOND: '100000', MAILS_PER_HOUR: '100000' });

/** A request that never ends fails its test; nothing here is a measure of speed. */
const PATIENCE_MS = 300_000;
/**
 * While a request is computed, nobody else's is answered. Processor time, unlike time, is the same on a machine that has
 * other things to do, and most requests take a few milliseconds of it.
 */
const MOST_PROCESSOR_MS = 2_000;
/** A round is hundreds of requests, and twice as many in the long tests: leaving 16 kB behind each would grow by more. */
const LARGEST_GROWTH_MB = 8;
/** A runner is refused most of it, so the admin sends more. */
const callers: [string, number][] = [
  [people.orgAdmin, repeats(3)],
  [people.runner, 1],
];

/** What deletes something comes last, so that the others find it. */
const inOrder = [
  ...operations.filter(({ method }) => method !== 'DELETE'),
  ...operations.filter(({ method }) => method === 'DELETE'),
];

let known: Known;

beforeAll(async () => {
  await createOrganizations();
  const { command, credentialA, folderId } = await createGrantedCommands();
  const { commandId, templateId } = command;
  const db = prisma();
  const orgId = ORG_A;
  const input = await db.commandInput.findFirstOrThrow({ where: { commandId } });
  const { runGroupId } = await db.runGroup.create({ data: { orgId, commandId, userId: people.runner } });
  const { ignoreId } = await db.syncIgnore.create({ data: { orgId, cloudId: 'db::postgres::1::x.y()' } });
  const source = await db.staticCommandSource.create({
    data: { orgId, credentialId: credentialA, kind: 'openapi', title: 'Fuzzed', server: '' },
  });
  const content = { settings: {}, headers: [], inputs: [] };
  await db.commandRevision.create({ data: { orgId, commandId, version: 1, content } });
  known = {
    orgId,
    userId: people.runner,
    kitId: commandId,
    olId: templateId,
    runId: await createEndedRun(orgId, command, people.runner),
    runGroupId,
    kit_run_id: runGroupId,
    credsId: credentialA,
    directoryId: folderId,
    inputId: input.inputId,
    ignoreId,
    sourceId: source.staticCommandSourceId,
    groupId: 'group-1',
    mailId: 1,
    revision: 1,
    format: 'csv',
    token: 'no-token',
    runs: '1',
    wait: '0',
  };
});

/** Puts back what the next request needs. */
async function repair(): Promise<void> {
  const [commandId, folderId] = [Number(known.kitId), Number(known.directoryId)];
  const db = prisma();
  await db.folder.upsert({
    where: { folderId },
    update: {},
    create: { folderId, orgId: ORG_A, name: 'Refunds' },
  });
  await db.command.update({ where: { commandId }, data: { folderId, deletedAt: null } });
}

async function statusOf(
  operation: AnyOperation,
  { words, query, body }: FuzzedRequest,
  as: string,
): Promise<number> {
  const search = new URLSearchParams(query).toString();
  const target = `${fillPath(operation.path, words)}${search === '' ? '' : `?${search}`}`;
  const leave = new AbortController();
  // The code of an operation is loaded once, and not for each of its requests.
  await loadRoute(operation.method, fillPath(operation.path, words));
  const before = process.cpuUsage();
  const response = await sendRaw(operation.method, target, {
    as,
    signal: leave.signal,
    ...(operation.body === null ? {} : { body }),
  });
  // A stream lasts until its caller leaves.
  if (operation.answer.kind === 'json') await response.text();
  else await response.body?.cancel();
  leave.abort();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000, `processor time of ${operation.method} ${target}`).toBeLessThan(
    MOST_PROCESSOR_MS,
  );
  return response.status;
}

/** Sends every operation requests of its own. */
async function round(seed: number): Promise<void> {
  for (const [index, operation] of inOrder.entries()) {
    for (const request of fc.sample(requestsTo(operation, known), {
      seed: seed + index,
      numRuns: repeats(2),
    })) {
      expect(await statusOf(operation, request, people.orgAdmin)).toBeLessThan(500);
      if (operation.effect === 'change') await repair();
    }
  }
}

describe('S39 S40 S41 whatever a request holds, no operation fails or hangs', () => {
  for (const [index, operation] of inOrder.entries()) {
    it(
      operation.id,
      async () => {
        for (const [as, numRuns] of callers) {
          const property = fc.asyncProperty(requestsTo(operation, known), async (request) => {
            expect(await statusOf(operation, request, as)).toBeLessThan(500);
            if (operation.effect === 'change') await repair();
          });
          await fc.assert(property, { seed: 1000 + index, numRuns, endOnFailure: true });
        }
      },
      PATIENCE_MS,
    );
  }
});

// What a process keeps for its callers is bounded, so that no number of requests fills its memory.
it('S66 requests leave nothing behind in memory', async () => {
  await round(5_000);
  const before = bytesInUse();
  await round(6_000);
  await round(7_000);
  // What streams that were left hold is freed a moment later.
  await expect.poll(() => (bytesInUse() - before) / 1_000_000).toBeLessThan(LARGEST_GROWTH_MB);
}, 1_200_000);
