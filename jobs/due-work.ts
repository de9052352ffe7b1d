import statement, { join, raw } from 'sql-template-tag';
import type { z } from 'zod';
import { DUE_OF_SCHEDULES } from '@/server/automation/schedules/due-work';
import { column, query } from '@/server/base/database/statements';
import { IS_DUE_TASK } from '@/server/base/events/tasks';
import { HAS_FAILURES } from '@/server/insight/errors/failed-runs';
import { HAS_ERROR_MAIL } from '@/server/insight/errors/mail-errors';
import { HAS_UNCOUNTED } from '@/server/insight/rollup/count-runs';
import { HAS_DUE_ELSEWHERE } from '@/server/runs/execute/follow-elsewhere';
import { HAS_WAITING } from '@/server/runs/execute/line-up';

const DUE = {
  ...DUE_OF_SCHEDULES,
  /** Runs in line that may be claimed. */
  waiting: HAS_WAITING,
  /** Runs that continue elsewhere and are to be checked. */
  elsewhere: HAS_DUE_ELSEWHERE,
  /** Runs that Analytics has not counted. */
  uncounted: HAS_UNCOUNTED,
  /** Failed runs that have no group. */
  failures: HAS_FAILURES,
  /** Messages about errors. */
  error_mail: HAS_ERROR_MAIL,
  /** What the job library is to do. */
  tasks: statement`exists (select from graphile_worker.jobs where ${IS_DUE_TASK})`,
};
type Due = keyof typeof DUE;

const SHAPE = Object.fromEntries(Object.keys(DUE).map((name) => [name, column.boolean])) as Record<
  Due,
  typeof column.boolean
>;

/** What a worker has to do now. */
export type DueWork = z.output<z.ZodObject<typeof SHAPE>>;

/** The ticker looks every second. What it saw is recent for a little longer. */
const RECENT_MS = 1500;

/**
 * Looks for everything that a worker does by itself in one statement, once a second: nearly always there is nothing, and
 * an idle system should be idle.
 */
export class DueWorkLook {
  private last: { atMs: number; seen: Promise<DueWork> } | null = null;

  now(): Promise<DueWork> {
    const seen = look();
    this.last = { atMs: performance.now(), seen };
    return seen;
  }

  /** What was seen last, if that is recent. */
  recent(): Promise<DueWork> {
    if (this.last !== null && performance.now() - this.last.atMs < RECENT_MS) return this.last.seen;
    return this.now();
  }
}

/** Does something every so often if it is due, or if that isn't known because the database doesn't answer. */
export const whenDue = (
  everyMs: number,
  dueWork: DueWorkLook,
  isDue: (due: DueWork) => boolean,
  act: () => void,
): NodeJS.Timeout =>
  setInterval(() => {
    dueWork.recent().then((due) => {
      if (isDue(due)) act();
    }, act);
  }, everyMs);

async function look(): Promise<DueWork> {
  const columns = Object.entries(DUE).map(([name, has]) => statement`${has} as ${raw(name)}`);
  const [row] = await query(SHAPE, statement`select ${join(columns)}`);
  if (row === undefined) throw new Error('A statement without a table returned no row');
  return row;
}
