import { type Runner, run, type TaskList } from 'graphile-worker';
import { DueTasks } from '@/jobs/due-tasks';
import { DueWorkLook } from '@/jobs/due-work';
import { inBatches } from '@/jobs/in-batches';
import { keepErrors } from '@/jobs/keep-errors';
import { keepFigures } from '@/jobs/keep-figures';
import { lookAtMail } from '@/jobs/look-at-mail';
import { lookAtSources } from '@/jobs/look-at-sources';
import { asLongAsServing } from '@/jobs/pause';
import { Recovery } from '@/jobs/recovery';
import { RunFollower } from '@/jobs/run-follower';
import { RunPlaces } from '@/jobs/run-places';
import { RunningRuns } from '@/jobs/running-runs';
import { ScheduleTicker } from '@/jobs/schedule-ticker';
import { sealSomeSecrets } from '@/jobs/seal-secrets';
import { combineRunsTask } from '@/jobs/tasks/combine-runs';
import { makeSpreadsheetTask } from '@/jobs/tasks/make-spreadsheet';
import { sendMailTask } from '@/jobs/tasks/send-mail';
import { sendSignInLinkTask } from '@/jobs/tasks/send-sign-in-link';
import { WorkerListener } from '@/jobs/worker-listener';
import { workerLogger } from '@/jobs/worker-logger';
import { AuditChainer } from '@/server/audit/chain-audit';
import { untilDatabaseAnswers, warnOf } from '@/server/base/database/database-down';
import { pool } from '@/server/base/database/db';
import { noteAnswer } from '@/server/base/database/outage-log';
import { unhurried } from '@/server/base/database/patience';
import { env } from '@/server/base/env';
import { allAnnounced } from '@/server/base/events/announcer';
import { type TaskName, tasks } from '@/server/base/events/tasks';
import { ids } from '@/server/base/ids';
import { untilReleased } from '@/server/base/installation/held';
import { log } from '@/server/base/log';
import { checkSomeNames } from '@/server/commands/secrets/check-names';
import { sealSomeDefaults } from '@/server/commands/settings/sealed-default';
import { closeConnectors } from '@/server/connectors/registry';
import { measureTables } from '@/server/insight/diagnostics/server/measure-tables';
import { RetentionPass } from '@/server/insight/retention/retention-pass';
import { closeMail } from '@/server/messages/transport';
import { syncDueDirectories } from '@/server/people/directory/schedule';
import { renewDueSessions } from '@/server/people/directory/sign-in/renew';
import { deleteOldCombined } from '@/server/results/combined/make-combined';
import { deleteOldSpreadsheets } from '@/server/results/formats/make-spreadsheet';
import { ResultPass } from '@/server/results/reading/result-pass';
import { deleteLeftovers } from '@/server/results/stored/leftovers';
import { untilOwnFolder } from '@/server/results/stored/own-folder';
import { closeResultsFolder } from '@/server/results/stored/result-space';
import { expireApprovals } from '@/server/runs/approvals/expire-approvals';
import { voidLostApprovals } from '@/server/runs/approvals/void-approvals';
import { convertSomeRuns } from '@/server/runs/execute/convert-snapshots';
import { beat, leave, runsToStop, tidyUp } from '@/server/runs/execute/workers';

/** A silent worker counts as dead after this time: six heartbeats, and three searches for lost work. */
const heartbeatMs = (): number => (env().workerDeadAfterSeconds * 1000) / 6;
const recoverMs = (): number => (env().workerDeadAfterSeconds * 1000) / 3;
const TIDY_MS = 60 * 60 * 1000;
/** Runs that don't end by themselves are stopped this long before the worker must have ended, so that their ends are recorded. */
const LAST_MS = 3000;
/** Spreadsheets and messages at the same time. Runs have their own places. */
const TASKS_AT_ONCE = 4;
/** The library looks this often by itself. `DueTasks` tells it of delayed work, such as a message to retry. */
const LOOK_FOR_TASKS_MS = 60_000;
/** All results and runs are looked at this often, to delete those that are old. */
const KEEP_EVERY_MS = 6 * 60 * 60 * 1000;
/** This often the worker looks whether an input became a secret. */
const SEAL_EVERY_MS = 10_000;
/** New audit rows are chained this often. */
const CHAIN_EVERY_MS = 10_000;
/** This often the worker looks whether a sync with the directory, or a renewal of its sessions, is due. */
const LOOK_FOR_SYNCS_MS = 60_000;
/** A store that is still down costs one call. */
const CLEAR_EVERY_MS = 60_000;
/** Requests for approval end this long after their time at most. */
const EXPIRE_EVERY_MS = 30_000;
/** A worker that serves the queue until it is stopped. */
export interface RunningWorker {
  workerId: string;
  /** Rejects when the worker can no longer serve the queue. */
  served: Promise<void>;
  /** Takes no more work, gives runs a moment to end, then stops them. Resolves when everything has ended. */
  stop(): Promise<void>;
}

/** One task for each declared name; a missing one does not compile. */
function taskList(running: RunningRuns): TaskList {
  const list: Record<TaskName, (payload: unknown) => Promise<void>> = {
    make_spreadsheet: (payload) => makeSpreadsheetTask(tasks.make_spreadsheet.parse(payload), running),
    combine_runs: (payload) => combineRunsTask(tasks.combine_runs.parse(payload), running),
    send_sign_in_link: (payload) => sendSignInLinkTask(tasks.send_sign_in_link.parse(payload)),
    send_mail: (payload) => sendMailTask(tasks.send_mail.parse(payload), running),
  };
  return list;
}

/**
 * Starts serving the queue. Several workers may serve one database. Throws when `stop` is aborted while it waits for an
 * operator: it has done nothing by then.
 */
export async function startWorker(stop?: AbortSignal): Promise<RunningWorker> {
  // Before anything that takes work by itself is made.
  await untilReleased(stop);
  await closeResultsFolder();
  await untilOwnFolder(stop);
  const running = new RunningRuns(ids.worker());
  const { workerId } = running;
  const dueWork = new DueWorkLook();
  const places = new RunPlaces(running, dueWork);
  const follower = new RunFollower(workerId, dueWork);
  const dueTasks = new DueTasks(dueWork, TASKS_AT_ONCE);
  const listener = new WorkerListener({
    onCancel: (runId) => {
      running.stop(runId, 'cancelled');
      follower.look();
    },
    onQueued: () => places.fill(),
  });
  const recovery = new Recovery();
  const runner: Runner = await untilDatabaseAnswers(async () => {
    await beat(workerId);
    recovery.spoke();
    await listener.ensure();
    return run({
      pgPool: pool(),
      taskList: taskList(running),
      noHandleSignals: true,
      logger: workerLogger(),
      events: dueTasks.events,
      preset: { worker: { concurrentJobs: TASKS_AT_ONCE, pollInterval: LOOK_FOR_TASKS_MS } },
    });
  });
  const ticker = new ScheduleTicker(dueWork);
  const background = new AbortController();
  const converted = finishUpgrade(background.signal);
  const kept = keepResults(background.signal);
  const forgotten = forgetRuns(background.signal);
  const cleared = clearLeftovers(background.signal);
  const chained = chainAudit(background.signal);
  const synced = syncDirectories(background.signal);
  const renewed = renewSessions(background.signal);
  const counted = keepFigures(background.signal, dueWork);
  const grouped = keepErrors(background.signal, dueWork);
  const sealed = sealSecrets(background.signal);
  const looked = lookAtSources(background.signal);
  const mailed = lookAtMail(background.signal);
  const measured = unhurried(measureTables).catch((error) => warnOf(error, 'Tables were not measured'));

  const timers = [
    every(heartbeatMs(), 'heartbeat', async () => {
      const hasOthers = await beat(workerId, running.begun);
      noteAnswer();
      recovery.spoke();
      await listener.ensure();
      if (hasOthers || running.unended.length > 0) places.lookForOwn();
      for (const runId of await runsToStop(running.ids)) running.stop(runId, 'cancelled');
    }),
    every(recoverMs(), 'recovery', () => recovery.look()),
    every(EXPIRE_EVERY_MS, 'expiry of requests', async () => {
      await expireApprovals();
      await voidLostApprovals();
    }),
    every(TIDY_MS, 'tidying', () =>
      unhurried(async () => {
        await tidyUp();
        await deleteOldSpreadsheets();
        await deleteOldCombined();
        await measureTables();
      }),
    ),
  ];

  return {
    workerId,
    served: runner.promise,
    async stop() {
      // The others must not take it for dead while its runs end.
      const [heartbeat, ...others] = timers;
      for (const timer of others) clearInterval(timer);
      background.abort();
      const graceMs = env().shutdownMs - LAST_MS;
      log().info({ runs: running.size, seconds: graceMs / 1000 }, 'The worker stops; its runs may end first');
      const grace = setTimeout(() => {
        if (running.size > 0) log().warn({ runs: running.ids }, 'Runs did not end in time and are stopped');
        running.stopAll('worker_stopping');
      }, graceMs);
      dueTasks.stop();
      await Promise.all([
        runner.stop(),
        places.stop(),
        follower.stop(),
        ticker.stop(),
        converted,
        kept,
        forgotten,
        cleared,
        chained,
        synced,
        renewed,
        counted,
        grouped,
        sealed,
        looked,
        mailed,
        measured,
      ]);
      clearTimeout(grace);
      await allAnnounced();
      clearInterval(heartbeat);
      await listener.stop();
      await leave(workerId);
      closeMail();
      await closeConnectors();
    },
  };
}

/** Converts what earlier versions stored, a batch after the other, until nothing is left. */
async function finishUpgrade(stop: AbortSignal): Promise<void> {
  await inBatches('sealing defaults of an earlier version', stop, sealSomeDefaults);
  await inBatches('converting runs of an earlier version', stop, convertSomeRuns);
  await inBatches('finding secrets by their names', stop, checkSomeNames);
}

/** Seals what inputs held before they became secrets, for as long as the worker serves. */
const sealSecrets = (stop: AbortSignal): Promise<void> =>
  asLongAsServing(stop, SEAL_EVERY_MS, () =>
    inBatches('sealing values of new secrets', stop, sealSomeSecrets),
  );

/** Goes through all results when the worker starts and then every few hours: measures them, and deletes the old ones. */
const keepResults = (stop: AbortSignal): Promise<void> =>
  asLongAsServing(stop, KEEP_EVERY_MS, () => {
    const pass = new ResultPass();
    return inBatches('looking after results', stop, () => pass.nextBatch());
  });

/** Deletes the runs past their retention when the worker starts and then every few hours, where there is one. */
async function forgetRuns(stop: AbortSignal): Promise<void> {
  if (env().runRetentionDays === null) return;
  await asLongAsServing(stop, KEEP_EVERY_MS, () => {
    const pass = new RetentionPass();
    return inBatches('deleting old runs', stop, () => pass.nextBatch());
  });
}

/** Deletes what stores kept while they were down, when the worker starts and every minute. */
const clearLeftovers = (stop: AbortSignal): Promise<void> =>
  asLongAsServing(stop, CLEAR_EVERY_MS, () =>
    inBatches('deleting results whose store was down', stop, () => deleteLeftovers(stop)),
  );

/** Chains the audit log for as long as the worker serves. */
async function chainAudit(stop: AbortSignal): Promise<void> {
  const chainer = new AuditChainer();
  await asLongAsServing(stop, CHAIN_EVERY_MS, () =>
    inBatches('chaining the audit log', stop, () => chainer.nextBatch()),
  );
}

/** Syncs with the directory, where there is one, for as long as the worker serves. */
async function syncDirectories(stop: AbortSignal): Promise<void> {
  if (env().directory === null) return;
  await asLongAsServing(stop, LOOK_FOR_SYNCS_MS, () =>
    syncDueDirectories(stop).catch((error) => {
      if (!stop.aborted) warnOf(error, 'The worker failed to sync with the directory; trying again');
    }),
  );
}

/** Asks the directory about its sessions, where there is one, for as long as the worker serves. */
async function renewSessions(stop: AbortSignal): Promise<void> {
  if (env().directory === null) return;
  await asLongAsServing(stop, LOOK_FOR_SYNCS_MS, () =>
    inBatches('renewing sessions of the directory', stop, renewDueSessions),
  );
}

/** Repeats `work`, unless the last time is still under way; a failure is logged and tried again the next time. */
function every(intervalMs: number, name: string, work: () => Promise<void>): NodeJS.Timeout {
  let isUnderWay = false;
  return setInterval(() => {
    if (isUnderWay) return;
    isUnderWay = true;
    work()
      .catch((error) => warnOf(error, `The worker's ${name} failed`))
      .finally(() => {
        isUnderWay = false;
      });
  }, intervalMs);
}
