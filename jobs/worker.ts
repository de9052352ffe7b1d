import { setTimeout as sleep } from 'node:timers/promises';
import { type Runner, run, type TaskList } from 'graphile-worker';
import { RunFollower } from '@/jobs/run-follower';
import { RunPlaces } from '@/jobs/run-places';
import { RunningRuns } from '@/jobs/running-runs';
import { makeSpreadsheetTask } from '@/jobs/tasks/make-spreadsheet';
import { sendMailTask } from '@/jobs/tasks/send-mail';
import { WorkerListener } from '@/jobs/worker-listener';
import { workerLogger } from '@/jobs/worker-logger';
import { closeConnectors } from '@/server/connectors/registry';
import { untilDatabaseAnswers } from '@/server/database-down';
import { pool } from '@/server/db';
import { env } from '@/server/env';
import { ids } from '@/server/ids';
import { log } from '@/server/log';
import { recoverMail } from '@/server/mail/send-mail';
import { closeMail } from '@/server/mail/transport';
import { type TaskName, tasks } from '@/server/queue/tasks';
import { convertSomeRuns } from '@/server/runs/convert-snapshots';
import { recoverLostRuns } from '@/server/runs/recover-lost-runs';
import { beat, leave, runsToStop, tidyUp } from '@/server/runs/workers';
import { sealSomeDefaults } from '@/server/settings/sealed-default';

/** Six heartbeats, and three looks for what is lost, in the time after which a silent worker is dead. */
const heartbeatMs = (): number => (env().workerDeadAfterSeconds * 1000) / 6;
const recoverMs = (): number => (env().workerDeadAfterSeconds * 1000) / 3;
const TIDY_MS = 60 * 60 * 1000;
/** What a run may still take when the worker is asked to stop, before its work is stopped, too. */
const GRACE_MS = 2000;
/** Spreadsheets and messages at once; runs have places of their own. */
const TASKS_AT_ONCE = 4;
/** What is to be done later, such as a message that is tried again, is found within this. */
const LOOK_FOR_TASKS_MS = 5000;
/** The pause between batches of old runs that are converted, so that they never hold up what people wait for. */
const LEAST_PAUSE_MS = 100;

/** A worker that serves the queue until it is stopped. */
export interface RunningWorker {
  workerId: string;
  /** Rejects when the queue cannot be served any more. */
  served: Promise<void>;
  /** Takes no more work, gives what runs a moment to end, then stops it; resolves when all is settled. */
  stop(): Promise<void>;
}

/** One task for each declared name; a missing one does not compile. */
function taskList(running: RunningRuns): TaskList {
  const list: Record<TaskName, (payload: unknown) => Promise<void>> = {
    make_spreadsheet: (payload) => makeSpreadsheetTask(tasks.make_spreadsheet.parse(payload), running),
    send_mail: (payload) => sendMailTask(tasks.send_mail.parse(payload), running),
  };
  return list;
}

/** Starts serving the queue. Several workers may serve one database. */
export async function startWorker(): Promise<RunningWorker> {
  const running = new RunningRuns(ids.worker());
  const { workerId } = running;
  const places = new RunPlaces(running);
  const follower = new RunFollower(workerId);
  const listener = new WorkerListener({
    onCancel: (runId) => {
      running.stop(runId, 'cancelled');
      follower.look();
    },
    onQueued: () => places.fill(),
  });
  const runner: Runner = await untilDatabaseAnswers(async () => {
    await beat(workerId);
    await recoverLostRuns();
    await listener.ensure();
    return run({
      pgPool: pool(),
      taskList: taskList(running),
      noHandleSignals: true,
      logger: workerLogger(),
      preset: { worker: { concurrentJobs: TASKS_AT_ONCE, pollInterval: LOOK_FOR_TASKS_MS } },
    });
  });
  const conversion = new AbortController();
  const converted = finishUpgrade(conversion.signal);

  const timers = [
    every(heartbeatMs(), 'heartbeat', async () => {
      await beat(workerId);
      await listener.ensure();
      for (const runId of await runsToStop(running.ids)) running.stop(runId, 'cancelled');
    }),
    every(recoverMs(), 'recovery', async () => {
      const recovered = await recoverLostRuns();
      if (Object.values(recovered).some((count) => count > 0)) log().warn(recovered, 'Recovered runs');
      await recoverMail();
    }),
    every(TIDY_MS, 'tidying', tidyUp),
  ];

  return {
    workerId,
    served: runner.promise,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      conversion.abort();
      const grace = setTimeout(() => running.stopAll('worker_stopping'), GRACE_MS);
      await Promise.all([runner.stop(), places.stop(), follower.stop(), converted]);
      clearTimeout(grace);
      await listener.stop();
      await leave(workerId);
      closeMail();
      await closeConnectors();
    },
  };
}

/** Converts what earlier versions stored, a batch after the other, until nothing is left. */
async function finishUpgrade(stop: AbortSignal): Promise<void> {
  await inBatches('Defaults of an earlier version could not be sealed', sealSomeDefaults, stop);
  await inBatches('Runs of an earlier version could not be converted', convertSomeRuns, stop);
}

/** Repeats `convertSome` until it answers 0; pauses as long as it works. */
async function inBatches(
  failure: string,
  convertSome: () => Promise<number>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const startedAtMs = performance.now();
    const count = await convertSome().catch((error) => {
      log().warn({ err: error }, `${failure}; trying again`);
      return null;
    });
    if (count === 0) return;
    const pauseMs = Math.max(LEAST_PAUSE_MS, performance.now() - startedAtMs);
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Repeats `work`; a failure is logged and tried again the next time. */
function every(intervalMs: number, name: string, work: () => Promise<void>): NodeJS.Timeout {
  return setInterval(() => {
    work().catch((error) => log().warn({ err: error }, `The worker's ${name} failed`));
  }, intervalMs);
}
