import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '@/lib/contract/operation';
import { operations } from '@/lib/contract/operations';
import { withApp } from '../../support/app/app';
import { sendRaw } from '../../support/app/http';
import { ORG_A } from '../../support/things/organizations';
import { people } from '../../support/things/people';
import { accessTable, type Caller, type Outcome, outcomes } from './access-table';
import { createWalk, leastRequest, outcomeOf, type Things } from './walk';

withApp();

let inA: Things;
let inB: Things;

beforeAll(async () => {
  ({ inA, inB } = await createWalk());
});

const callers: Caller[] = ['signedOut', ...(Object.keys(people) as (keyof typeof people)[])];

const outcomeFor = (operation: AnyOperation, things: Things, caller: Caller): Promise<Outcome> =>
  caller === 'signedOut'
    ? outcomeOf(operation, things, people.runner, {})
    : outcomeOf(operation, things, people[caller], { as: people[caller] });

describe('S01 every operation answers every kind of caller as the table says', () => {
  for (const operation of operations) {
    it(operation.id, async () => {
      const row = accessTable[operation.id];
      expect(row, `${operation.id} needs a row in access-table.ts`).toBeDefined();
      if (row === undefined) return;
      const found: Partial<Record<Caller, Outcome>> = {};
      for (const caller of callers) found[caller] = await outcomeFor(operation, inA, caller);
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
  'answerConfirmation',
  'cancelRun',
  'createBulkRun',
  'markRuns',
  'deleteResults',
  'saveHistoryView',
  'pauseBulkRun',
  'rerunFailedRows',
  'resumeBulkRun',
  'startBulkRun',
  'stopBulkRun',
  'withdrawApproval',
  'readNotifications',
  'revealValue',
  'createFolder',
  'createOrg',
  'createPreset',
  'createRun',
  'connectApp',
  'copyToken',
  'createRunGroup',
  'createToken',
  'deleteRunResult',
  'duplicateCommand',
  'endOtherSessions',
  'renameMe',
  'endTour',
  'finishDirectorySignIn',
  'joinOrg',
  'makeRunStatement',
  'findDropdownOptions',
  'openSignInLink',
  'pinCommand',
  'readInvitation',
  'recordRecent',
  'removeSignInMethod',
  'requestSignInLink',
  'renewDirectorySession',
  'runAndReturnUrl',
  'runAndWait',
  'combineRuns',
  'sendResults',
  'verifyReceipt',
  'sendGeneralEmail',
  'setUpMe',
  'signInAsDemoPerson',
  'signInAsOperator',
  'signOut',
  'signOutEverywhere',
  'signOutAsOperator',
  'startDirectorySignIn',
  'startRun',
  'unpinCommand',
  'updateJobDigest',
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
      expect(await outcomeFor(operation, { ...inB, orgId: ORG_A }, 'orgAdmin')).toBe(404);
    });
  }
});
