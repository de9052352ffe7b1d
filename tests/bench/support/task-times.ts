import type { Page } from '@playwright/test';
import { z } from 'zod';

/** How long tasks of a page's main thread took; in milliseconds. */
export interface TaskTimes {
  /**
   * The longest task by the processor time of its thread. A busy machine makes a task wait, which doubles its wall time
   * and leaves this as it is.
   */
  longestCpuMs: number;
  /** The same for the longest task by wall time: what a person waited on this machine, in its state. */
  longestWallMs: number;
}

/** One entry of Chrome's trace; times are in microseconds. */
const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.unknown() }).partial().optional(),
});
type TraceEvent = z.output<typeof traceEvent>;

const trace = z.array(traceEvent);

/** What names the threads, and their tasks: little enough to be kept for minutes, and to cost the page next to nothing. */
const CATEGORIES = ['__metadata', 'toplevel'];

/** Measures the main-thread tasks of a page during some work. Only one page of the browser may be open. */
export async function taskTimesWhile(page: Page, work: () => Promise<unknown>): Promise<TaskTimes> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...trace.parse(value)));
  try {
    await session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        recordMode: 'recordUntilFull',
        excludedCategories: ['*'],
        includedCategories: CATEGORIES,
      },
    });
    await work();
    const complete = new Promise<boolean>((resolve) =>
      session.once('Tracing.tracingComplete', ({ dataLossOccurred }) => resolve(dataLossOccurred)),
    );
    await session.send('Tracing.end');
    if (await complete) throw new Error('The browser lost a part of the trace.');
  } finally {
    await session.detach();
  }
  return longestOf(events);
}

/** The longest tasks among those of the pages' main threads. Throws if there are none: nothing was measured then. */
function longestOf(events: readonly TraceEvent[]): TaskTimes {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mainThreads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = events.filter((event) => isTask(event) && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace of the browser holds no task of a page.');
  return {
    longestCpuMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    longestWallMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
  };
}

const isTask = ({ name, ph }: TraceEvent): boolean =>
  ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');
