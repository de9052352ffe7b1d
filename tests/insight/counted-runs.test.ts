import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import type { RunEndReason, RunTrigger } from '@/generated/prisma/enums';
import { BUCKET_GROWTH } from '@/lib/figures/time-buckets';
import { pool, sql } from '@/server/base/database/db';
import { prisma } from '@/server/base/database/prisma';
import { mendDay } from '@/server/insight/rollup/check-figures';
import { RunCounter } from '@/server/insight/rollup/count-runs';
import { rebuildFigures } from '@/server/insight/rollup/rebuild-figures';
import { asOwner, withApp } from '@/tests/support/app/app';
import { repeats } from '@/tests/support/setup/reach';
import {
  createGrantedCommands,
  createOrganizations,
  type MadeCommand,
  ORG_A,
  ORG_B,
} from '@/tests/support/things/organizations';
import { people } from '@/tests/support/things/people';

withApp();

const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2026-03-28T00:00:00Z');

let commands: { orgId: string; command: MadeCommand }[];
let folderId: number;
beforeAll(async () => {
  await createOrganizations();
  const made = await createGrantedCommands();
  folderId = made.folderId;
  commands = [
    { orgId: ORG_A, command: made.command },
    { orgId: ORG_A, command: made.other },
    { orgId: ORG_B, command: made.ofB },
  ];
});

const triggers: RunTrigger[] = [
  'person',
  'mcp',
  'schedule',
  'webhook',
  'bulk',
  'row_decoration',
  'dropdown',
  'startup',
];
const reasons: (RunEndReason | null)[] = [
  null,
  null,
  'error',
  'cancelled',
  'timed_out',
  'worker_lost',
  'refused',
  'never_started',
];

const run = fc.record({
  of: fc.nat(2),
  by: fc.constantFrom(people.runner, people.engineer),
  trigger: fc.constantFrom(...triggers),
  requestedMs: fc.integer({ min: FIRST_MS, max: FIRST_MS + 5 * DAY_MS }),
  isQueued: fc.nat(9).map((n) => n > 0),
  isParent: fc.nat(9).map((n) => n === 0),
  isThroughSchedule: fc.boolean(),
});
type NewRun = typeof run extends fc.Arbitrary<infer T> ? T : never;

const end = fc.record({
  of: fc.nat(),
  reason: fc.constantFrom(...reasons),
  isOfSchedule: fc.nat(5).map((n) => n === 0),
  waitedMs: fc.option(fc.integer({ min: 0, max: 5000 })),
  tookMs: fc.integer({ min: 0, max: 100_000_000 }),
});

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('start' as const), run }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('startUncommitted' as const), run }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('commit' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('end' as const), end }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteResult' as const), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), of: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('count' as const), batch: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('countTwice' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

const INSERT = `insert into run (org_id, command_id, template_id, started_by_user_id, trigger, created_at, queued_at, started_through,
    params)
  values ($1, $2, $3, $4, $5::run_trigger, $6, $7, $8, '{}') returning run_id`;

function valuesOf({ of, by, trigger, requestedMs, isQueued, isThroughSchedule }: NewRun): unknown[] {
  const found = commands[of];
  if (found === undefined) throw new Error('Unknown command');
  const requestedAt = new Date(requestedMs);
  const { commandId, templateId } = found.command;
  const through = isThroughSchedule ? 'schedule:7' : 'session:1f2e3d4c5b6a7988';
  return [
    found.orgId,
    commandId,
    templateId,
    by,
    trigger,
    requestedAt,
    isQueued ? requestedAt : null,
    through,
  ];
}

/** What happens to runs and to those who count them, in a random order. */
class Life {
  readonly open: number[] = [];
  readonly ended: number[] = [];
  private counter = new RunCounter();
  private readonly uncommitted: PoolClient[] = [];

  async take(next: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    switch (next.kind) {
      case 'start':
        return this.start(next.run);
      case 'startUncommitted':
        return this.startUncommitted(next.run);
      case 'commit':
        return this.commit();
      case 'end':
        return this.end(next.end);
      case 'deleteResult': {
        const runId = this.ended[next.of % Math.max(1, this.ended.length)] ?? 0;
        await sql.query('update run set result_deleted_at = now(), params = null where run_id = $1', [runId]);
        return;
      }
      case 'move':
        await sql.query('update command set folder_id = $1 where command_id = $2 and org_id = $3', [
          folderId,
          commands[next.of]?.command.commandId,
          ORG_A,
        ]);
        return;
      case 'count':
        await this.counter.nextBatch(next.batch);
        return;
      case 'countTwice':
        await Promise.all([
          this.counter.nextBatch(),
          new RunCounter().nextBatch(),
          this.counter.nextBatch(2),
        ]);
        return;
      case 'die':
        // The worker dies after it has counted, before its transaction commits.
        await asOwner('alter table figure_progress add constraint dies check (reached_run_id < 0) not valid');
        await this.counter.nextBatch().catch(() => undefined);
        await asOwner('alter table figure_progress drop constraint dies');
        return;
      case 'restart':
        this.counter = new RunCounter();
    }
  }

  private async start(given: NewRun): Promise<void> {
    const [row] = await sql.query<{ run_id: number }>(INSERT, valuesOf(given));
    const runId = row?.run_id ?? 0;
    const [orgId, , , userId] = valuesOf(given);
    if (given.isParent) {
      await sql.query('insert into bulk_run (run_id, org_id, user_id, row_count) values ($1, $2, $3, 1)', [
        runId,
        orgId,
        userId,
      ]);
    }
    this.open.push(runId);
  }

  private async startUncommitted(given: NewRun): Promise<void> {
    if (this.uncommitted.length >= 3) return this.commit();
    const client = await pool().connect();
    await client.query('begin');
    const { rows } = await client.query(INSERT, valuesOf(given));
    this.open.push(rows[0]?.run_id ?? 0);
    this.uncommitted.push(client);
  }

  async commit(): Promise<void> {
    const first = this.uncommitted.shift();
    await first?.query('commit');
    first?.release();
  }

  async commitAll(): Promise<void> {
    while (this.uncommitted.length > 0) await this.commit();
  }

  private async end({
    of,
    reason,
    isOfSchedule,
    waitedMs,
    tookMs,
  }: typeof end extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const runId = this.open[of % Math.max(1, this.open.length)];
    if (runId === undefined) return;
    const status = reason === null ? 'success' : isOfSchedule ? 'cron_error' : 'failed';
    const ended = await sql.query<{ run_id: number }>(
      `update run set
         status = (case when $2 = 'cron_error' and trigger <> 'schedule' then 'failed' else $2 end)::run_status,
         end_reason = $3::run_end_reason,
         started_at = created_at + $4::int * interval '1 ms',
         ended_at = created_at + (coalesce($4::int, 0) + $5::int) * interval '1 ms'
       where run_id = $1 and ended_at is null returning run_id`,
      [runId, status, reason, waitedMs, tookMs],
    );
    if (ended.length === 0) return;
    this.open.splice(this.open.indexOf(runId), 1);
    this.ended.push(runId);
  }
}

async function countAll(): Promise<void> {
  const counter = new RunCounter();
  while ((await counter.nextBatch()) > 0);
}

const bucketOf = (ms: number): number => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(BUCKET_GROWTH)));
const slotOf = (at: Date, lengthMs: number): string =>
  new Date(Math.floor(at.getTime() / lengthMs) * lengthMs).toISOString();

const monthOf = (at: Date): string => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth())).toISOString();

/** The figures as they should be, each as a text with its number. */
async function wanted(): Promise<Map<string, number>> {
  const figures = new Map<string, number>();
  const add = (key: unknown[], count = 1) =>
    figures.set(JSON.stringify(key), (figures.get(JSON.stringify(key)) ?? 0) + count);
  const parents = new Set((await prisma().bulkRun.findMany()).map(({ runId }) => runId));
  for (const r of await prisma().run.findMany({
    where: { endedAt: { not: null }, queuedAt: { not: null } },
  })) {
    if (parents.has(r.runId) || r.endReason === 'refused' || !['success', 'failed'].includes(r.status))
      continue;
    const spans = [
      ['quarter', slotOf(r.createdAt, 900_000)],
      ['day', slotOf(r.createdAt, DAY_MS)],
      ['month', monthOf(r.createdAt)],
      ['ever', new Date(0).toISOString()],
    ] as const;
    const isTimed = r.startedAt !== null && r.trigger !== 'dropdown' && r.trigger !== 'startup';
    for (const [span, slot] of spans) {
      const outcome = r.endReason ?? 'success';
      const isAutoRun = r.trigger === 'row_decoration' && r.startedThrough === 'schedule:7';
      const trigger = isAutoRun ? 'schedule' : r.trigger;
      add(['command', r.orgId, span, slot, r.commandId, r.templateId, trigger, outcome]);
      add(['person', r.orgId, span, slot, r.startedByUserId, trigger, outcome]);
      if (span !== 'ever') add(['org', r.orgId, span, slot, trigger, outcome]);
      if (!isTimed || span === 'ever' || r.startedAt === null) continue;
      const tookMs = (r.endedAt?.getTime() ?? 0) - r.startedAt.getTime();
      const waitedMs = r.startedAt.getTime() - (r.queuedAt?.getTime() ?? 0);
      for (const whose of [r.commandId, 'all']) {
        if (outcome === 'success') add(['taken', r.orgId, span, slot, whose, bucketOf(tookMs)]);
        add(['waited', r.orgId, span, slot, whose, bucketOf(waitedMs)]);
      }
    }
  }
  return figures;
}

async function stored(): Promise<Map<string, number>> {
  const figures = new Map<string, number>();
  const add = (key: unknown[], count: number) => count !== 0 && figures.set(JSON.stringify(key), count);
  for (const f of await prisma().commandFigure.findMany())
    add(['command', f.orgId, f.span, f.slotAt, f.commandId, f.templateId, f.trigger, f.outcome], f.runs);
  for (const f of await prisma().personFigure.findMany())
    add(['person', f.orgId, f.span, f.slotAt, f.userId, f.trigger, f.outcome], f.runs);
  for (const f of await prisma().commandTime.findMany()) {
    add(['taken', f.orgId, f.span, f.slotAt, f.commandId, f.bucket], f.taken);
    add(['waited', f.orgId, f.span, f.slotAt, f.commandId, f.bucket], f.waited);
  }
  for (const f of await prisma().orgFigure.findMany())
    add(['org', f.orgId, f.span, f.slotAt, f.trigger, f.outcome], f.runs);
  for (const f of await prisma().orgTime.findMany()) {
    add(['taken', f.orgId, f.span, f.slotAt, 'all', f.bucket], f.taken);
    add(['waited', f.orgId, f.span, f.slotAt, 'all', f.bucket], f.waited);
  }
  return figures;
}

const sorted = (figures: Map<string, number>) => [...figures].sort(([a], [b]) => (a < b ? -1 : 1));

test('figures are those of the runs, whatever ends late, is deleted or moved, and however many count at once or die', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
      const life = new Life();
      try {
        for (const next of steps) await life.take(next);
      } finally {
        await life.commitAll();
      }
      await countAll();
      expect(sorted(await stored())).toEqual(sorted(await wanted()));
    }),
    { numRuns: repeats(60) },
  );
});

test('a day that differs is found and fixed, and counting everything again gives the same', async () => {
  const before = sorted(await stored());
  expect(before.length).toBeGreaterThan(50);
  const day = { org_id: ORG_A, day: new Date(FIRST_MS + DAY_MS) };
  expect(await mendDay(day)).toBe(false);
  await sql.query(
    `update command_figure set runs = runs + 7 where org_id = $1 and slot_at >= $2 and slot_at < $3 and span = 'day'`,
    [ORG_A, day.day, new Date(FIRST_MS + 2 * DAY_MS)],
  );
  await sql.query(
    `delete from person_figure where span in ('month', 'ever') and slot_at < '2026-04-01Z' and org_id = $1`,
    [ORG_A],
  );
  expect(await mendDay(day)).toBe(true);
  expect(sorted(await stored())).toEqual(before);
  await rebuildFigures();
  expect(await stored()).toEqual(new Map());
  await countAll();
  expect(sorted(await stored())).toEqual(before);
});
