import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation, Permission } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { sessionOf } from '../../support/things/confirmations';
import { ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { bearer, giveToken } from '../../support/things/tokens';
import { accessTable, type Outcome, outcomes } from './access-table';
import { createWalk, outcomeOf, type Things } from './walk';

// Who comes through a session or a token gets what the table gives their person, less what the way takes away. The rules
// are stated here a second time, in other words than the code's.

withApp();

const ROBOT = 'robot-runner';

let inA: Things;

beforeAll(async () => {
  ({ inA } = await createWalk());
  const { kitId: commandId } = inA;
  await prisma().user.create({
    data: {
      userId: ROBOT,
      name: 'Robot',
      serviceOrgId: ORG_A,
      memberships: { create: { orgId: ORG_A } },
      commandGrants: { create: { orgId: ORG_A, commandId, role: 'runner' } },
    },
  });
});

type Headers = Record<string, string>;

const tokenOf = async (...given: Parameters<typeof giveToken>): Promise<Headers> =>
  bearer((await giveToken(...given)).token);

async function revokedToken(): Promise<Headers> {
  const { token, tokenId } = await giveToken(people.runner);
  await prisma().accessToken.delete({ where: { tokenId } });
  return bearer(token);
}

const runs = (commandIds: number[]) => ({ scope: { kind: 'run' as const, commandIds, folderIds: [] } });

const isOpen = ({ permission }: AnyOperation): boolean => permission.needs === 'nothing';
const isInPerson = ({ permission }: AnyOperation): boolean =>
  (permission.needs === 'signedIn' && permission.inPerson === true) ||
  (permission.needs === 'command' && permission.action === 'command.approve');
/**
 * Requests for approval are for the asker, who came in the same way, and for engineers. Errors are of all runs, which a
 * token for some commands doesn't see.
 */
const isOfRequest = ({ path, permission }: AnyOperation): boolean =>
  /\{(approvalId|errorId)\}/.test(path) && permission.needs === 'org';
const manages = ({ permission, effect }: AnyOperation): boolean =>
  permission.needs === 'org' && permission.action === 'org.manage' && effect === 'change';

/** What a token for one command makes of what its person may do. */
function forOneCommand(permission: Permission, ofPerson: Outcome, isItsCommand: boolean): Outcome {
  switch (permission.needs) {
    case 'nothing':
    case 'signedIn':
      return ofPerson;
    case 'org':
      return permission.action === 'org.enter' ? ofPerson : 403;
    case 'dropdowns':
    case 'operator':
      return 403;
    case 'command':
      if (permission.action === 'command.seeRuns') return isItsCommand ? 403 : 404;
      return isItsCommand && permission.action !== 'command.request' ? ofPerson : 404;
    case 'template':
      return isItsCommand ? ofPerson : 404;
    case 'folder':
      return isItsCommand ? ofPerson : 404;
    case 'credential':
      return isItsCommand ? ofPerson : 404;
    // Of its person's groups of runs it sees those runs that it started.
    case 'runGroup':
      return isItsCommand ? ofPerson : 404;
    case 'run':
      return 404;
  }
}

interface Way {
  name: string;
  headers: () => Promise<Headers>;
  userId: string;
  expected: (operation: AnyOperation) => Outcome;
}

const ofRunner = ({ id }: AnyOperation): Outcome => outcomes[accessTable[id] ?? 'signedIn'].runner;
const ofAdmin = ({ id }: AnyOperation): Outcome => outcomes[accessTable[id] ?? 'signedIn'].orgAdmin;
const ofNobody = ({ id, tellsWhoAsks }: AnyOperation): Outcome =>
  tellsWhoAsks === true ? 401 : outcomes[accessTable[id] ?? 'signedIn'].signedOut;

/** A token that does everything, of a person with these outcomes. */
const whole =
  (ofPerson: (operation: AnyOperation) => Outcome) =>
  (operation: AnyOperation): Outcome =>
    !isOpen(operation) && (isInPerson(operation) || manages(operation)) ? 403 : ofPerson(operation);

const forCommand =
  (isItsCommand: boolean) =>
  (operation: AnyOperation): Outcome => {
    if (isOpen(operation)) return ofRunner(operation);
    if (isInPerson(operation) || operation.effect === 'change') return 403;
    if (isOfRequest(operation)) return 404;
    return forOneCommand(operation.permission, ofRunner(operation), isItsCommand);
  };

const ways: Way[] = [
  { name: 'a session', headers: () => sessionOf(people.runner), userId: people.runner, expected: ofRunner },
  {
    name: "a runner's token for everything",
    headers: () => tokenOf(people.runner),
    userId: people.runner,
    expected: whole(ofRunner),
  },
  {
    name: "an admin's token for everything",
    headers: () => tokenOf(people.orgAdmin),
    userId: people.orgAdmin,
    expected: whole(ofAdmin),
  },
  {
    name: 'a token that reads',
    headers: () => tokenOf(people.runner, { scope: { kind: 'read' } }),
    userId: people.runner,
    expected: (operation) =>
      isOpen(operation) || (operation.effect === 'read' && !isInPerson(operation))
        ? ofRunner(operation)
        : 403,
  },
  {
    name: 'a token that runs this command',
    headers: () => tokenOf(people.runner, runs([inA.kitId])),
    userId: people.runner,
    expected: forCommand(true),
  },
  {
    name: 'a token that runs another command',
    headers: () => tokenOf(people.runner, runs([2_000_000_000])),
    userId: people.runner,
    expected: forCommand(false),
  },
  {
    name: 'an expired token',
    headers: () => tokenOf(people.runner, { expiresAt: new Date(0) }),
    userId: people.runner,
    expected: ofNobody,
  },
  { name: 'a revoked token', headers: revokedToken, userId: people.runner, expected: ofNobody },
  {
    name: "a service account's token",
    headers: () => tokenOf(ROBOT),
    userId: ROBOT,
    expected: (operation) => {
      const { permission } = operation;
      if (isOfRequest(operation)) return 404;
      const isOfOwnRun =
        permission.needs === 'run' && permission.action !== 'run.see' && ofRunner(operation) === 'ok';
      return isOfOwnRun ? 403 : whole(ofRunner)(operation);
    },
  },
];

describe.each(ways)('S01 S22 every operation answers $name', ({ headers, userId, expected }) => {
  it.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const found = await outcomeOf(operation, inA, userId, { headers: await headers() });
    expect(found).toBe(expected(operation));
  });
});
