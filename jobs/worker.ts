import { type Runner, run, type TaskList } from 'graphile-worker';
import { CancelListener } from '@/jobs/cancel-listener';
import { RunningRuns } from '@/jobs/running-runs';
import { executeRunTask } from '@/jobs/tasks/execute-run';
import { makeSpreadsheetTask } from '@/jobs/tasks/make-spreadsheet';
import { sendMailTask } from '@/jobs/tasks/send-mail';
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
import { recoverLostRuns } from '@/server/runs/recover-lost-runs';
import { beat, endForgottenRuns, leave, runsToStop, tidyUp } from '@/server/runs/workers';

/** Six heartbeats, and three looks for what is lost, in the time after which a silent worker is dead. */
const heartbeatMs = (): number => (env().workerDeadAfterSeconds * 1000) / 6;
const recoverMs = (): number => (env().workerDeadAfterSeconds * 1000) / 3;
const TIDY_MS = 60 * 60 * 1000;
/** What a run may still take when the worker is asked to stop, before its work is stopped, too. */
const GRACE_MS = 2000;

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
    execute_run: (payload) => executeRunTask(tasks.execute_run.parse(payload), running),
    make_spreadsheet: (payload) => makeSpreadsheetTask(tasks.make_spreadsheet.parse(payload), running),
    send_mail: (payload) => sendMailTask(tasks.send_mail.parse(payload), running),
  };
  return list;
}

/** Starts serving the queue. Several workers may serve one database. */
export async function startWorker(): Promise<RunningWorker> {
  const running = new RunningRuns(ids.worker());
  const { workerId } = running;
  const cancels = new CancelListener((runId) => running.stop(runId, 'cancelled'));
  const runner: Runner = await untilDatabaseAnswers(async () => {
    await beat(workerId);
    await cancels.ensure();
    await recoverLostRuns();
    return run({
      pgPool: pool(),
      taskList: taskList(running),
      noHandleSignals: true,
      logger: workerLogger(),
      preset: { worker: { concurrentJobs: env().workerConcurrency, pollInterval: 1000 } },
    });
  });

  const timers = [
    every(heartbeatMs(), 'heartbeat', async () => {
      await beat(workerId);
      await cancels.ensure();
      for (const runId of await runsToStop(running.ids)) running.stop(runId, 'cancelled');
    }),
    every(recoverMs(), 'recovery', async () => {
      const recovered = await recoverLostRuns();
      const forgotten = await endForgottenRuns(workerId, running.ids);
      const all = { ...recovered, forgotten };
      if (Object.values(all).some((count) => count > 0)) log().warn(all, 'Recovered runs');
      await recoverMail();
    }),
    every(TIDY_MS, 'tidying', tidyUp),
  ];

  return {
    workerId,
    served: runner.promise,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      const grace = setTimeout(() => running.stopAll('worker_stopping'), GRACE_MS);
      await runner.stop();
      clearTimeout(grace);
      await cancels.stop();
      await leave(workerId);
      closeMail();
      await closeConnectors();
    },
  };
}

/** Repeats `work`; a failure is logged and tried again the next time. */
function every(intervalMs: number, name: string, work: () => Promise<void>): NodeJS.Timeout {
  return setInterval(() => {
    work().catch((error) => log().warn({ err: error }, `The worker's ${name} failed`));
  }, intervalMs);
}
