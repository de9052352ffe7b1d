import { beforeAll, describe, expect, it } from 'vitest';
import { prisma } from '@/server/base/database/prisma';
import { withApp } from '../../support/app/app';
import { send } from '../../support/app/http';
import {
  createCommand,
  createCredential,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '../../support/things/organizations';
import { people } from '../../support/things/people';

withApp();

/** Enough that a text which a third of the runs have counts as common. */
const RUNS = 400;
const PAGE = 100;

const NAMES = ['refund an order', 'refund a fee', 'close an account', 'open an account', 'cmd5', 'cmd6'];
const STARTERS = [people.runner, people.folderRunner, people.engineer];

interface MadeRun {
  minute: number;
  command: number;
  starter: string;
  isFailed: boolean;
  isDamaged: boolean;
  params: string | null;
}

/** Values that are too long for the indexes of the history, as every third run has them. */
const LONG = 'x'.repeat(300);

/** The index of values can't find any of these: it needs three letters. */
const BY = ['zq', 'tk', 'pw', 'tk', 'pw', 'tk', 'pw', 'tk'];

function madeRun(n: number): MadeRun {
  const isDamaged = (n % 2 === 1 || n % 5 === 0) && n % 11 !== 0;
  const reason = isDamaged ? 'Damaged' : 'late';
  return {
    minute: n,
    command: (n * 7) % NAMES.length,
    starter: STARTERS[(n * 5) % 3] ?? '',
    isFailed: n % 4 === 1,
    isDamaged,
    params:
      n % 11 === 0 ? null : JSON.stringify(n % 3 === 0 ? { note: LONG, reason } : { reason, by: BY[n % 8] }),
  };
}

/** The command of another organization, of which people see their own runs. */
const ELSEWHERE = NAMES.length;

const runs: MadeRun[] = [
  ...Array.from({ length: RUNS }, (_, n) => madeRun(n)),
  ...Array.from({ length: 20 }, (_, n) => ({
    ...madeRun(RUNS + n),
    command: ELSEWHERE,
    starter: n % 2 === 0 ? people.runner : people.outsider,
  })),
];

let commands: MadeCommand[];

/** Which of the commands each person has: all, two, and most of them. */
const has: Record<string, number[]> = {
  [people.orgAdmin]: [0, 1, 2, 3, 4, 5],
  [people.runner]: [0, 2],
  [people.member]: [0, 1, 3, 4, 5],
};

beforeAll(async () => {
  await createOrganizations();
  const credentialId = await createCredential(ORG_A);
  commands = [];
  for (const friendlyName of NAMES) {
    commands.push(await createCommand(ORG_A, people.creator, credentialId, { friendlyName }));
  }
  const elsewhere = await createCommand(ORG_B, people.orgAdminB, await createCredential(ORG_B), {
    friendlyName: 'refund elsewhere',
  });
  commands.push(elsewhere);
  await prisma().commandUserGrant.create({
    data: { orgId: ORG_B, commandId: elsewhere.commandId, userId: people.runner, role: 'runner' },
  });
  for (const userId of [people.runner, people.member]) {
    await prisma().commandUserGrant.createMany({
      data: (has[userId] ?? []).map((index) => ({
        orgId: ORG_A,
        commandId: commands[index]?.commandId ?? 0,
        userId,
        role: 'runner',
      })),
    });
  }
  await prisma().run.createMany({
    data: runs.map(({ minute, command, starter, isFailed, params }) => {
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minute));
      return {
        orgId: command === ELSEWHERE ? ORG_B : ORG_A,
        commandId: commands[command]?.commandId ?? 0,
        templateId: commands[command]?.templateId ?? 0,
        startedByUserId: starter,
        status: isFailed ? 'failed' : 'success',
        endReason: isFailed ? 'error' : null,
        params,
        createdAt,
        queuedAt: createdAt,
        totalRows: minute,
      };
    }),
  });
});

const isRefund = ({ command }: MadeRun) =>
  command === ELSEWHERE || NAMES[command]?.includes('refund') === true;

/** Whether a person who has these commands of the organization sees a run. */
const sees = (as: string, ofPerson: readonly number[], { command, starter }: MadeRun): boolean =>
  command === ELSEWHERE ? as === people.runner && starter === as : ofPerson.includes(command);

const filters: Readonly<Record<string, (run: MadeRun) => boolean>> = {
  'runrams:contains:damaged': ({ isDamaged }) => isDamaged,
  // Most values that have it are too long for the indexes.
  'runrams:contains:note': ({ params }) => params?.includes(LONG) === true,
  'runrams:contains:zq': ({ params }) => params?.includes('zq') === true,
  'search:contains:zq': ({ params }) => params?.includes('zq') === true,
  'search:contains:damaged': ({ isDamaged }) => isDamaged,
  'search:contains:refund': isRefund,
  'search:contains:runner': ({ starter }) => starter !== people.engineer,
  'name:contains:refund': isRefund,
  'user_name:contains:folder': ({ starter }) => starter === people.folderRunner,
  'status:failed': ({ isFailed }) => isFailed,
  'status:success': ({ isFailed }) => !isFailed,
  'is_dealt_with:false': () => true,
};

/** All pairs and some triples of them, with at least one that many runs match by their values, or that no index finds. */
function* combinations(): Generator<string[]> {
  const names = Object.keys(filters);
  const [byValue = '', byLong = '', byLetters = '', byFoundLetters = '', bySearch = '', ...others] = names;
  yield [byValue];
  yield [byLong];
  yield [byValue, byLong];
  yield [bySearch];
  yield [byLetters];
  yield [byLetters, byValue];
  for (const [at, second] of others.entries()) {
    yield [bySearch, second];
    yield [byLong, second];
    yield [byLetters, second];
    yield [byFoundLetters, second];
    yield [byValue, second];
    for (const third of others.slice(at + 1)) yield [byValue, second, third];
  }
}

describe('a text that many runs have among their values, or that no index finds', () => {
  it.each(Object.entries(has))(
    'is counted and listed right together with every other filter, for %s',
    async (as, ofPerson) => {
      for (const chosen of combinations()) {
        const wanted = runs.filter(
          (run) => sees(as, ofPerson, run) && chosen.every((filter) => filters[filter]?.(run)),
        );
        const query = chosen.map((filter) => `&filter=${encodeURIComponent(filter)}`).join('');
        const { headers, body } = await send(
          'GET',
          `/${ORG_A}/skinny-runs?max_possible_count=${runs.length}&per_page=${PAGE}${query}`,
          { as },
        );
        const listed = (body as { total_rows_returned: number }[]).map((run) => run.total_rows_returned);
        const newest = wanted.map(({ minute }) => minute).reverse();
        expect([query, headers.get('X-Total-Count')]).toEqual([query, String(wanted.length)]);
        expect([query, listed]).toEqual([query, newest.slice(0, PAGE)]);
      }
    },
  );
});
