import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { runEndReason } from '@/lib/contract/runs/run';
import { runTriggers } from '@/lib/contract/runs/trigger';
import { type CountedRuns, failureReasons, filtersOf } from '@/lib/figures/counted-runs';
import { weeksOf } from '@/lib/figures/weeks';
import { prisma } from '@/server/base/database/prisma';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { withApp } from '@/tests/support/app/app';
import { send, sendRaw } from '@/tests/support/app/http';
import { repeats } from '@/tests/support/setup/reach';
import {
  createCommand,
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

withApp();

const [SINCE, UNTIL, ZONE] = ['2026-03-02', '2026-03-22', 'America/New_York'];
const weeks = weeksOf(ZONE, SINCE, UNTIL);
const [fromMs, toMs] = [weeks[0]?.startMs ?? 0, weeks.at(-1)?.endMs ?? 0];
const HOUR_MS = 3_600_000;

interface Of {
  orgId: string;
  made: MadeCommand;
}
let commands: Of[];
let ids: Record<'plain' | 'moved' | 'deleted' | 'secret' | 'elsewhere', number>;
let otherTemplate: number;

beforeAll(async () => {
  await createOrganizations();
  const { command, other, ofB, credentialA, folderId } = await createGrantedCommands();
  const make = (friendlyName: string) => createCommand(ORG_A, people.creator, credentialA, { friendlyName });
  const [deleted, secret, moved] = [await make('gone'), await make('secret'), await make('moved')];
  const set = (commandId: number, data: object) => prisma().command.update({ where: { commandId }, data });
  await set(deleted.commandId, { deletedAt: new Date() });
  await set(secret.commandId, { visibility: 'justme' });
  await set(moved.commandId, { folderId });
  otherTemplate = other.templateId;
  commands = [command, moved, deleted, secret].map((made) => ({ orgId: ORG_A, made }));
  commands.push({ orgId: ORG_B, made: ofB });
  ids = {
    plain: command.commandId,
    moved: moved.commandId,
    deleted: deleted.commandId,
    secret: secret.commandId,
    elsewhere: ofB.commandId,
  };
});

const newRun = fc.record({
  of: fc.nat(4),
  by: fc.constantFrom(people.runner, people.groupRunner),
  trigger: fc.constantFrom(...runTriggers),
  through: fc.constantFrom('session:1', 'schedule:7', null),
  /** Of the weeks asked for, and of some hours before and after them. */
  atMs: fc.integer({ min: fromMs - 3 * HOUR_MS, max: toMs + 3 * HOUR_MS }),
  reason: fc.option(fc.constantFrom(...runEndReason.options), { freq: 3 }),
  /** With the template that the command had before it was switched to another one. */
  isOfOther: fc.nat(5).map((n) => n === 0),
  tookMs: fc.integer({ min: 0, max: 100_000 }),
  isParent: fc.nat(19).map((n) => n === 0),
});

async function insert(runs: (typeof newRun extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> {
  for (const { of, by, trigger, through, atMs, reason, isOfOther, tookMs, isParent } of runs) {
    const { orgId, made } = commands[of] ?? { orgId: '', made: { commandId: 0, templateId: 0 } };
    const [createdAt, endedAt] = [new Date(atMs), new Date(atMs + tookMs)];
    const { runId } = await prisma().run.create({
      data: {
        orgId,
        commandId: made.commandId,
        templateId: isOfOther && orgId === ORG_A ? otherTemplate : made.templateId,
        startedByUserId: by,
        trigger,
        startedThrough: through,
        status: reason === null ? 'success' : 'failed',
        endReason: reason,
        createdAt,
        queuedAt: createdAt,
        startedAt: createdAt,
        endedAt,
        params: '{}',
      },
    });
    if (isParent) await prisma().bulkRun.create({ data: { runId, orgId, userId: by, rowCount: 1 } });
  }
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
}

interface Figure {
  counted: CountedRuns;
  runs: number;
  unlisted: number;
}

type Row = Record<string, unknown> & Record<'success' | 'failure' | 'cancelled' | 'runs', number>;

async function read(path: string, query: string): Promise<(Row & { unlisted: number & Row })[]> {
  const asked = `zone=${ZONE}&since=${SINCE}&until=${UNTIL}${query}`;
  const { status, body } = await send('GET', `/${ORG_A}/analytics/runs/${path}?${asked}`, {
    as: people.orgAdmin,
  });
  expect(status, path).toBe(200);
  return body as (Row & { unlisted: number & Row })[];
}

const weekAt = (monday: unknown) => {
  const week = weeks.find((each) => each.monday === monday);
  return { fromMs: week?.startMs ?? 0, toMs: week?.endMs ?? 0 };
};

const byOutcome = (row: Row, unlisted: Partial<Row>, of: CountedRuns): Figure[] => [
  { counted: { ...of, outcome: 'success' }, runs: row.success, unlisted: unlisted.success ?? 0 },
  { counted: { ...of, outcome: 'failed' }, runs: row.failure, unlisted: unlisted.failure ?? 0 },
  { counted: { ...of, outcome: 'canceled' }, runs: row.cancelled, unlisted: unlisted.cancelled ?? 0 },
];

/** Every number of the page with the runs that it says it counts. */
async function figures(query: string, of: CountedRuns): Promise<Figure[]> {
  const period = { ...of, fromMs, toMs };
  const reasons = (await read('weekly-reasons', query)).map((row): Figure => {
    const reason = failureReasons.find((each) => each === row.end_reason);
    const counted = { ...of, ...weekAt(row.week_start), outcome: 'failed' as const, reason };
    return { counted, runs: row.runs, unlisted: row.unlisted };
  });
  const origins = (await read('weekly-origins', query)).map((row): Figure => {
    const counted = { ...of, ...weekAt(row.week_start), origin: row.origin as CountedRuns['origin'] };
    return { counted, runs: row.runs, unlisted: row.unlisted };
  });
  const connections = (await read('by-connection', query)).flatMap((row) =>
    byOutcome(row, row.unlisted, { ...period, credentialId: Number(row.creds_id) }),
  );
  const ofCommands = (await read('by-command', query))
    .filter((row) => row.command_id !== null && row.is_deleted === false)
    .flatMap((row) => byOutcome(row, {}, { ...period, commandId: Number(row.command_id) }));
  const ofWeeks = (await read('weekly-success-failure', query)).flatMap((row) =>
    byOutcome(row, row.unlisted, { ...of, ...weekAt(row.week_start) }),
  );
  return [...reasons, ...origins, ...connections, ...ofCommands, ...ofWeeks];
}

async function countInHistory(counted: CountedRuns, as: string, orgId: string): Promise<number> {
  const query = filtersOf(counted)
    .map((filter) => `filter=${encodeURIComponent(filter)}`)
    .join('&');
  const path = `/${orgId}/skinny-runs?${query}&max_possible_count=10000&per_page=1`;
  const response = await sendRaw('GET', path, { as });
  expect(response.status).toBe(200);
  return Number(response.headers.get('X-Total-Count'));
}

/** What counts, said once more and differently from the roll-up. */
async function countInDatabase(where: object, switches: { dropdowns: boolean; startup: boolean }) {
  const left = [...(switches.dropdowns ? [] : ['dropdown']), ...(switches.startup ? [] : ['startup'])];
  const parents = await prisma().bulkRun.findMany({ select: { runId: true } });
  return prisma().run.count({
    where: {
      createdAt: { gte: new Date(fromMs), lt: new Date(toMs) },
      OR: [{ endReason: null }, { endReason: { not: 'refused' } }],
      trigger: { notIn: left as 'dropdown'[] },
      runId: { notIn: parents.map(({ runId }) => runId) },
      ...where,
    },
  });
}

const total = (rows: Row[]) => rows.reduce((sum, row) => sum + row.success + row.failure + row.cancelled, 0);

test('every figure counts exactly the runs that History lists for it, and those of the database', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(newRun, { minLength: 30, maxLength: 60 }),
      fc.record({ dropdowns: fc.boolean(), startup: fc.boolean() }),
      async (runs, shown) => {
        await insert(runs);
        const query = `&show_dropdown_runs=${shown.dropdowns}&show_startup_runs=${shown.startup}`;
        for (const { counted, runs: count, unlisted } of await figures(query, { ...shown, zone: ZONE })) {
          const listed = await countInHistory(counted, people.orgAdmin, ORG_A);
          expect(count - unlisted, JSON.stringify(counted)).toBe(listed);
        }
        const all = await countInDatabase({ orgId: ORG_A }, shown);
        for (const path of ['weekly-success-failure', 'by-connection', 'by-command', 'by-group']) {
          expect(total(await read(path, query)), path).toBe(all);
        }
        const commandRows = await read('by-command', query);
        const nameless = commandRows.filter(({ command_id }) => command_id === null);
        const ofSecret = await countInDatabase({ commandId: ids.secret }, shown);
        expect(total(nameless)).toBe(ofSecret);
        const ofDeleted = await countInDatabase({ commandId: ids.deleted }, shown);
        expect(total(commandRows.filter(({ is_deleted }) => is_deleted === true))).toBe(ofDeleted);
        const groups = await read('by-group', query);
        for (const row of groups.filter(({ group_id }) => group_id !== null)) {
          const where = { orgId: ORG_A, startedByUserId: people.groupRunner };
          expect(total([row])).toBe(await countInDatabase(where, shown));
          const counted = { ...shown, fromMs, toMs, groupId: String(row.group_id) };
          const hidden = await countInDatabase(
            { ...where, commandId: { in: [ids.secret, ids.deleted] } },
            shown,
          );
          expect(await countInHistory(counted, people.orgAdmin, ORG_A)).toBe(total([row]) - hidden);
        }
      },
    ),
    { numRuns: repeats(4) },
  );
}, 120_000);

test('a group of another organization filters nothing in', async () => {
  const counted = { groupId: 'group-1', dropdowns: true, startup: true };
  await prisma().run.create({
    data: {
      orgId: ORG_B,
      commandId: ids.elsewhere,
      templateId: commands[4]?.made.templateId ?? 0,
      startedByUserId: people.groupRunner,
      status: 'success',
      queuedAt: new Date(),
      startedAt: new Date(),
      endedAt: new Date(),
      params: '{}',
    },
  });
  expect(await countInHistory(counted, people.orgAdminB, ORG_B)).toBe(0);
});
